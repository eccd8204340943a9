import type { EntityManager } from 'typeorm';

/** Takes ids of a table from its sequence, in ascending order, so that many rows can be inserted whose ids are known in their order. */
export async function reserveIds(
  manager: EntityManager,
  table: 'users' | 'groups' | 'resources',
  count: number,
): Promise<number[]> {
  // The name of the sequence is looked up once, and the ids are one text: they are needed while other writers wait.
  const [row] = await manager.query<{ ids: string }[]>(
    `SELECT array_to_string(ARRAY(SELECT nextval(sequence.name)::integer
       FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS name OFFSET 0) sequence, generate_series(1, $2::integer)), ' ') AS ids`,
    [table, count],
  );
  const ids = row?.ids ? row.ids.split(' ').map(Number) : [];
  return ids.sort((one, other) => one - other);
}
