import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { runAs } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { TrustedPeers, redactApiTarget, requestIdOf } from '@gatehouse/wire';
import { apiCors, applyCors } from './cors';
import type { DeclaredRoute } from './declared-route';
import { DEFAULT_FORMAT, negotiate } from './negotiation';
import type { ProblemFilter } from './problem.filter';
import { openScope, scopeOf } from './request-scope';
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
    const hosts = hostsOf(request);
    if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion !== '1.0')) {
      response.setHeader('Connection', 'close');
      filter.answer(problem(hosts.length > 1 ? 'several_hosts' : 'no_host'), request, response);
      return;
    }
    runAs({ kind: 'anonymous', address: scopeOf(request).address, requestId: id }, () => next());
  };
}

export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
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
function hostsOf(request: Request): readonly string[] {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
}

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
      if (redirectWithoutSlash(settings, routes, segments, scope.rawQuery, response)) return;
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

/** A path that only differs by a trailing slash from one that exists moved there, for any method. Reference: http#urls. */
function redirectWithoutSlash(
  settings: Settings,
  routes: RouteTable,
  segments: readonly string[],
  rawQuery: string,
  response: Response,
): boolean {
  if (segments.length < 2 || segments.at(-1) !== '') return false;
  const shorter = segments.slice(0, -1);
  if (!routes.has(shorter)) return false;
  const query = rawQuery === '' ? '' : `?${rawQuery}`;
  response.statusCode = 301;
  response.setHeader('Location', settings.publicUrl + canonicalPath(shorter) + query);
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.setHeader('Content-Length', Buffer.byteLength(MOVED));
  response.end(MOVED);
  return true;
}
