import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './request-body';

/** What a client needs to go on in another protocol on the same connection. */
export interface Upgrade {
  /** The protocol that the client offers first and that may be spoken through us. */
  readonly protocol: string;
  readonly socket: Socket;
  /** What the client has sent already. */
  readonly head: Buffer;
}

export type UpgradeHandler = (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade) => void;

/**
 * Protocols that carry requests of their own. Nobody would decide about those, so that such an upgrade is never offered to
 * an upstream: with `h2c` a client could ask for everything after having been allowed one thing.
 */
const CARRIES_REQUESTS = /^(?:h2c?|http|tls|ssl|spdy)(?:\/|$)/i;
const PROTOCOL = /^[\w!#$%&'*+.^`|~-]+(?:\/[\w!#$%&'*+.^`|~-]+)?$/;

/**
 * Takes the requests of a server that ask for another protocol. Those that can be had get a response of their own, to be
 * refused or answered like any other; the offers of all others are ignored, as HTTP lets a server do (RFC 9110, 7.8): they
 * go the way of every request.
 */
export function takeUpgrades(server: Server, handle: UpgradeHandler): void {
  const underWay = new WeakMap<object, number>();
  const count = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  };
  server.on('request', count).on('checkContinue', count);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const protocol = offeredProtocol(request);
    if ((underWay.get(socket) ?? 0) > 0) {
      // Sent on before the answer to the request before it: whose reply would be whose?
      socket.destroy();
    } else if (protocol === undefined) {
      socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
      server.emit('connection', socket);
    } else {
      handle(request, responseOn(request, socket), { protocol, socket, head });
    }
  });
}

function offeredProtocol(request: IncomingMessage): string | undefined {
  if (request.method !== 'GET' || hasBody(request) || request.httpVersion !== '1.1') return undefined;
  const offers = (request.headers.upgrade ?? '').split(',').map((offer) => offer.trim());
  return offers.find((offer) => PROTOCOL.test(offer) && !CARRIES_REQUESTS.test(offer));
}

/** The head of a request as it was sent, without its offer. */
function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'upgrade')
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** A response on a connection that the server has let go of; the connection ends with it. */
function responseOn(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  return response;
}
