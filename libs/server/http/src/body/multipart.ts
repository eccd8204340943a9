import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { type Problem, problem } from '@gatehouse/problems';
import { type FormFields, byName, tooManyFields } from './form';
import { receive } from './received';

/**
 * Longest media type of such a form, in characters. Its boundary, which RFC 2046 allows 70, is searched for at the cost of
 * its length for each byte of a body that resembles it.
 */
const MAX_MEDIA_TYPE = 150;

export interface MultipartLimits {
  /** Maximum bytes of the whole body. */
  readonly bytes: number;
  /** Maximum number of parts, fields and files together. */
  readonly fields: number;
  /** Milliseconds within which the body arrives. */
  readonly timeout: number;
}

/**
 * Bytes of a form that are parsed in one turn of the event loop: headers of parts cost many times as much as
 * content.
 */
const SLICE = 8 * 1024;

/** Text fields of a multipart form, a slice in each `turn`; files are skipped: no endpoint takes one. */
export async function readMultipart(
  request: IncomingMessage,
  { bytes: limit, fields: most, timeout }: MultipartLimits,
  turn: () => Promise<void>,
): Promise<FormFields> {
  if ((request.headers['content-type'] ?? '').length > MAX_MEDIA_TYPE) {
    throw problem('form_media_type_too_long', { maximum: MAX_MEDIA_TYPE });
  }
  const bytes = await receive(request, { bytes: limit, timeout });
  const fields: [string, string][] = [];
  let refusal: Problem | undefined;
  const malformed = (): void => {
    refusal ??= problem('form_malformed');
  };
  const parser = parserOf(request, limit, most);
  if (!parser) throw problem('form_malformed');
  parser.on('field', (name, value) => fields.push([name, value]));
  parser.on('file', (_name, stream) => stream.on('error', malformed).resume());
  // INVARIANT: not `once`: it emits an error for each malformed part, and an error without listener ends the process.
  parser.on('error', malformed);
  for (const event of ['partsLimit', 'fieldsLimit'] as const) {
    parser.on(event, () => (refusal ??= tooManyFields(most)));
  }
  const closed = new Promise((resolve) => parser.once('close', resolve));
  for (let at = 0; at < bytes.length && !refusal; at += SLICE) {
    if (bytes.length > SLICE) await turn();
    parser.write(bytes.subarray(at, at + SLICE));
  }
  if (refusal) parser.destroy();
  else parser.end();
  await closed;
  if (refusal) throw refusal;
  return byName(fields);
}

function parserOf(request: IncomingMessage, limit: number, most: number): busboy.Busboy | undefined {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      // It counts what follows the last boundary as a part.
      limits: { fields: most, parts: most + 1, fieldSize: limit },
    });
  } catch {
    return undefined;
  }
}
