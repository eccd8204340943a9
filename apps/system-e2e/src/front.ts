import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request as forward,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Certificate } from '@gatehouse/testing';

/** A front end as in deployments, which publishes the API and the proxy on one origin. */
export interface Front {
  readonly port: number;
  stop(): Promise<void>;
}

/** What a front end forwards. Prefixes begin with a slash and end without. */
export interface FrontRoutes {
  /** The prefix is removed. */
  readonly api: { readonly prefix: string; readonly port: number };
  /** The prefix is kept. */
  readonly proxy: { readonly prefix: string; readonly port: number };
  /** With a certificate, clients connect by TLS. */
  readonly certificate?: Certificate | undefined;
}

/** Starts a front end on a free port. It forwards by path alone, whatever the host name of a request is. */
export async function startFront({ api, proxy, certificate }: FrontRoutes): Promise<Front> {
  const sockets = new Set<Socket>();
  const server = certificate ? createTlsServer(certificate) : createServer();
  const targetOf = (incoming: IncomingMessage): RequestOptions | undefined => {
    const { method, url = '/' } = incoming;
    const headers = { ...incoming.headers, 'x-forwarded-proto': certificate ? 'https' : 'http' };
    const target = { host: '127.0.0.1', method, headers };
    if (url.startsWith(`${api.prefix}/`))
      return { ...target, port: api.port, path: url.slice(api.prefix.length) };
    return url.startsWith(`${proxy.prefix}/`) ? { ...target, port: proxy.port, path: url } : undefined;
  };
  server.on('request', (incoming, outgoing) => {
    const target = targetOf(incoming);
    if (!target) {
      outgoing.writeHead(404).end('Not below a prefix.');
      return;
    }
    const upstream = forward(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    const target = targetOf(incoming);
    if (!target) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(target.port), '127.0.0.1');
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    upstream.write(handshake(target));
    upstream.pipe(socket).pipe(upstream);
  });
  const stopAll = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return stop(server);
  };
  return { port: await listen(server), stop: stopAll };
}

function handshake({ method, path, headers }: RequestOptions): string {
  const lines = Object.entries(headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
