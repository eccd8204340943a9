import type { EntityManager } from 'typeorm';

/** Which sessions end together: those that meet all conditions that are given. */
export interface EndedSessions {
  readonly userId?: number | undefined;
  /** What opened them begins so, such as `provider:keycloak:`. */
  readonly originPrefix?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  /** The one that goes on. */
  readonly exceptId?: string | undefined;
  /** Only those that began before this revision. */
  readonly before?: number | undefined;
}

/**
 * The condition that a session `s` has ended by a cut-off, or with its user, or with the network token that opened it, while its row is
 * left. Reference: data#large-deletions.
 */
export const HAS_ENDED = `(
  EXISTS (SELECT 1 FROM session_cutoffs c WHERE coalesce(s.revision, 0) < c.revision
    AND (c.user_id IS NULL OR c.user_id = s.user_id)
    AND (c.origin_prefix IS NULL OR starts_with(s.origin, c.origin_prefix))
    AND (c.origins IS NULL OR s.origin = ANY (c.origins))
    AND s.id IS DISTINCT FROM c.except_id)
  OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = s.user_id OFFSET 0)
  OR starts_with(coalesce(s.origin, ''), 'network-token:') AND NOT EXISTS (
    SELECT 1 FROM remote_users r JOIN network_nodes n ON n.id = r.node_id WHERE 'network-token:' || r.id = s.origin
      AND r.id = substring(s.origin FROM '[0-9]+$')::integer OFFSET 0))`;

/** A row of `session_cutoffs`. */
interface Cutoff {
  readonly id: number;
  readonly user_id: number | null;
  readonly origin_prefix: string | null;
  readonly origins: string[] | null;
  readonly except_id: string | null;
}

/** A cut-off, and the sessions that it has ended. */
interface EndedBy {
  readonly id: number;
  readonly ended: EndedSessions;
}

/** The cut-offs of a revision. */
export async function cutoffsOf(manager: Pick<EntityManager, 'query'>, revision: number): Promise<EndedBy[]> {
  const rows = await manager.query<Cutoff[]>(
    'SELECT * FROM session_cutoffs WHERE revision = $1 ORDER BY id',
    [revision],
  );
  return rows.map(({ id, user_id, origin_prefix, origins, except_id }) => ({
    id,
    ended: {
      userId: user_id ?? undefined,
      originPrefix: origin_prefix ?? undefined,
      origins: origins ?? undefined,
      exceptId: except_id ?? undefined,
      before: revision,
    },
  }));
}

/** Parameters of a statement, and what it selects by them. */
export interface SessionSearch {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A query for ids of sessions that end together, each with the number of its tokens: at most `limit` of them. */
export function sessionsThat(ended: EndedSessions, limit: number): SessionSearch {
  const { userId, originPrefix, origins, exceptId, before } = ended;
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  // In the order of the index, so that no statistics lead to a scan of the table.
  add(userId, (id) => `s.user_id BETWEEN ${id} AND ${id}`);
  // A range that the index has: no text that begins so is above the last character of Unicode.
  add(
    originPrefix,
    (prefix) => `s.origin COLLATE "C" >= ${prefix} AND s.origin COLLATE "C" < ${prefix} || chr(1114111)`,
  );
  add(origins, (list) => `s.origin COLLATE "C" = ANY (${list})`);
  add(exceptId, (id) => `s.id <> ${id}`);
  add(before, (revision) => `coalesce(s.revision, 0) < ${revision}`);
  if (conditions.length === 0) throw new Error('no condition would end all sessions');
  const order = userId === undefined ? '' : ' ORDER BY s.user_id';
  return {
    sql: `SELECT s.id, t.tokens FROM (SELECT s.id FROM sessions s WHERE ${conditions.join(' AND ')}${order} LIMIT ${limit}) s
      CROSS JOIN LATERAL (SELECT count(*)::integer AS tokens FROM session_tokens WHERE session_id = s.id OFFSET 0) t`,
    values,
  };
}

/**
 * Inside a unit of work: ends sessions. If they and their tokens are more than `most` rows, they end by a cut-off, and a job removes the
 * rows. Reference: data#large-deletions.
 */
export async function endSessions(
  manager: Pick<EntityManager, 'query'>,
  revision: number,
  ended: EndedSessions,
  most: number,
): Promise<void> {
  const { sql, values } = sessionsThat(ended, most + 1);
  const found = await manager.query<{ id: string; tokens: number }[]>(sql, [...values]);
  if (found.reduce((rows, { tokens }) => rows + 1 + tokens, 0) <= most) {
    if (found.length > 0)
      await manager.query('DELETE FROM sessions WHERE id = ANY ($1)', [found.map(({ id }) => id)]);
    return;
  }
  const { userId, originPrefix, origins, exceptId } = ended;
  await manager.query(
    'INSERT INTO session_cutoffs (revision, user_id, origin_prefix, origins, except_id) VALUES ($1, $2, $3, $4, $5)',
    [revision, userId ?? null, originPrefix ?? null, origins ?? null, exceptId ?? null],
  );
}
