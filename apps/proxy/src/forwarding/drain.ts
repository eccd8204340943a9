import type { IncomingMessage } from 'node:http';

/** Bytes and milliseconds for which a body that nobody wants is read. */
const MOST = 8 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Reads and forgets the rest of a request that is answered already, so that its client gets to read the answer; hangs up on
 * one that sends for too long. Of a body that is too long no more is read: its client finds the answer when it cannot send
 * any further. `done` is called once, when the body has come to its end or the connection is gone.
 */
export function drain(request: IncomingMessage, done: () => void = () => undefined): void {
  if (request.readableEnded || request.destroyed) {
    done();
    return;
  }
  const { socket } = request;
  let left = MOST;
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
  // The connection may end without another word from the request, once it is answered.
  request.once('end', enough);
  socket.once('close', enough);
  request.resume();
}
