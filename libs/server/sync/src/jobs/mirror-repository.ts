import type { DataSource, EntityManager } from 'typeorm';
import { type SynchronizationDifference, type SynchronizationResult, attachedSql } from '@gatehouse/database';
import { nameKey } from '@gatehouse/names';
import type { ResourceTypeName } from '@gatehouse/service-types';
import type { LocalNode } from '../comparison/compare';
import type { Difference, DifferenceProblem } from '../comparison/difference';
import type { RemoteNode } from '../traversal/remote-tree';
import { type ClaimedJob, LeaseLost } from './job-repository';

/** Greater than all numbers of rows. */
const MAX_ID = 2_147_483_647;
/** Rows of one statement. */
const ROWS_AT_ONCE = 1_000;
/** Rows that are received at once: others wait for the conversion of as many. */
const ROWS_OF_FETCH = 2_000;

/** The mirror of a service: the job that has written it, and when. */
export interface Mirror {
  readonly synchronizationId: number;
  readonly lastSync: Date;
}

/** In which state a difference is stored, and why. */
export type DifferenceState = (difference: Difference) => {
  readonly state: SynchronizationDifference['state'];
  readonly problem: DifferenceProblem | undefined;
};

/** By what a difference is recognized in the next job. */
export function differenceKey(one: Pick<Difference, 'kind' | 'path' | 'displayName' | 'newName'>): string {
  return JSON.stringify([
    one.kind,
    one.path,
    one.kind === 'retitled' ? one.displayName : '',
    one.newName ?? '',
  ]);
}

/** The SQL of mirrors and differences. A mirror is written under the number of its job, and shown when it is complete. */
export class MirrorRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(serviceId: number): Promise<Mirror | undefined> {
    const rows = await this.dataSource.query<Mirror[]>(
      `SELECT synchronization_id AS "synchronizationId", last_sync AS "lastSync" FROM service_mirrors WHERE service_id = $1`,
      [serviceId],
    );
    return rows[0];
  }

  /** The registered resources below a service. */
  async registered(serviceId: number): Promise<LocalNode[]> {
    const found: LocalNode[] = [];
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `DECLARE registered NO SCROLL CURSOR FOR SELECT r.id, r.parent_id AS "parentId", r.name, r.display_name AS "displayName", r.type
           FROM resources r WHERE r.root_service_id = $1 AND ${attachedSql('r')}`,
        [serviceId],
      );
      for (;;) {
        const rows = await manager.query<{ type: string }[]>(`FETCH ${ROWS_OF_FETCH} FROM registered`);
        for (const row of rows) found.push(row as LocalNode & { type: ResourceTypeName });
        if (rows.length < ROWS_OF_FETCH) return;
      }
    });
    // Parents precede their children.
    return found.sort((one, other) => one.id - other.id);
  }

  /** Keys of the differences of a mirror that were rejected. */
  async rejected({ synchronizationId }: Mirror): Promise<Set<string>> {
    const keys = new Set<string>();
    for (let after = 0; ;) {
      const rows = await this.dataSource.query<(Difference & { id: number })[]>(
        `SELECT id, kind, path, display_name AS "displayName", new_name AS "newName" FROM synchronization_differences
         WHERE synchronization_id = $1 AND state = 'rejected' AND id > $2
         ORDER BY synchronization_id, state, id LIMIT ${ROWS_AT_ONCE}`,
        [synchronizationId, after],
      );
      for (const row of rows) keys.add(differenceKey(row));
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return keys;
      after = last.id;
    }
  }

  /** Writes a mirror, which nobody sees yet; `written` is called after each part. */
  async writeNodes(
    { id }: ClaimedJob,
    nodes: readonly RemoteNode[],
    problems: ReadonlyMap<number, DifferenceProblem>,
    written: () => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < nodes.length; from += ROWS_AT_ONCE) {
      const part = nodes.slice(from, from + ROWS_AT_ONCE);
      await this.dataSource.query(
        `INSERT INTO remote_resources (synchronization_id, id, parent_id, name, name_key, display_name, type, is_open, problem)
         SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[])`,
        [
          id,
          part.map((node) => node.id),
          part.map(({ parentId }) => parentId),
          part.map(({ name }) => name),
          part.map(({ name }) => nameKey(name)),
          part.map(({ name, title }) => title ?? name.slice(0, 100)),
          part.map(({ type }) => type),
          part.map(({ isOpen }) => isOpen),
          part.map((node) => problems.get(node.id) ?? null),
        ],
      );
      await written();
    }
  }

  /** Writes the differences of a mirror, which nobody sees yet. */
  async writeDifferences(
    { id }: ClaimedJob,
    differences: readonly Difference[],
    stateOf: DifferenceState,
    written: () => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < differences.length; from += ROWS_AT_ONCE) {
      const part = differences.slice(from, from + ROWS_AT_ONCE);
      const states = part.map(stateOf);
      // Arrays of arrays would have to be of one length.
      await this.dataSource.query(
        `INSERT INTO synchronization_differences
           (synchronization_id, id, kind, path, type, display_name, resource_id, below, new_name, problem, state)
         SELECT $1, n, kind, ARRAY(SELECT jsonb_array_elements_text(path)), type, title, resource, below, renamed, problem, state
         FROM unnest($2::integer[], $3::text[], $4::jsonb[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::text[],
           $10::text[], $11::text[]) AS given (n, kind, path, type, title, resource, below, renamed, problem, state)`,
        [
          id,
          part.map((_, index) => from + index + 1),
          part.map(({ kind }) => kind),
          part.map(({ path }) => JSON.stringify(path)),
          part.map(({ type }) => type),
          part.map(({ displayName }) => displayName),
          part.map(({ resourceId }) => resourceId ?? null),
          part.map(({ below }) => below ?? 0),
          part.map(({ newName }) => newName ?? null),
          states.map(({ problem }) => problem ?? null),
          states.map(({ state }) => state),
        ],
      );
      await written();
    }
  }

  /**
   * Shows the mirror that a job has written, in place of the one before. False if the service was deleted, or is another source by now;
   * throws {@link LeaseLost} if another process runs the job.
   */
  async publish(
    { id, serviceId, lease, syncType }: ClaimedJob,
    url: string,
    result: SynchronizationResult,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [, held] = await manager.query<[unknown[], number]>(
        `UPDATE synchronizations SET state = 'applying', result = $3 WHERE id = $1 AND lease = $2 AND state = 'reading'`,
        [id, lease, result],
      );
      if (held === 0) throw new LeaseLost('another process runs the synchronization');
      const same = await manager.query<unknown[]>(
        'SELECT 1 FROM services WHERE resource_id = $1 AND url = $2 AND sync_type = $3',
        [serviceId, url, syncType],
      );
      if (same.length === 0) {
        await manager.query(`UPDATE synchronizations SET state = 'reading', result = NULL WHERE id = $1`, [
          id,
        ]);
        return false;
      }
      await manager.query(
        `INSERT INTO service_mirrors (service_id, synchronization_id, last_sync) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (service_id) DO UPDATE SET synchronization_id = excluded.synchronization_id, last_sync = excluded.last_sync`,
        [serviceId, id],
      );
      return true;
    });
  }

  /** Removes the rows of jobs whose mirror is not shown, and of deleted services. Returns how many, at most `limit` of each table. */
  async removeOld(limit: number): Promise<number> {
    const { manager } = this.dataSource;
    let removed = 0;
    for (const table of Object.keys(REMOVALS) as (keyof typeof REMOVALS)[])
      removed += await removeRows(manager, table, limit);
    return removed;
  }
}

const REMOVALS = {
  remote_resources: 'DELETE FROM remote_resources',
  synchronization_differences: 'DELETE FROM synchronization_differences',
} as const;

/** Jobs that still need their rows: those that have not ended, and those whose mirror is shown. */
async function removeRows(
  manager: EntityManager,
  table: keyof typeof REMOVALS,
  limit: number,
): Promise<number> {
  const [oldest] = await manager.query<{ id: number }[]>(
    `WITH RECURSIVE jobs AS (
       (SELECT synchronization_id AS id FROM ${table} ORDER BY synchronization_id LIMIT 1)
       UNION ALL SELECT (SELECT synchronization_id FROM ${table} WHERE synchronization_id > jobs.id
         ORDER BY synchronization_id LIMIT 1) FROM jobs WHERE jobs.id IS NOT NULL
     ) SELECT id FROM jobs WHERE id IS NOT NULL
       AND NOT EXISTS (SELECT FROM synchronizations j WHERE j.id = jobs.id AND j.state IN ('reading', 'applying', 'queued'))
       AND NOT EXISTS (SELECT FROM service_mirrors m JOIN services s ON s.resource_id = m.service_id
         WHERE m.synchronization_id = jobs.id) LIMIT 1`,
  );
  if (!oldest) return 0;
  const [, count] = await manager.query<[unknown[], number]>(
    `${REMOVALS[table]} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE (synchronization_id, id) >= ($1, 0) AND (synchronization_id, id) < ($1, ${MAX_ID})
       ORDER BY synchronization_id, id LIMIT ${limit}))`,
    [oldest.id],
  );
  return count;
}
