import { EXIT } from './exit-codes';
import { Failure } from './failures';

/**
 * All of standard input. A terminal ends it by Ctrl-D only, so that an interruption ends it, too. Throws what `tooLong` makes for
 * more bytes than `maxBytes`, and a {@link Failure} if it is interrupted.
 */
export async function standardInput(maxBytes: number, tooLong: () => Failure): Promise<Buffer> {
  const { stdin } = process;
  const stop = () => stdin.destroy(new Failure('Interrupted.', EXIT.interrupted));
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk as Uint8Array);
      length += bytes.length;
      if (length > maxBytes) throw tooLong();
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
