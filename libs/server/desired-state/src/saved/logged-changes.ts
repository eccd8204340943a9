import type { UnitOfWork } from '@gatehouse/database';

/** Entries of the change log of one read. */
const PAGE = 5_000;

/** An entry of the change log, with the identifiers that it has. */
export interface LoggedChange {
  readonly id: string;
  readonly revision: string;
  readonly entity: string;
  readonly operation: 'insert' | 'update' | 'delete';
  readonly object_id: string | null;
  readonly parent_id: string | null;
  readonly user_id: string | null;
  readonly group_id: string | null;
  readonly resource_id: string | null;
  readonly name: string | null;
  readonly begun_at: Date;
  readonly actor_name: string | null;
}

/** Pages of the change log after a revision, the oldest entries first; no more than `maxEntries`. */
export async function* loggedChanges(
  { manager }: Pick<UnitOfWork, 'manager'>,
  after: number,
  maxEntries: number,
): AsyncGenerator<readonly LoggedChange[], void, undefined> {
  let [revision, id] = [String(after), String(2n ** 62n)];
  for (let read = 0; read < maxEntries; read += PAGE) {
    const rows = await manager.query<LoggedChange[]>(
      `SELECT c.id, c.revision, c.entity, c.operation, r.begun_at, r.actor_name,
         c.state ->> 'id' AS object_id, c.state ->> 'parent_id' AS parent_id, c.state ->> 'user_id' AS user_id,
         c.state ->> 'group_id' AS group_id, c.state ->> 'resource_id' AS resource_id, c.state ->> 'name' AS name
       FROM (SELECT id, revision, entity, operation, coalesce(before, after) AS state FROM changes
         WHERE (revision, id) > ($1::bigint, $2::bigint) ORDER BY revision, id LIMIT $3) c
       CROSS JOIN LATERAL (SELECT begun_at, actor_name FROM revisions WHERE revision = c.revision OFFSET 0) r
       ORDER BY c.revision, c.id`,
      [revision, id, Math.min(PAGE, maxEntries - read)],
    );
    yield rows;
    const newest = rows.at(-1);
    if (rows.length < PAGE || !newest) return;
    [revision, id] = [newest.revision, newest.id];
  }
}
