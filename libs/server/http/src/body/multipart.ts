import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { type Problem, badRequest } from '../problem';
import { type FormFields, byName, tooManyFields } from './form';
import { endedEarly, tooLarge } from './received';

/**
 * Longest media type of such a form, in characters. Its boundary, which RFC 2046 allows 70, is searched for at the cost of
 * its length for each byte of a body that resembles it.
 */
const MAX_MEDIA_TYPE = 150;

export interface MultipartLimits {
  /** Most bytes of the whole body. */
  readonly bytes: number;
  /** Most parts, fields and files together. */
  readonly fields: number;
}

/** Text fields of a multipart form; files are skipped: no endpoint takes one. */
export async function readMultipart(
  request: IncomingMessage,
  { bytes, fields: most }: MultipartLimits,
): Promise<FormFields> {
  if ((request.headers['content-type'] ?? '').length > MAX_MEDIA_TYPE) {
    throw badRequest(`The media type of the form is longer than ${MAX_MEDIA_TYPE} characters.`);
  }
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    let size = 0;
    const fail = (problem: Problem): void => {
      request.unpipe();
      request.removeListener('data', count);
      request.pause();
      reject(problem);
    };
    const count = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytes) fail(tooLarge(bytes));
    };
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        // It counts what follows the last boundary as a part.
        limits: { fields: most, parts: most + 1, fieldSize: bytes },
      });
    } catch {
      reject(badRequest('The form cannot be read.'));
      return;
    }
    parser.on('field', (name, value) => fields.push([name, value]));
    const malformed = (): void => fail(badRequest('The form cannot be read.'));
    parser.on('file', (_name, stream) => stream.on('error', malformed).resume());
    // INVARIANT: not `once`: it tells each malformed part, and an error that nobody listens to ends the process.
    parser.on('error', malformed);
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => fail(tooManyFields(most)));
    }
    parser.once('close', () => resolve(byName(fields)));
    request.on('data', count);
    request.once('aborted', () => fail(endedEarly()));
    request.pipe(parser);
  });
}
