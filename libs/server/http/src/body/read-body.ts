import type { IncomingMessage } from 'node:http';
import { problem } from '@gatehouse/problems';
import { type FormFields, readForm } from './form';
import { boundedMembers } from './json-text';
import { readMultipart } from './multipart';
import { decode, receive, tooLarge } from './received';

export type { FormFields } from './form';

/** The fields of a body. */
export type ReadBody =
  | { readonly source: 'json' | 'none'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly source: 'form'; readonly fields: FormFields };

/** How much of a body is read; each limit is a setting. */
export interface BodyLimits {
  /** Most bytes. */
  readonly bytes: number;
  /** Most members and list entries of a JSON text, at all levels together. */
  readonly members: number;
  /** Most fields of a form, those of the same name counted each. */
  readonly fields: number;
}

const NOTHING: ReadBody = { source: 'none', fields: Object.freeze({}) };

/** Size from which a body waits for a turn of its own, in bytes: reading a smaller one takes less than a millisecond. */
const LARGE = 16 * 1024;

/**
 * Reads a body by its declared media type; without one by its first character. A body of another type is not read, so that
 * its fields are absent. A large body is taken apart in turns, each of which `turn` resolves in. Throws 413 for one beyond the limits, 400 for one that cannot be read. Reference: http#request-bodies, http#statuses.
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  turn: () => Promise<void>,
): Promise<ReadBody> {
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const kind = KINDS.get(mediaType);
  if (kind === undefined || !hasBody(request)) return NOTHING;
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits.bytes);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw problem('body_compressed');
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw problem('body_not_utf8');
  }
  if (kind === 'multipart') return { source: 'form', fields: await readMultipart(request, limits, turn) };
  const bytes = await receive(request, limits.bytes);
  if (bytes.length >= LARGE) await turn();
  const text = decode(bytes);
  const isJson = kind === 'json' || (kind === 'undeclared' && /^[{[]/.test(text));
  return isJson
    ? { source: 'json', fields: parseJson(text, limits.members) }
    : { source: 'form', fields: readForm(text, limits.fields) };
}

const KINDS = new Map<string, 'json' | 'urlencoded' | 'multipart' | 'undeclared'>([
  ['', 'undeclared'],
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'urlencoded'],
  ['multipart/form-data', 'multipart'],
]);

/** Whether a request announces a body that is not empty. */
export function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

function parseJson(text: string, members: number): Record<string, unknown> {
  if (text.trim() === '') return {};
  boundedMembers(text, members);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('invalid_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problem('json_object_required');
  }
  return value as Record<string, unknown>;
}
