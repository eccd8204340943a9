import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Problem, badRequest } from '../problem';
import { nestsTooDeep } from './depth';

/** The fields of a body. In forms every value is a text, and a field may be there several times. */
export type ReadBody =
  | { readonly source: 'json' | 'none'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly source: 'form'; readonly fields: FormFields };

export type FormFields = Readonly<Record<string, readonly string[]>>;

const NOTHING: ReadBody = { source: 'none', fields: Object.freeze({}) };
const MAX_FORM_FIELDS = 1000;

/**
 * Reads a body of at most `limit` bytes by its declared media type; a body of another type is not read, so that its
 * fields are absent. Throws 413 for one that is too large, 400 for one that cannot be read. Spec: http-api 1.6.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const declared = request.headers['content-type'];
  const [mediaType = '', ...parameters] = (declared ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const kind = KINDS[mediaType];
  if (kind === undefined || !hasBody(request)) return NOTHING;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw badRequest('A compressed body is not read.');
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw badRequest('A body has to be written in UTF-8.');
  }
  if (kind === 'multipart') return { source: 'form', fields: await readMultipart(request, limit) };
  const text = decode(await readBytes(request, limit));
  return kind === 'json'
    ? { source: 'json', fields: parseJson(text) }
    : { source: 'form', fields: byName(new URLSearchParams(text)) };
}

const KINDS: Readonly<Record<string, 'json' | 'urlencoded' | 'multipart'>> = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'urlencoded',
  'multipart/form-data': 'multipart',
};

/** Whether a request announces a body that is not empty. */
export function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

const tooLarge = (limit: number): Problem => new Problem(413, `The body is larger than ${limit} bytes.`);

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
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
    request.once('error', () => reject(badRequest('The body ended early.')));
    request.once('aborted', () => reject(badRequest('The body ended early.')));
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
}

function parseJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  if (nestsTooDeep(text)) throw badRequest('The body nests too deep.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body has to be a JSON object.');
  }
  return value as Record<string, unknown>;
}

function byName(pairs: Iterable<readonly [string, string]>): FormFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(fields);
}

/** Text fields of a multipart form; files are skipped: no endpoint takes one. */
async function readMultipart(request: IncomingMessage, limit: number): Promise<FormFields> {
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
      if (size > limit) fail(tooLarge(limit));
    };
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { fields: MAX_FORM_FIELDS, fieldSize: limit },
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
    parser.once('close', () => resolve(byName(fields)));
    request.on('data', count);
    request.once('aborted', () => fail(badRequest('The body ended early.')));
    request.pipe(parser);
  });
}
