/** Headers that concern one connection only. RFC 9110, section 7.6.1, and what older peers send. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
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
]);

/** Names in lower case, and what further ones begin with. */
export interface HeaderNames {
  readonly names: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/**
 * What upstreams get from the proxy and from nobody else: its own words about the client, and what could turn a request into
 * another one than that which was authorised. Spec: permissions 5.7.
 */
export const RESERVED_REQUEST_HEADERS: HeaderNames = {
  names: new Set([
    'expect',
    'forwarded',
    'host',
    'x-access-revision',
    'x-http-method',
    'x-http-method-override',
    'x-method-override',
    'x-real-ip',
    'x-rewrite-url',
  ]),
  prefixes: ['x-forwarded-', 'x-original-', 'x-gatehouse-', 'remote-'],
};

/** What clients get from the proxy and not from upstreams, which could act on our session or on where clients find us. */
export const RESERVED_RESPONSE_HEADERS: HeaderNames = {
  names: new Set(['alt-svc', 'clear-site-data', 'x-access-revision']),
  prefixes: ['x-gatehouse-'],
};

/** Whether a name, in lower case, is one of these. */
export function isAmong({ names, prefixes }: HeaderNames, name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
