import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { runAs, withinTime } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { TrustedPeers, redactApiTarget, requestIdOf } from '@gatehouse/wire';
import { hasBody } from './body/read-body';
import { Misdirection, forwardedHosts, isAuthorityOf } from './misdirection';
import { apiCors, applyCors } from './cors';
import type { DeclaredRoute } from './declared-route';
import { DEFAULT_FORMAT, negotiate } from './negotiation';
import type { ProblemFilter } from './problem.filter';
import { type RequestScope, openScope, scopeOf } from './request-scope';
import { OwnAddresses } from './own-addresses';
import { type RouteTable, canonicalPath, segmentsOf } from './route-table';

export interface EntryOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly filter: ProblemFilter;
  readonly routes: RouteTable;
  /** Nest's handler of each route. */
  readonly handlers: ReadonlyMap<DeclaredRoute, RequestHandler>;
}

/** The first handler of a request: opens its scope, catches errors of later handlers, logs one line at its end. */
export function openRequest({
  settings,
  logger,
  filter,
}: Omit<EntryOptions, 'routes' | 'handlers'>): RequestHandler {
  const peers = new TrustedPeers(settings.trustedProxies);
  const ownAddresses = new OwnAddresses(settings);
  const misdirection = new Misdirection(settings, peers);
  const noteHost = hostNotice(settings, peers, logger);
  const databaseMillis = settings.databaseTimeout * 1000;
  const bodyMillis = settings.bodyTimeout * 1000;
  return (request, response, next) => {
    const [rawPath, rawQuery] = splitTarget(request.originalUrl);
    const segments = segmentsOf(rawPath);
    const id = requestIdOf(request);
    openScope(request, {
      id,
      address: peers.clientOf(request),
      startedAt: process.hrtime.bigint(),
      rawPath,
      path: segments ? `/${segments.join('/')}` : rawPath,
      segments,
      rawQuery,
      format: DEFAULT_FORMAT,
      params: {},
      targets: new Map(),
    });
    // From here on all handlers see the canonical path.
    const url = segments && canonicalPath(segments) + (rawQuery === '' ? '' : `?${rawQuery}`);
    if (url !== undefined && url !== request.url) request.url = url;
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', id);
    if (settings.logRequests) response.once('close', () => logRequest(logger, request, response));
    noteHost?.(request);
    if (hasBody(request)) endWithBody(request, bodyMillis);
    try {
      checkHost(request, response);
      if (misdirection.includes(request)) throw problem('misdirected_request');
      if (ownAddresses.redirect(request, response)) return;
    } catch (thrown) {
      filter.answer(thrown, request, response);
      return;
    }
    runAs({ kind: 'anonymous', address: scopeOf(request).address, requestId: id }, () =>
      withinTime(databaseMillis, () => next()),
    );
  };
}

/** Milliseconds for the reply to a body that is too slow. */
const GRACE_MS = 2_000;

/** Closes the connection of a body that does not end, whether anybody reads it or not. */
function endWithBody(request: Request, timeoutMs: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, timeoutMs + GRACE_MS).unref();
  // Not `close`, which precedes the rest of a body that nobody reads.
  request.once('end', () => clearTimeout(timer));
}

export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  // Pages of other origins, such as those of services, embed nothing of the API. Requests with CORS are not affected.
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** Only the path of a target in absolute form, as sent to proxies, is used. Source: RFC 9112, 3.2.2. */
function splitTarget(target: string): [path: string, query: string] {
  const own = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = own.indexOf('?');
  return at < 0 ? [own, ''] : [own.slice(0, at), own.slice(at + 1)];
}

/** RFC 9112, 3.2: a request of HTTP/1.1 without a host, or one with several, is refused. */
function checkHost({ rawHeaders, httpVersion }: Request, response: Response): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')) return;
  response.setHeader('Connection', 'close');
  throw problem(hosts.length > 1 ? 'several_hosts' : 'no_host');
}

/**
 * Warns once in a process when a trusted front end names another host than the default of `SVC_URL`: then neither the
 * origin of the API is known nor whether it differs from that of services. Undefined if `SVC_URL` is set.
 */
function hostNotice(
  { publicUrl, publicUrlIsSet }: Pick<Settings, 'publicUrl' | 'publicUrlIsSet'>,
  peers: TrustedPeers,
  logger: Logger,
): ((request: Request) => void) | undefined {
  if (publicUrlIsSet) return undefined;
  const own = new URL(publicUrl);
  let isNoted = false;
  return (request) => {
    if (isNoted) return;
    const host = forwardedHosts(request, peers).find((each) => !isAuthorityOf(own, each));
    if (host === undefined) return;
    isNoted = true;
    logger.warn({ reason: host.slice(0, 255) }, FOREIGN_HOST);
  };
}

const FOREIGN_HOST =
  'SVC_URL is not set, but a front end serves the API at another host: set SVC_URL and SVC_PROXY_PUBLIC_URL, with different origins';

function logRequest(logger: Logger, request: Request, response: Response): void {
  const scope = scopeOf(request);
  const { caller, route } = scope;
  logger.info(
    {
      requestId: scope.id,
      method: request.method,
      url: redactApiTarget(scope.rawPath, scope.rawQuery),
      status: response.statusCode,
      durationMs: Number(process.hrtime.bigint() - scope.startedAt) / 1e6,
      address: scope.address,
      ...(route ? { route: route.template } : {}),
      ...(caller?.kind === 'user' ? { userId: caller.userId } : {}),
      ...(scope.errorCode ? { errorCode: scope.errorCode } : {}),
    },
    response.writableFinished ? 'request' : 'request abandoned',
  );
}

/**
 * 406, then 404, then 405, before anything is looked up. Reference: http#order-of-checks.
 */
export function routeRequest({
  settings,
  filter,
  routes,
  handlers,
}: Omit<EntryOptions, 'logger'>): RequestHandler {
  const cors = apiCors(settings);
  return (request: Request, response: Response, next: NextFunction) => {
    try {
      if (applyCors(cors, request, response)) return;
      const scope = scopeOf(request);
      const { segments } = scope;
      // Raw endpoints, the API description and its page, have one form only and do not negotiate.
      if (!segments || !routes.isRaw(segments)) scope.format = negotiate(request, scope.rawQuery);
      if (!segments) throw problem('invalid_path_encoding');
      if (redirectWithoutSlash(routes, scope, response)) return;
      const match = routes.match(request.method, segments);
      scope.route = match.route;
      scope.params = match.params;
      const handler = handlers.get(match.route);
      if (!handler) throw new Error(`no handler of ${match.route.method} ${match.route.template}`);
      void handler(request, response, next);
    } catch (thrown) {
      filter.answer(thrown, request, response);
    }
  };
}

const MOVED = '301 Moved Permanently\n';

/**
 * A path that only differs by a trailing slash from one that exists moved there, for any method. The address is relative, so
 * that it holds behind any prefix. Reference: http#urls.
 */
function redirectWithoutSlash(
  routes: RouteTable,
  { segments = [], rawPath, rawQuery }: Pick<RequestScope, 'segments' | 'rawPath' | 'rawQuery'>,
  response: Response,
): boolean {
  if (segments.length < 2 || segments.at(-1) !== '') return false;
  if (!routes.has(segments.slice(0, -1))) return false;
  response.statusCode = 301;
  response.setHeader('Location', withoutSlash(rawPath) + (rawQuery === '' ? '' : `?${rawQuery}`));
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.setHeader('Content-Length', Buffer.byteLength(MOVED));
  response.end(MOVED);
  return true;
}

/** A slash at the end that separates segments, also encoded. */
const LAST_SLASH = /(?:\/|%2f)$/i;

/** `../` and the last segment as sent; beside it, if the slash itself is encoded and thus begins no segment for browsers. */
function withoutSlash(rawPath: string): string {
  const shorter = rawPath.replace(LAST_SLASH, '');
  const last = shorter.slice(shorter.lastIndexOf('/') + 1);
  return `${rawPath.endsWith('/') ? '../' : './'}${last}`;
}
