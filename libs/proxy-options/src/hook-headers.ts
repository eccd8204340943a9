import { HOP_BY_HOP } from './header-policy';
import { requestHeaderPolicy } from './request-header-policy';
import { responseHeaderPolicy } from './response-header-policy';

/** A header name as in HTTP, except underscores, which many upstreams read as hyphens. */
const TOKEN = /^[a-z0-9!#$%&'*+.^`|~-]{1,100}$/;

/** Headers that determine the framing and interpretation of a body, on which the decision is based. */
const OF_THE_BODY = {
  request: new Set(['accept-encoding', 'content-encoding', 'content-length', 'content-type']),
  response: new Set(['content-encoding', 'content-length', 'expect']),
};
const POLICIES = { request: requestHeaderPolicy, response: responseHeaderPolicy };
/** Hooks can remove but not set these headers, because they could set a session cookie. */
const NOT_SET = { request: 'cookie', response: 'set-cookie' };

/** Whether hooks can remove a header with this name, in lower case. */
export function isRemovableHeader(on: 'request' | 'response', name: string): boolean {
  if (!TOKEN.test(name) || HOP_BY_HOP.has(name) || OF_THE_BODY[on].has(name)) return false;
  return POLICIES[on].ruleOf(name)?.hooks !== false;
}

/** Whether hooks can set a header with this name, in lower case. */
export function isSettableHeader(on: 'request' | 'response', name: string): boolean {
  return name !== NOT_SET[on] && isRemovableHeader(on, name);
}
