import { DirectConnection, type DirectConnectionOptions } from './direct-connection';

/** How often each of two connections is asked for its session. */
const LOOKS = 8;

/**
 * Throws `SessionNotKept` if connections do not keep their sessions, as behind a pooler that lends them for one transaction or
 * statement: two connections, asked in random order, have to name one session each, and always the same.
 */
export async function rejectUnkeptSessions(options: DirectConnectionOptions): Promise<void> {
  const connections: DirectConnection[] = [];
  try {
    for (let count = 0; count < 2; count += 1) connections.push(await DirectConnection.open(options));
    const [one, other] = connections;
    if (one && other) one.assertApart(other);
    const looks = connections.flatMap((connection) => Array<DirectConnection>(LOOKS).fill(connection));
    for (const connection of shuffled(looks)) await connection.confirmKept();
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
