/** A header's name as HTTP has it, without the underscore that many upstreams read as a hyphen. */
const TOKEN = /^[a-z0-9!#$%&'*+.^`|~-]{1,100}$/;

/** What concerns one connection, or the framing and the reading of a body that was decided on. */
const FRAMING = [
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'public',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
const FORBIDDEN = {
  /** With the proxy's own words about the client, and what could turn a request into another one. */
  request: new Set([
    ...FRAMING,
    'accept-encoding',
    'content-type',
    'forwarded',
    'host',
    'x-access-revision',
    'x-http-method',
    'x-http-method-override',
    'x-method-override',
    'x-real-ip',
    'x-rewrite-url',
  ]),
  response: new Set([...FRAMING, 'alt-svc', 'clear-site-data', 'x-access-revision']),
};
const FORBIDDEN_PREFIXES = {
  request: ['x-forwarded-', 'x-original-', 'x-gatehouse-', 'remote-'],
  response: ['x-gatehouse-'],
};
/** May go, and may not be made: the cookie of a session would come in that way. */
const NOT_SET = { request: 'cookie', response: 'set-cookie' };

/** Whether hooks may take a header of this name, in lower case, away. */
export function isRemovableHeader(on: 'request' | 'response', name: string): boolean {
  if (!TOKEN.test(name) || FORBIDDEN[on].has(name)) return false;
  return !FORBIDDEN_PREFIXES[on].some((prefix) => name.startsWith(prefix));
}

/** Whether hooks may set a header of this name, in lower case. */
export function isSettableHeader(on: 'request' | 'response', name: string): boolean {
  return name !== NOT_SET[on] && isRemovableHeader(on, name);
}
