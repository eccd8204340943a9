import { HOP_BY_HOP, RESERVED_REQUEST_HEADERS, RESERVED_RESPONSE_HEADERS, isAmong } from './reserved-headers';

/** A header's name as HTTP has it, without the underscore that many upstreams read as a hyphen. */
const TOKEN = /^[a-z0-9!#$%&'*+.^`|~-]{1,100}$/;

/** The framing and the reading of a body that was decided on. */
const OF_THE_BODY = {
  request: new Set(['accept-encoding', 'content-encoding', 'content-length', 'content-type']),
  response: new Set(['content-encoding', 'content-length', 'expect']),
};
const RESERVED = { request: RESERVED_REQUEST_HEADERS, response: RESERVED_RESPONSE_HEADERS };
/** May go, and may not be made: the cookie of a session would come in that way. */
const NOT_SET = { request: 'cookie', response: 'set-cookie' };

/** Whether hooks may take a header of this name, in lower case, away. */
export function isRemovableHeader(on: 'request' | 'response', name: string): boolean {
  if (!TOKEN.test(name) || HOP_BY_HOP.has(name) || OF_THE_BODY[on].has(name)) return false;
  return !isAmong(RESERVED[on], name);
}

/** Whether hooks may set a header of this name, in lower case. */
export function isSettableHeader(on: 'request' | 'response', name: string): boolean {
  return name !== NOT_SET[on] && isRemovableHeader(on, name);
}
