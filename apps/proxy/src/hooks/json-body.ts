import { type Steps, isIdentity, readJsonText, readUtf8 } from '@gatehouse/request-body';
import type { JsonBody } from './reply-plan';

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Whether a body with these headers can be read as JSON; compressed bodies cannot. */
export function isJson(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  return isIdentity(contentEncoding) && contentType !== undefined && JSON_TYPE.test(contentType);
}

/** Parses a JSON body with a maximum number of members and items; undefined when it is empty. */
export function* readJson(
  bytes: Buffer,
  mostValues: number,
): Steps<JsonBody | { readonly problem: string } | undefined> {
  if (bytes.length === 0) return undefined;
  const text = yield* readUtf8(bytes);
  if (text === undefined) return { problem: 'the body is not JSON' };
  const read = yield* readJsonText(text, mostValues);
  if ('problem' in read) return { problem: `the body cannot be read: ${read.problem}` };
  return { text, value: read.value };
}
