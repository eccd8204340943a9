import type { IncomingMessage } from 'node:http';
import { problem } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import type { FairScheduler } from '@gatehouse/scheduling';
import { type FormFields, readForm } from './form';
import { readJsonObject } from './json-text';
import { readMultipart } from './multipart';
import { decode, receive, tooLarge } from './received';

/** The fields of a body. */
export type ReadBody =
  | { readonly source: 'json' | 'none'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly source: 'form'; readonly fields: FormFields };

/** Limits of bodies; each is a setting. */
export interface BodyLimits {
  /** Maximum bytes. */
  readonly bytes: number;
  /** Maximum number of members and list entries of a JSON text, at all levels together. */
  readonly members: number;
  /** Maximum number of fields of a form, including repeated names. */
  readonly fields: number;
  /** Milliseconds within which the body arrives. */
  readonly timeout: number;
}

const NOTHING: ReadBody = { source: 'none', fields: Object.freeze({}) };

/** Size from which a body is read in steps, in bytes: reading a smaller one takes less than a millisecond. */
const LARGE = 16 * 1024;

/**
 * Reads a body by its declared media type; without one by its first character. A body of another type is not read, so that
 * its fields are absent. A large body is read in steps, which take turns with the work for other clients than that at `address`.
 * Throws 413 for one beyond the limits, 408 for one that is too slow, 400 for one that cannot be read. Reference: http#request-bodies, http#statuses.
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  scheduler: Pick<FairScheduler, 'run' | 'turn'>,
  address: string,
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
  if (kind === 'multipart')
    return { source: 'form', fields: await readMultipart(request, limits, () => scheduler.turn(address)) };
  const bytes = await receive(request, limits);
  const steps = readText(bytes, kind, limits);
  return bytes.length >= LARGE ? scheduler.run(address, steps) : finished(steps);
}

/** Reads the text of a body that is JSON or an urlencoded form. */
function* readText(
  bytes: Buffer,
  kind: 'json' | 'urlencoded' | 'undeclared',
  limits: BodyLimits,
): Steps<ReadBody> {
  const text = decode(bytes);
  const isJson = kind === 'json' || (kind === 'undeclared' && /^[{[]/.test(text));
  if (!isJson) return { source: 'form', fields: readForm(text, limits.fields) };
  yield 0;
  return { source: 'json', fields: yield* readJsonObject(text, limits.members) };
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
