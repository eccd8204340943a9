import type { IncomingMessage } from 'node:http';

/** Bytes and milliseconds for which a body that nobody wants is read. */
const MOST = 8 * 1024 * 1024;
const PATIENCE = 5_000;

/**
 * Reads and forgets the rest of a request that is answered already, so that its client gets to read the answer and the
 * connection can go on; hangs up on one that sends too much or too slowly.
 */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  const { socket } = request;
  let left = MOST;
  const timer = setTimeout(() => socket.destroy(), PATIENCE);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  const enough = (): void => {
    clearTimeout(timer);
    socket.off('close', enough);
  };
  // The connection may end without another word from the request, once it is answered.
  request.once('end', enough);
  socket.once('close', enough);
  request.resume();
}
