import type { EntityManager } from 'typeorm';
import { DEPENDENTS, type DeletedKind, type Dependents, rowsSql } from './dependents';
import { sameKeySql } from '../same-key-sql';
import { type EndedSessions, cutoffsOf, sessionsThat } from './ended-sessions';

type Statements = Pick<EntityManager, 'query'>;

/** Deleted objects of a kind whose rows are counted: each has at least one. */
interface Objects {
  readonly kind: DeletedKind;
  readonly ids: readonly unknown[];
  readonly names: readonly unknown[];
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
  const counts: Count[] = [];
  const objects = await manager.query<Objects[]>(
    `SELECT kind, array_agg(id) AS ids, array_agg(name) FILTER (WHERE name IS NOT NULL) AS names FROM (
       SELECT kind, id, name FROM pending_deletions WHERE revision = $1 ORDER BY revision, kind LIMIT ${most}) p GROUP BY kind`,
    [revision],
  );
  for (const { kind, ids, names } of objects)
    counts.push(...countsOf({ kind, ids, names: names ?? [] }, most));
  for (const { ended } of await cutoffsOf(manager, revision)) counts.push(countOfSessions(ended, most));
  let left = 0;
  for (const { statement, parameters } of counts) {
    if (left >= most) break;
    const [row] = await manager.query<{ count: number }[]>(statement, [...parameters]);
    left += row?.count ?? 0;
  }
  return Math.min(left, most);
}

/** A statement that counts rows, up to a bound. */
interface Count {
  readonly statement: string;
  readonly parameters: readonly unknown[];
}

/** Statements that count the rows of deleted objects of a kind, each up to `most`. */
export function countsOf({ kind, ids, names }: Objects, most: number): Count[] {
  if (kind === 'resource') return [{ statement: countSql(rowsBelow(most)), parameters: [ids] }];
  const byId = DEPENDENTS[kind].filter(({ byName }) => !byName).flatMap((one) => rowsOf(one, most));
  const byName = DEPENDENTS[kind]
    .filter((one) => one.byName)
    .map(({ table, column }) => `SELECT ctid FROM ${table} WHERE ${column} = ANY ($1) LIMIT ${most}`);
  // Those that a provider brought, which are removed user by user.
  if (kind === 'identity_provider')
    byName.push(`SELECT ctid FROM claimed_memberships WHERE provider = ANY ($1) LIMIT ${most}`);
  if (kind === 'network_node') byId.push(...rowsOfNodeSessions(most));
  return [
    ...(byId.length > 0 ? [{ statement: countSql(firstOf(byId, most)), parameters: [ids] }] : []),
    ...(byName.length > 0 ? [{ statement: countSql(firstOf(byName, most)), parameters: [names] }] : []),
  ];
}

/** Queries for the rows of objects; of sessions, their tokens are others. */
function rowsOf(dependents: Dependents, most: number): string[] {
  const rows = rowsSql('ctid', dependents, 'integer', most);
  if (dependents.table !== 'sessions') return [rows];
  const sessions = rowsSql('id', dependents, 'integer', most);
  return [
    rows,
    `SELECT t.ctid FROM (${sessions}) s
     CROSS JOIN LATERAL (SELECT ctid FROM session_tokens WHERE session_id = s.id OFFSET 0) t LIMIT ${most}`,
  ];
}

/** Queries for the sessions, and for their tokens, that tokens of nodes have opened. */
function rowsOfNodeSessions(most: number): string[] {
  const remoteUsers = rowsSql('id', { table: 'remote_users', column: 'node_id' }, 'integer', most);
  const sessions = `FROM (${remoteUsers}) n CROSS JOIN LATERAL (
    SELECT ctid, id FROM sessions WHERE ${sameKeySql('origin COLLATE "C"', "('network-token:' || n.id)")} OFFSET 0) s`;
  return [
    `SELECT s.ctid ${sessions} LIMIT ${most}`,
    `SELECT t.ctid ${sessions}
     CROSS JOIN LATERAL (SELECT ctid FROM session_tokens WHERE session_id = s.id OFFSET 0) t LIMIT ${most}`,
  ];
}

/** The statement that counts sessions and their tokens, up to `most`. */
export function countOfSessions(ended: EndedSessions, most: number): Count {
  const { sql, values } = sessionsThat(ended, most);
  return {
    statement: `SELECT least(coalesce(sum(1 + tokens), 0), ${most})::integer AS count FROM (${sql}) found`,
    parameters: values,
  };
}

function countSql(rows: string): string {
  return `SELECT count(*)::integer AS count FROM (${rows}) found`;
}

/** The rows of several queries, each with a limit, up to `most`. */
function firstOf(queries: readonly string[], most: number): string {
  const [first] = queries;
  if (queries.length === 1 && first !== undefined) return first;
  return `${queries.map((sql) => `(${sql})`).join(' UNION ALL ')} LIMIT ${most}`;
}

/** The resources below others, whose ids are `$1`, and the assignments on all of them. Only as many are looked up as are counted. */
function rowsBelow(most: number): string {
  const childrenOf = (id: string): string =>
    `CROSS JOIN LATERAL (SELECT id FROM resources WHERE ${sameKeySql('parent_id', id)} OFFSET 0) c`;
  const assignments = (table: string): string =>
    `SELECT 1 FROM ${table} WHERE ${sameKeySql('resource_id', 'r.id')}`;
  return `WITH RECURSIVE below (id) AS (
       SELECT c.id FROM unnest($1::integer[]) AS deleted (id) ${childrenOf('deleted.id')}
       UNION ALL
       SELECT c.id FROM below b ${childrenOf('b.id')})
     SELECT 1 FROM (SELECT id, false AS is_left FROM unnest($1::integer[]) AS deleted (id) UNION ALL SELECT id, true FROM below) r
     CROSS JOIN LATERAL (SELECT 1 WHERE r.is_left UNION ALL ${assignments('user_permissions')}
       UNION ALL ${assignments('group_permissions')} OFFSET 0) of_resource LIMIT ${most}`;
}
