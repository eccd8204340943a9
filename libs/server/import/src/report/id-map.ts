import type { ImportSession } from '../session';

/** An object that has another identifier here than in the source. */
export interface MappedId {
  readonly kind: 'user' | 'group' | 'service' | 'resource';
  readonly id: number;
  readonly target: number;
}

const ROWS_AT_ONCE = 5_000;

/** The objects whose identifiers differ, in pages, after `runImport` in its session. */
export async function* idMap(session: ImportSession): AsyncGenerator<MappedId> {
  const kinds = [
    ['user', 'wanted_users', "'user'"],
    ['group', 'wanted_groups', "'group'"],
    ['resource', 'wanted_resources', "CASE w.level WHEN 0 THEN 'service' ELSE 'resource' END"],
  ] as const;
  for (const [, table, kind] of kinds)
    for (let after = -1; ;) {
      const rows = await session.query<MappedId>(
        `SELECT ${kind} AS kind, w.id, w.target_id AS target FROM ${table} w
         WHERE w.target_id IS NOT NULL AND w.target_id <> w.id AND w.id > $1 ORDER BY w.id LIMIT ${ROWS_AT_ONCE}`,
        [after],
      );
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) break;
      after = last.id;
    }
}
