import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The accepted ids of clients: without characters that could end a line of a log or a header. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;

/** The id of a request in logs and replies: that of its header `X-Request-Id` where it can be used as it is, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const input = headers['x-request-id'];
  return typeof input === 'string' && REQUEST_ID.test(input) ? input : randomUUID();
}
