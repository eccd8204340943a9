import type { IncomingMessage } from 'node:http';

/** Limits in bytes and milliseconds for reading an unused body. */
const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Discards the rest of a request that has been answered, so that its client can read the reply; disconnects a client that sends
 * for too long. A body that is too large is not read further: its client receives the reply when it can no longer send. `done`
 * is called once, when the body has ended or the connection is closed.
 */
export function drain(request: IncomingMessage, done: () => void = () => undefined): void {
  if (request.readableEnded || request.destroyed) {
    done();
    return;
  }
  const { socket } = request;
  let left = MAX_BYTES;
  const timer = setTimeout(() => socket.destroy(), TIMEOUT_MS);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.pause();
  });
  const enough = (): void => {
    clearTimeout(timer);
    request.off('end', enough);
    socket.off('close', enough);
    done();
  };
  // After the reply, the connection may close without further events on the request.
  request.once('end', enough);
  socket.once('close', enough);
  request.resume();
}
