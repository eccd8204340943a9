import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { LatestResponses, type UnreadableRequest, answerUnreadable, refuseConnect } from '@gatehouse/wire';
import { coalesceWrites } from './forwarding/coalesced-writes';
import { takeUpgrades } from './received/upgrade-requests';
import type { ErrorResponder } from './replies/error-responder';
import type { RequestDispatcher } from './requests/request-dispatcher';

/** Milliseconds. */
export interface ServerTimeouts {
  /** For which an idle connection is kept. */
  readonly keepAlive: number;
  /** After which a silent connection is closed. */
  readonly silence: number;
}

/** The HTTP server of the proxy, not yet listening. */
export function createProxyServer(
  dispatcher: RequestDispatcher,
  errors: ErrorResponder,
  { keepAlive, silence }: ServerTimeouts,
): Server {
  const server = createServer({
    // The dispatcher refuses a request without one, in the usual error format.
    requireHostHeader: false,
    // Longer than front ends keep their connections, so that they close first and never write to a closing one.
    keepAliveTimeout: keepAlive,
    headersTimeout: 60_000,
    // Uploads may take any time; an idle connection is closed by the time-out below.
    requestTimeout: 0,
    maxHeaderSize: 32 * 1024,
  });
  server.timeout = silence;
  coalesceWrites(server);
  const latest = new LatestResponses(server, ['request', 'checkContinue', 'checkExpectation']);
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    dispatcher.handle(request, response, false),
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    dispatcher.handle(request, response, true),
  );
  takeUpgrades(server, latest, (request, response, upgrade) =>
    dispatcher.handle(request, response, false, upgrade),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    dispatcher.refuseExpectation(request, response),
  );
  const refuse = (request: UnreadableRequest) => errors.unreadable(request);
  answerUnreadable(server, refuse, latest);
  refuseConnect(server, refuse);
  return server;
}
