import type { RequestBody } from '@gatehouse/access-engine';

/** The headers that say how to read a body, as they were sent. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Reads a body for the mapping of requests. Spec: permissions 4.5. */
export function readRequestBody(
  { contentType = '', contentEncoding }: BodyHeaders,
  bytes: Buffer,
): RequestBody {
  if (bytes.length === 0) return { kind: 'none' };
  if (contentEncoding !== undefined) return { kind: 'unreadable', problem: 'it is encoded' };
  if (FORM.test(contentType)) {
    return { kind: 'form', parameters: [...new URLSearchParams(bytes.toString('utf8'))] };
  }
  return { kind: 'unreadable', problem: 'of an unknown media type' };
}
