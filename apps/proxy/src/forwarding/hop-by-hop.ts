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

const NONE: ReadonlySet<string> = new Set();

/** The further headers that a `Connection` header declares to concern this connection only, in lower case. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || /^\s*(?:keep-alive|close)?\s*$/i.test(connection)) return NONE;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
