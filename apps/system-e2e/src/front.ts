import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
}

/** Starts a front end on a free port. */
export async function startFront({ api, proxy }: FrontRoutes): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const [port, forwarded] = path.startsWith(`${api.prefix}/`)
      ? [api.port, path.slice(api.prefix.length)]
      : [proxy.port, path];
    if (port === proxy.port && !path.startsWith(`${proxy.prefix}/`)) {
      outgoing.writeHead(404).end('Not below a prefix.');
      return;
    }
    const { method, headers } = incoming;
    const target = { host: '127.0.0.1', port, path: forwarded, method, headers };
    const upstream = forward(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  return { port: await listen(server), stop: () => stop(server) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
