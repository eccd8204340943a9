import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '@gatehouse/enforcement';
import type { LatestResponses } from '@gatehouse/wire';

/** The state of a client connection that is to be upgraded to another protocol. */
export interface Upgrade {
  /** The first offered protocol that may be forwarded. */
  readonly protocol: string;
  readonly socket: Socket;
  /** Bytes that the client has already sent. */
  readonly head: Buffer;
}

export type UpgradeHandler = (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void;

/**
 * Protocols that carry further requests. Those would not be authorized, so that such an upgrade is never offered to an
 * upstream: with `h2c` a client could send any request after one that was allowed.
 */
const CARRIES_REQUESTS = /^(?:h2c?|http|tls|ssl|spdy)(?:\/|$)/i;
const PROTOCOL = /^[\w!#$%&'*+.^`|~-]+(?:\/[\w!#$%&'*+.^`|~-]+)?$/;

/**
 * Handles the upgrade requests of a server. Those for a supported protocol receive a response object, so that they are refused or
 * answered like any other; the offers of all others are ignored, as HTTP permits (RFC 9110, 7.8): they are handled like
 * ordinary requests, and the connection has no more listeners afterwards than before.
 */
export function takeUpgrades(server: Server, latest: LatestResponses, handle: UpgradeHandler): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const protocol = offeredProtocol(request);
    // Node has removed its own listeners; an error without a listener would end the process.
    socket.on('error', destroyOnError);
    const pending = latest.pendingOn(socket);
    if (protocol === undefined) {
      const proceed = (): void => readAgain(server, request, socket, head);
      if (pending) pending.once('close', proceed);
      else proceed();
    } else if (pending) {
      // It was sent before the previous request was answered: replies could be attributed to the wrong request.
      socket.destroy();
    } else {
      handle(request, responseOn(request, socket), { protocol, socket, head });
    }
  });
}

function destroyOnError(this: Socket): void {
  this.destroy();
}

/** Returns a connection to the server, which parses the request again without its offer. */
function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.off('error', destroyOnError);
  if (socket.destroyed) return;
  socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
  server.emit('connection', socket);
}

function offeredProtocol(request: IncomingMessage): string | undefined {
  if (request.method !== 'GET' || hasBody(request) || request.httpVersion !== '1.1') return undefined;
  const offers = (request.headers.upgrade ?? '').split(',').map((offer) => offer.trim());
  return offers.find((offer) => PROTOCOL.test(offer) && !CARRIES_REQUESTS.test(offer));
}

/** The head of a request as sent, without its offer. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'upgrade')
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** A response on a connection that the server has detached; the connection is closed after it. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  return response;
}
