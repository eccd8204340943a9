import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The events by which a server takes requests. */
export type RequestEvent = 'request' | 'checkContinue' | 'checkExpectation';

/**
 * The response to the latest request of each connection. Replies are sent in the order of the requests: once the latest is
 * closed, so are all before it.
 */
export class LatestResponses {
  private readonly responses = new WeakMap<Socket, ServerResponse>();

  /**
   * `events` are those by which the server takes requests: to listen to another one would make Node leave such requests
   * to us.
   */
  constructor(server: Server, events: readonly RequestEvent[] = ['request']) {
    const note = (request: IncomingMessage, response: ServerResponse): void =>
      void this.responses.set(request.socket, response);
    for (const event of events) server.on(event, note);
  }

  of(socket: Socket): ServerResponse | undefined {
    return this.responses.get(socket);
  }

  /** The response that the connection still has to send, if any. */
  pendingOn(socket: Socket): ServerResponse | undefined {
    const response = this.responses.get(socket);
    return response?.closed ? undefined : response;
  }
}
