import type { IncomingMessage, ServerResponse } from 'node:http';

/** Ends a reply so that the client does not take it for a complete one. */
export function breakOff(request: IncomingMessage, response: ServerResponse): void {
  // Without chunks, only a reset tells the client that the reply is not complete.
  if (request.httpVersion === '1.0') request.socket.resetAndDestroy();
  else response.destroy();
}
