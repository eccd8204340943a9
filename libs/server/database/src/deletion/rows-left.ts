import type { EntityManager } from 'typeorm';
import { DEPENDENTS, type DeletedKind } from './dependents';
import { rowsOfSessions, sessionsWhere } from './ended-sessions';

type Statements = Pick<EntityManager, 'query'>;

/** Deleted objects of a kind whose rows are counted: each has at least one. */
interface Objects {
  readonly kind: DeletedKind;
  readonly ids: number[];
  readonly names: string[];
}

interface Cutoff {
  readonly revision: string;
  readonly user_id: number | null;
  readonly origin_prefix: string | null;
  readonly origins: string[] | null;
  readonly except_id: string | null;
}

/** The revisions of deletions that have rows left, the oldest first; at most `limit`. */
export async function unfinishedDeletions(manager: Statements, limit: number): Promise<number[]> {
  const rows = await manager.query<{ revision: string }[]>(
    `WITH RECURSIVE unfinished (revision) AS (
       (SELECT revision FROM pending_deletions ORDER BY revision LIMIT 1)
       UNION ALL
       SELECT n.revision FROM unfinished u CROSS JOIN LATERAL (
         SELECT revision FROM pending_deletions WHERE revision > u.revision ORDER BY revision LIMIT 1) n)
     (SELECT revision FROM unfinished LIMIT $1) UNION SELECT revision FROM session_cutoffs ORDER BY revision LIMIT $1`,
    [limit],
  );
  return rows.map(({ revision }) => Number(revision));
}

/** How many rows below and of what a revision has deleted are left, tokens of sessions included; at most `most`. */
export async function rowsLeft(manager: Statements, revision: number, most: number): Promise<number> {
  const count = async (sql: string, values: readonly unknown[]): Promise<number> => {
    const [row] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM (${sql}) found`,
      [...values],
    );
    return row?.count ?? 0;
  };
  let left = 0;
  const objects = await manager.query<Objects[]>(
    `SELECT kind, array_agg(id) AS ids, array_agg(name) FILTER (WHERE name IS NOT NULL) AS names FROM (
       SELECT kind, id, name FROM pending_deletions WHERE revision = $1 ORDER BY revision, kind LIMIT ${most}) p GROUP BY kind`,
    [revision],
  );
  for (const { kind, ids, names } of objects)
    for (const [sql, values] of queriesOf({ kind, ids, names: names ?? [] }, most)) {
      if (left >= most) return most;
      left += await count(sql, values);
    }
  const cutoffs = await manager.query<Cutoff[]>(
    'SELECT * FROM session_cutoffs WHERE revision = $1 ORDER BY id',
    [revision],
  );
  for (const { user_id, origin_prefix, origins, except_id } of cutoffs) {
    if (left >= most) return most;
    const { condition, values } = sessionsWhere({
      userId: user_id ?? undefined,
      originPrefix: origin_prefix ?? undefined,
      origins: origins ?? undefined,
      exceptId: except_id ?? undefined,
      before: revision,
    });
    left += await count(all(Object.values(rowsOfSessions(condition)), most), values);
  }
  return Math.min(left, most);
}

function queriesOf(
  { kind, ids, names }: Objects,
  most: number,
): (readonly [sql: string, values: readonly unknown[]])[] {
  if (kind === 'resource') return [[rowsBelow(most), [ids]]];
  const queries = (isByName: boolean): string[] =>
    DEPENDENTS[kind].filter(({ byName = false }) => byName === isByName).map(({ rows }) => rows);
  const byName = queries(true);
  // Those that a provider brought, which are removed user by user.
  if (kind === 'identity_provider')
    byName.push('SELECT ctid FROM claimed_memberships WHERE provider = ANY ($1)');
  return [
    ...(queries(false).length > 0 ? [[all(queries(false), most), [ids]] as const] : []),
    ...(byName.length > 0 ? [[all(byName, most), [names]] as const] : []),
  ];
}

/** The rows of several queries, up to `most`. */
function all(queries: readonly string[], most: number): string {
  return queries.map((sql) => `(${sql} LIMIT ${most})`).join(' UNION ALL ') + ` LIMIT ${most}`;
}

/** The resources below others, whose ids are `$1`, and the assignments on all of them. Only as many are looked up as are counted. */
function rowsBelow(most: number): string {
  const childrenOf = (id: string): string =>
    `CROSS JOIN LATERAL (SELECT id FROM resources WHERE parent_id = ${id} OFFSET 0) c`;
  const assignments = (table: string): string => `SELECT 1 FROM ${table} WHERE resource_id = r.id`;
  return `WITH RECURSIVE below (id) AS (
       SELECT c.id FROM unnest($1::integer[]) AS deleted (id) ${childrenOf('deleted.id')}
       UNION ALL
       SELECT c.id FROM below b ${childrenOf('b.id')})
     SELECT 1 FROM (SELECT id, false AS is_left FROM unnest($1::integer[]) AS deleted (id) UNION ALL SELECT id, true FROM below) r
     CROSS JOIN LATERAL (SELECT 1 WHERE r.is_left UNION ALL ${assignments('user_permissions')}
       UNION ALL ${assignments('group_permissions')} OFFSET 0) of_resource LIMIT ${most}`;
}
