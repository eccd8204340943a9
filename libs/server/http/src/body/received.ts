import type { IncomingMessage } from 'node:http';
import { type Problem, problem } from '@gatehouse/problems';

export const tooLarge = (limit: number): Problem => problem('body_too_large', { maximum: limit });

/** Limits of a body that is read into memory. */
interface ReceivedLimits {
  /** Maximum bytes. */
  readonly bytes: number;
  /** Milliseconds within which it arrives. */
  readonly timeout: number;
}

/** A complete body; 413 once it is larger than the limit, 408 once it takes longer, leaving the rest unread. */
export async function receive(
  request: IncomingMessage,
  { bytes: limit, timeout }: ReceivedLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // No `for await`: leaving such a loop early destroys the request, and with it the connection of the reply.
  let timer: NodeJS.Timeout | undefined;
  const received = new Promise<Buffer>((resolve, reject) => {
    timer = setTimeout(() => {
      request.removeAllListeners('data');
      request.pause();
      reject(problem('body_too_slow'));
    }, timeout).unref();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.pause();
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    const endedEarly = (): void => reject(problem('body_incomplete'));
    request.once('error', endedEarly);
    request.once('aborted', endedEarly);
  });
  return received.finally(() => clearTimeout(timer));
}

/** The text of a body, which must be UTF-8. */
export function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('body_not_utf8');
  }
}
