import { HOP_BY_HOP } from './header-policy';
import { requestHeaderPolicy } from './request-header-policy';
import { responseHeaderPolicy } from './response-header-policy';

/** A header's name as HTTP has it, without the underscore that many upstreams read as a hyphen. */
const TOKEN = /^[a-z0-9!#$%&'*+.^`|~-]{1,100}$/;

/** The framing and the reading of a body that was decided on. */
const OF_THE_BODY = {
  request: new Set(['accept-encoding', 'content-encoding', 'content-length', 'content-type']),
  response: new Set(['content-encoding', 'content-length', 'expect']),
};
const POLICIES = { request: requestHeaderPolicy, response: responseHeaderPolicy };
/** May go, and may not be made: the cookie of a session would come in that way. */
const NOT_SET = { request: 'cookie', response: 'set-cookie' };

/** Whether hooks may take a header of this name, in lower case, away. */
export function isRemovableHeader(on: 'request' | 'response', name: string): boolean {
  if (!TOKEN.test(name) || HOP_BY_HOP.has(name) || OF_THE_BODY[on].has(name)) return false;
  return POLICIES[on].ruleOf(name)?.hooks !== false;
}

/** Whether hooks may set a header of this name, in lower case. */
export function isSettableHeader(on: 'request' | 'response', name: string): boolean {
  return name !== NOT_SET[on] && isRemovableHeader(on, name);
}
