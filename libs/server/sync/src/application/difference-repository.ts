import type { EntityManager } from 'typeorm';
import { type SynchronizationDifference, sameKeySql } from '@gatehouse/database';
import { DIFFERENCE_KINDS, DIFFERENCE_STATES, type DifferenceProblem } from '../comparison/difference';
import { likeOf, rangeOf } from './change-pattern';

/** A difference as it is stored. */
export type StoredDifference = Omit<SynchronizationDifference, 'problem'> & {
  readonly problem: DifferenceProblem | null;
};

/** Which differences of a mirror are listed or decided about. */
export interface DifferenceFilter {
  readonly synchronizationId: number;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  /** `*` stands for any text; the names of a path are joined by slashes. */
  readonly pattern?: string | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

const COLUMNS = `d.synchronization_id AS "synchronizationId", d.id, d.kind, d.path, d.type, d.display_name AS "displayName",
  d.resource_id AS "resourceId", d.below, d.new_name AS "newName", d.problem, d.state, d.decided_by AS "decidedBy",
  d.decided_at AS "decidedAt"`;

/** The columns by which an index has the differences of a kind and state; then come their paths. */
const PLACE = 'd.kind, d.state, d.synchronization_id';
const KEY = 'change_path_key(d.path) COLLATE "C"';

/** The SQL of stored differences. */
export class DifferenceRepository {
  constructor(private readonly manager: () => Pick<EntityManager, 'query'>) {}

  /** In the order of their paths, parents before their children. */
  async find(filter: DifferenceFilter): Promise<StoredDifference[]> {
    const { synchronizationId, kind, state, ids, pattern, after, limit } = filter;
    if (ids) return this.findByIds(filter, ids);
    const { from, to } = rangeOf(pattern);
    const begin = after === undefined ? { key: from, id: 0 } : await this.place(synchronizationId, after);
    if (!begin) return [];
    // One range of the index for each kind and state.
    return this.manager().query<StoredDifference[]>(
      `SELECT ${COLUMNS} FROM unnest($2::text[]) AS k (kind) CROSS JOIN unnest($3::text[]) AS s (state) CROSS JOIN LATERAL (
         SELECT * FROM synchronization_differences d
         WHERE (${PLACE}, ${KEY}, d.id) > (k.kind, s.state, $1, $4, $5)
           AND ${to === undefined ? `(${PLACE}) <= (k.kind, s.state, $1)` : `(${PLACE}, ${KEY}) < (k.kind, s.state, $1, $8)`}
           AND ($6::text IS NULL OR array_to_string(d.path, '/') LIKE $6)
         ORDER BY ${PLACE}, ${KEY}, d.id LIMIT $7) d
       ORDER BY ${KEY}, d.id LIMIT $7`,
      [
        synchronizationId,
        kind === undefined ? DIFFERENCE_KINDS : [kind],
        state === undefined ? DIFFERENCE_STATES : [state],
        begin.key,
        begin.id,
        pattern === undefined ? null : likeOf(pattern),
        limit,
        ...(to === undefined ? [] : [to]),
      ],
    );
  }

  private findByIds(
    { synchronizationId, kind, state, pattern, limit }: DifferenceFilter,
    ids: readonly number[],
  ): Promise<StoredDifference[]> {
    return this.manager().query<StoredDifference[]>(
      `SELECT ${COLUMNS} FROM synchronization_differences d WHERE d.synchronization_id = $1 AND d.id = ANY ($2)
         AND ($3::text IS NULL OR d.kind = $3) AND ($4::text IS NULL OR d.state = $4)
         AND ($5::text IS NULL OR array_to_string(d.path, '/') LIKE $5)
       ORDER BY d.synchronization_id, d.id LIMIT $6`,
      [
        synchronizationId,
        ids,
        kind ?? null,
        state ?? null,
        pattern === undefined ? null : likeOf(pattern),
        limit,
      ],
    );
  }

  /** Where a difference is in the order; undefined if there is none with this number. */
  private async place(
    synchronizationId: number,
    id: number,
  ): Promise<{ readonly key: string; readonly id: number } | undefined> {
    const [row] = await this.manager().query<{ key: string; id: number }[]>(
      `SELECT ${KEY} AS key, d.id FROM synchronization_differences d WHERE d.synchronization_id = $1 AND d.id = $2`,
      [synchronizationId, id],
    );
    return row;
  }

  /** The open differences that created what is above some paths would settle. */
  async appearedAt(
    synchronizationId: number,
    paths: readonly (readonly string[])[],
  ): Promise<StoredDifference[]> {
    if (paths.length === 0) return [];
    return this.manager().query<StoredDifference[]>(
      `SELECT ${COLUMNS} FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(p)) AS path FROM unnest($2::jsonb[]) AS g (p)) AS w
       CROSS JOIN LATERAL (SELECT * FROM synchronization_differences d
         WHERE (${PLACE}, ${KEY}) >= ('appeared', 'open', $1, change_path_key(w.path))
           AND (${PLACE}, ${KEY}) <= ('appeared', 'open', $1, change_path_key(w.path)) AND d.path = w.path
         ORDER BY ${PLACE}, ${KEY}, d.id LIMIT 1) d
       ORDER BY d.id`,
      [synchronizationId, paths.map((path) => JSON.stringify(path))],
    );
  }

  /** The next ones that a job applies by itself. */
  automatic(
    synchronizationId: number,
    kind: 'appeared' | 'vanished',
    after: number,
    limit: number,
  ): Promise<StoredDifference[]> {
    return this.manager().query<StoredDifference[]>(
      `SELECT ${COLUMNS} FROM synchronization_differences d
       WHERE d.synchronization_id = $1 AND d.state = 'automatic' AND d.kind = $2 AND d.id > $3
       ORDER BY d.synchronization_id, d.state, d.id LIMIT $4`,
      [synchronizationId, kind, after, limit],
    );
  }

  async settle(
    synchronizationId: number,
    ids: readonly number[],
    state: 'applied' | 'rejected' | 'open',
    by: { readonly decidedBy?: string | undefined; readonly problem?: DifferenceProblem } = {},
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.manager().query(
      `UPDATE synchronization_differences SET state = $3, decided_by = $4::text, problem = coalesce($5::text, problem),
         decided_at = CASE WHEN $4::text IS NULL THEN decided_at ELSE clock_timestamp() END
       WHERE synchronization_id = $1 AND id = ANY ($2)`,
      [synchronizationId, ids, state, by.decidedBy ?? null, by.problem ?? null],
    );
  }

  /** How many there are of each kind and state, and how many of these a job has applied by itself. */
  count(synchronizationId: number): Promise<
    {
      kind: StoredDifference['kind'];
      state: StoredDifference['state'];
      problem: string | null;
      count: number;
      byJob: number;
    }[]
  > {
    return this.manager().query(
      `SELECT kind, state, problem, count(*)::integer AS count, count(*) FILTER (WHERE decided_by IS NULL)::integer AS "byJob"
       FROM synchronization_differences WHERE synchronization_id = $1 GROUP BY kind, state, problem ORDER BY kind, state`,
      [synchronizationId],
    );
  }

  /** Notes that a job has created resources. */
  async noteOrigins(serviceId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.manager().query(
      'INSERT INTO synchronized_resources (resource_id, service_id) SELECT unnest($2::integer[]), $1 ON CONFLICT DO NOTHING',
      [serviceId, ids],
    );
  }

  /** Why a resource and what is below it may not be removed by a job; null if it may. */
  async obstacleToRemoval(resourceId: number): Promise<'has_assignments' | 'other_origin' | null> {
    const [row] = await this.manager().query<{ assigned: boolean; other: boolean }[]>(
      `WITH RECURSIVE branch AS (
         SELECT id FROM resources WHERE id = $1
         UNION ALL SELECT c.id FROM branch b CROSS JOIN LATERAL (SELECT id FROM resources WHERE ${sameKeySql('parent_id', 'b.id')} OFFSET 0) c
       ) SELECT
         coalesce(bool_or((SELECT true FROM user_permissions WHERE ${sameKeySql('resource_id', 'b.id')} LIMIT 1)), false)
           OR coalesce(bool_or((SELECT true FROM group_permissions WHERE ${sameKeySql('resource_id', 'b.id')} LIMIT 1)), false) AS assigned,
         coalesce(bool_or(NOT EXISTS (SELECT FROM synchronized_resources o WHERE o.resource_id = b.id)), false) AS other
       FROM branch b`,
      [resourceId],
    );
    if (row?.assigned) return 'has_assignments';
    return row?.other ? 'other_origin' : null;
  }

  /** Whether the lease of a job is still held; until the end of the transaction, nobody else can take it. */
  async isHeld(synchronizationId: number, lease: string): Promise<boolean> {
    const rows = await this.manager().query<unknown[]>(
      `SELECT 1 FROM synchronizations WHERE id = $1 AND lease = $2 AND state = 'applying' FOR UPDATE`,
      [synchronizationId, lease],
    );
    return rows.length > 0;
  }
}
