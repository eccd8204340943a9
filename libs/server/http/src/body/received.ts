import type { IncomingMessage } from 'node:http';
import { Problem, badRequest } from '../problem';

export const tooLarge = (limit: number): Problem =>
  new Problem(413, `The body is larger than ${limit} bytes (SVC_BODY_LIMIT).`);

/** A body in whole; 413 once it is larger than `limit` bytes, the rest unread. */
export async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // No `for await`: leaving such a loop early destroys the request, and with it the connection of the answer.
  return new Promise<Buffer>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.pause();
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    const endedEarly = (): void => reject(badRequest('The body ended early.'));
    request.once('error', endedEarly);
    request.once('aborted', endedEarly);
  });
}

/** The text of a body, which has to be UTF-8. */
export function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
}
