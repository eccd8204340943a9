const NONE: ReadonlySet<string> = new Set();
/** Values that are not header names. */
const PLAIN: ReadonlySet<string> = new Set(['', 'keep-alive', 'close']);

/**
 * The further headers that a `Connection` header declares to concern this connection only, in lower case. Headers
 * that describe the content are end-to-end (RFC 9110, 7.6.1): without its type, the service would interpret a body
 * differently from the decision.
 */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || PLAIN.has(connection.trim().toLowerCase())) return NONE;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !name.startsWith('content-')));
}
