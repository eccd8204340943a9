import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A front end as in deployments: publishes the API below a prefix, which it removes before it forwards. */
export interface Front {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a front end on a free port; `prefix` begins with a slash and ends without. */
export async function startFront(prefix: string, apiPort: number): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end('Not below the prefix.');
      return;
    }
    const { method, headers } = incoming;
    const target = { host: '127.0.0.1', port: apiPort, path: path.slice(prefix.length), method, headers };
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
