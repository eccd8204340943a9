import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems assign by themselves: Linux from 32768, others from 49152. */
const PORTS = { first: 20_000, end: 32_000 } as const;

/**
 * A port of the loopback interface on which nothing listens. A program that starts later finds it free: no connection and no server of
 * another test gets it, unless it asks for it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
