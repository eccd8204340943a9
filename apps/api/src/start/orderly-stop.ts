import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';

/** Milliseconds for which requests in progress may still be answered: less than the limit of what stops the process. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Accepts no more connections, gives requests in progress a limited time, and stops the application. Kept connections are
 * closed with their next reply: a client that always sends another request would keep the process alive.
 */
export async function stopInOrder(
  app: Pick<INestApplication, 'close'>,
  server: Server,
  timeoutMs = STOP_TIMEOUT_MS,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
