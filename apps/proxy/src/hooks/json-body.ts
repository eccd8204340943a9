import { HookFailed } from './hook-failed';
import type { JsonBody } from './reply-plan';

const JSON_TYPE = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Whether a body with these headers can be read as JSON; what is compressed cannot. */
export function isJson(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  const isPlain = contentEncoding === undefined || /^\s*(?:identity)?\s*$/i.test(contentEncoding);
  return isPlain && contentType !== undefined && JSON_TYPE.test(contentType);
}

/** Reads a body of JSON; undefined when it is empty. Fails with `HookFailed`. */
export function readJson(bytes: Buffer): JsonBody | undefined {
  if (bytes.length === 0) return undefined;
  try {
    const text = UTF8.decode(bytes);
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw new HookFailed('the body is not JSON');
  }
}
