const NONE: ReadonlySet<string> = new Set();
/** Values that name no header. */
const PLAIN: ReadonlySet<string> = new Set(['', 'keep-alive', 'close']);

/**
 * The further headers that a `Connection` header declares to concern this connection only, in lower case. Those that
 * describe the content are for all who read it (RFC 9110, 7.6.1): without its type a body that was read for the decision
 * would be another one to the service.
 */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || PLAIN.has(connection.trim().toLowerCase())) return NONE;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !name.startsWith('content-')));
}
