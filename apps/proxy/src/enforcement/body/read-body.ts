import type { IncomingMessage } from 'node:http';
import { readRequestBody } from '@gatehouse/request-body';
import type { BodyReader } from './buffered-body';

const NOTHING = Buffer.alloc(0);

/** Reads bodies of up to `limit` bytes; what is longer or breaks off is unreadable, and no byte of it goes anywhere. */
export function bodyReader(limit: number): BodyReader {
  return async (request, admit) => {
    admit();
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      // Without the iterator: leaving one early would destroy the connection that the refusal has to go out on.
      const isWhole = await new Promise<boolean>((resolve, reject) => {
        request.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > limit) resolve(false);
          else chunks.push(chunk);
        });
        request
          .once('end', () => resolve(true))
          .once('error', reject)
          .once('close', () => reject(new Error('gone')));
      });
      if (!isWhole) return { bytes: NOTHING, read: { kind: 'unreadable', problem: 'it is too large' } };
    } catch {
      return { bytes: NOTHING, read: { kind: 'unreadable', problem: 'it broke off' } };
    }
    const bytes = Buffer.concat(chunks);
    return { bytes, read: readRequestBody(headersOf(request), bytes) };
  };
}

function headersOf({ headers }: IncomingMessage) {
  return { contentType: headers['content-type'], contentEncoding: headers['content-encoding'] };
}
