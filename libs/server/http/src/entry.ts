import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { runAs } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { answerPreflight, setCorsHeaders } from './cors';
import { DEFAULT_FORMAT, negotiate } from './negotiation';
import { Problem, badRequest } from './problem';
import type { ProblemFilter } from './problem.filter';
import { decodeLoosely, redact } from './redaction';
import { openScope, scopeOf } from './request-scope';
import { type RouteTable, segmentsOf } from './route-table';

export interface EntryOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly filter: ProblemFilter;
  readonly routes: RouteTable;
}

const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** The first thing that sees a request: opens its scope, answers for what follows, logs one line at its end. */
export function openRequest({ settings, logger }: EntryOptions): RequestHandler {
  return (request, response, next) => {
    const [rawPath = '/', rawQuery = ''] = splitTarget(request.originalUrl);
    const given = request.get('x-request-id');
    const id = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    openScope(request, {
      id,
      address: request.ip ?? '',
      startedAt: process.hrtime.bigint(),
      rawPath,
      path: decodeLoosely(rawPath.replaceAll('+', '%2B')),
      rawQuery,
      format: DEFAULT_FORMAT,
      params: {},
      targets: new Map(),
    });
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', id);
    if (settings.logRequests) response.once('close', () => logRequest(logger, request, response));
    runAs({ kind: 'anonymous', address: scopeOf(request).address, requestId: id }, () => next());
  };
}

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

function splitTarget(target: string): [path: string, query: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}

function logRequest(logger: Logger, request: Request, response: Response): void {
  const scope = scopeOf(request);
  const { caller, route } = scope;
  logger.info(
    {
      requestId: scope.id,
      method: request.method,
      url: redact(scope.rawPath, scope.rawQuery),
      status: response.statusCode,
      durationMs: Number(process.hrtime.bigint() - scope.startedAt) / 1e6,
      address: scope.address,
      ...(route ? { route: route.template } : {}),
      ...(caller?.kind === 'user' ? { userId: caller.userId } : {}),
    },
    response.writableFinished ? 'request' : 'request abandoned',
  );
}

/**
 * 406, then 404, then 405, before anything is looked up; hands the request on under its canonical path.
 * Spec: decisions 6.
 */
export function routeRequest({ settings, filter, routes }: EntryOptions): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    try {
      if (answerPreflight(settings, request, response)) return;
      setCorsHeaders(settings, request, response);
      const scope = scopeOf(request);
      const segments = segmentsOf(scope.rawPath);
      const rawRoute = segments && declaredRaw(routes, segments);
      if (!rawRoute) scope.format = negotiate(request, new URLSearchParams(scope.rawQuery));
      if (!segments) throw badRequest('The path has a broken escape or is not valid UTF-8.');
      if (redirectWithoutSlash(settings, routes, segments, scope.rawQuery, response)) return;
      const match = routes.match(request.method, segments);
      scope.route = match.route;
      scope.params = match.params;
      request.url = match.canonicalPath + (scope.rawQuery === '' ? '' : `?${scope.rawQuery}`);
      next();
    } catch (thrown) {
      filter.answer(thrown, request, response);
    }
  };
}

/** Raw endpoints, the API description and its page, have one form only and do not negotiate. */
function declaredRaw(routes: RouteTable, segments: readonly string[]): boolean {
  try {
    return routes.match('GET', segments).route.declaration.raw !== undefined;
  } catch (thrown) {
    if (thrown instanceof Problem) return false;
    throw thrown;
  }
}

/** A path that only differs by a trailing slash from one that exists moved there, for any method. Spec: http-api 1.4. */
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
  const path = `/${shorter.map(encodeURIComponent).join('/')}`;
  response.statusCode = 301;
  response.setHeader('Location', settings.publicUrl + path + (rawQuery === '' ? '' : `?${rawQuery}`));
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.end(`301 Moved Permanently\n\n${path}\n`);
  return true;
}
