import type { EntityManager } from 'typeorm';

/** Takes ids of a table from its sequence, so that many rows can be inserted whose ids are known in their order. */
export async function reserveIds(
  manager: EntityManager,
  table: 'users' | 'groups',
  count: number,
): Promise<number[]> {
  const rows = await manager.query<{ id: string }[]>(
    "SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::int)",
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}
