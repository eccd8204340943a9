import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { LatestResponses, answerUnreadable, refuseConnect } from '@gatehouse/wire';
import { DeclaredRoutes } from './declared-routes';
import { openRequest, routeRequest } from './entry';
import { PathTargetGuard } from './path-target.guard';
import { ProblemFilter } from './problem.filter';
import { RouteTable } from './route-table';
import { ReplyWriter } from './reply-writer';
import { LOGGER, SETTINGS } from './tokens';
import { unreadableAnswer } from './unreadable-answer';
import { WrittenReplies, registeredHandlers } from './written-replies';
import type { Settings } from '@gatehouse/settings';
import type { Logger } from '@gatehouse/logging';

/**
 * Puts the entry of the pipeline ahead of Nest's router and initialises the application. `beside` handles what is not
 * an endpoint, such as the console's files, after the scope is open and before routes are matched.
 */
export async function installPipeline(
  app: NestExpressApplication,
  beside: readonly RequestHandler[] = [],
): Promise<void> {
  const settings = app.get<Settings>(SETTINGS);
  const express = app.getHttpAdapter().getInstance();
  app.set('query parser', (query: string) => new URLSearchParams(query));
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.disable('x-powered-by');
  // The table is complete only after the modules are initialized, but must precede the router that they set up.
  let route: RequestHandler = (_request, _response, next) => next();
  const filter = app.get(ProblemFilter);
  const logger = app.get<Logger>(LOGGER);
  const routes = app.get(DeclaredRoutes);
  const server = app.getHttpServer();
  const unreadable = unreadableAnswer(settings, logger);
  answerUnreadable(server, unreadable, new LatestResponses(server, ['request', 'checkExpectation']));
  refuseConnect(server, unreadable);
  // 417 is a choice (RFC 9110, 10.1.1), which Node would make without a body: an unknown expectation is ignored.
  server.on('checkExpectation', express);
  const routed: RequestHandler = (request, response, next) => route(request, response, next);
  express.use(inSequence([openRequest({ settings, logger, filter }), ...beside, routed]));
  const adapter = app.getHttpAdapter();
  if (adapter instanceof WrittenReplies) adapter.writeWith(app.get(ReplyWriter));
  await app.init();
  refuseUnknownParameters(routes, app.get(PathTargetGuard));
  const registered = registeredHandlers(express);
  const handlers = new Map(
    routes.all().flatMap((declared) => {
      const handler = registered.get(`${declared.method} ${declared.template}`);
      return handler ? [[declared, handler] as const] : [];
    }),
  );
  const table = new RouteTable(routes.all(), ({ declaration }) => declaration.unavailable?.(settings));
  route = routeRequest({ settings, filter, routes: table, handlers });
}

/**
 * One handler out of several, each of which passes the request on to the next; Express spends more
 * on a layer than most of them.
 */
function inSequence(handlers: readonly RequestHandler[]): RequestHandler {
  return handlers.reduceRight((following, handler): RequestHandler => {
    return (request, response, next) =>
      handler(request, response, (error?: unknown) =>
        // A router without a result passes null.
        error === undefined || error === null ? following(request, response, next) : next(error),
      );
  });
}

/** A parameter without resolver would fail every request, so that the start fails instead. */
function refuseUnknownParameters(routes: DeclaredRoutes, guard: PathTargetGuard): void {
  for (const { template, params } of routes.all()) {
    const unknown = params.filter((param) => !guard.knows(param));
    if (unknown.length > 0) throw new Error(`no resolver for ${unknown.join(', ')} of ${template}`);
  }
}
