import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Number of bytes up to which copying chunks into one costs less than writing several. */
const SMALL = 16 * 1024;

interface Piece {
  readonly chunk: Buffer | string;
  readonly encoding: BufferEncoding;
}

/**
 * Makes the connections of a server send small replies in one write. Node passes headers, body and end to the socket as three
 * chunks, and writing several costs more than copying them into one.
 */
export function coalesceWrites(server: Server): void {
  const gathered = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    const writeAll = socket._writev?.bind(socket);
    // `connection` is emitted again after an upgrade offer that was ignored.
    if (!writeAll || gathered.has(socket)) return;
    gathered.add(socket);
    socket._writev = (pieces, callback) => {
      const whole = inOnePiece(pieces);
      if (whole) socket._write(whole.chunk, whole.encoding, callback);
      else writeAll(pieces, callback);
    };
  });
}

/** The same bytes in one chunk; undefined if that is not worthwhile. */
export function inOnePiece(pieces: readonly Piece[]): Piece | undefined {
  let only: Piece | undefined;
  let count = 0;
  let size = 0;
  for (const piece of pieces) {
    if (piece.chunk.length === 0) continue;
    only = piece;
    count++;
    size += piece.chunk.length;
    if (size > SMALL) return undefined;
  }
  if (count === 1) return only;
  let text = '';
  for (const { chunk, encoding } of pieces) {
    // A Latin-1 character is one byte, so that the strings can be concatenated.
    if (typeof chunk !== 'string') text += chunk.toString('latin1');
    else if (encoding === 'latin1' || chunk === '') text += chunk;
    else return undefined;
  }
  return { chunk: text, encoding: 'latin1' };
}
