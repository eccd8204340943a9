import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { runAs } from '../actor';
import { DEPENDENTS, type DeletedKind, removalSql, rowsSql } from './dependents';
import {
  type EndedSessions,
  type SessionSearch,
  cutoffsOf,
  endSessions,
  sessionsThat,
} from './ended-sessions';

/** Rows that one revision removes below or of deleted objects, at most. */
const MAX_ROWS = 1_000;
/** Rows that the revision of the deletion itself removes, at most: others wait about 0.1 ms for each. */
const MAX_FIRST_ROWS = 400;
/** Milliseconds that a step of the job should take: others wait for it, and a sign-in for two of them. */
const STEP_MS = 30;
/** Rows of a step that follows one of a slow database, at least. */
const MIN_ROWS = 50;
/** Deleted objects whose rows one statement removes. */
const OBJECTS_AT_ONCE = 500;

type Statements = Pick<EntityManager, 'query'>;

interface Pending {
  readonly kind: DeletedKind;
  readonly id: number;
  readonly name: string | null;
}

/** What a removal needs of units of work. */
interface UnitsOfWork {
  readonly manager: EntityManager;
  readonly revision: number | undefined;
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Nothing was left: the revision of the step is not needed. */
class NothingLeft extends Error {}

/**
 * Removes the rows below and of deleted objects, and of sessions that ended together: as many as a revision may have with the deletion,
 * the others by a job, in revisions of their own. They decide nothing meanwhile. Reference: data#large-deletions.
 */
export class RowRemoval {
  /** Rows of one revision, at most; tests have fewer. */
  most = MAX_ROWS;

  constructor(private readonly unitOfWork: UnitsOfWork) {}

  /** Inside the unit of work that deletes an object: removes its first rows. */
  async removeFirst(): Promise<void> {
    const { manager, revision } = this.unitOfWork;
    if (revision === undefined)
      throw new Error('rows are removed in the unit of work that deletes their object');
    await removeRows(manager, revision, Math.min(this.most, MAX_FIRST_ROWS));
  }

  /** Inside a unit of work: ends sessions. */
  async endSessions(ended: EndedSessions): Promise<void> {
    const { manager, revision } = this.unitOfWork;
    if (revision === undefined) throw new Error('sessions end in a unit of work');
    await endSessions(manager, revision, ended, this.most);
  }

  /**
   * The job: removes all rows that are left, those of the oldest deletion first, in short steps with pauses as long. After each,
   * `progress` gets the number of rows that were removed so far; what it throws ends the removal.
   */
  async removeLeft(progress?: (rows: number) => void): Promise<void> {
    let rows = this.most;
    let total = 0;
    for (let first = await this.oldest(); first !== undefined; first = await this.oldest()) {
      const { took, removed } = await this.step(first, rows);
      total += removed;
      progress?.(total);
      rows = Math.min(this.most, Math.max(MIN_ROWS, Math.round((rows * STEP_MS) / took)));
      await pause(took);
    }
  }

  /** Revision of the oldest deletion that has rows left. */
  private async oldest(): Promise<number | undefined> {
    const [row] = await this.unitOfWork.manager.query<{ revision: string | null }[]>(
      'SELECT least((SELECT min(revision) FROM pending_deletions), (SELECT min(revision) FROM session_cutoffs)) AS revision',
    );
    return row && row.revision !== null ? Number(row.revision) : undefined;
  }

  /** Removes at most `rows` rows; `took`: the milliseconds for which others had to wait. */
  private async step(first: number, rows: number): Promise<{ took: number; removed: number }> {
    let begun = performance.now();
    let removed = 0;
    try {
      await runAs({ kind: 'system', role: `job:delete_rows:${first}` }, () =>
        this.unitOfWork.run(async () => {
          const { manager } = this.unitOfWork;
          // The revision is taken: what passed before was the time of other writers.
          begun = performance.now();
          await manager.query("SELECT set_config('gatehouse.deletion', $1, true)", [String(first)]);
          removed = await removeRows(manager, first, rows);
          if (removed === 0) throw new NothingLeft();
        }),
      );
    } catch (error) {
      if (!(error instanceof NothingLeft)) throw error;
      // Rows of deleted objects cannot be added.
      await this.unitOfWork.manager.query('DELETE FROM pending_deletions WHERE revision = $1', [first]);
    }
    return { took: performance.now() - begun, removed };
  }
}

/** Removes at most `most` rows that a deletion has left; returns how many. */
async function removeRows(manager: Statements, revision: number, most: number): Promise<number> {
  let left = most;
  do {
    const pending = await manager.query<Pending[]>(
      `SELECT kind, id, name FROM pending_deletions WHERE revision = $1 AND kind = (
         SELECT kind FROM pending_deletions WHERE revision = $1 ORDER BY kind LIMIT 1)
       ORDER BY position DESC LIMIT ${OBJECTS_AT_ONCE}`,
      [revision],
    );
    const [first] = pending;
    if (!first) break;
    left -= await removeDependents(manager, first.kind, pending, left);
    if (left > 0)
      await manager.query('DELETE FROM pending_deletions WHERE kind = $1 AND id = ANY ($2)', [
        first.kind,
        pending.map(({ id }) => id),
      ]);
  } while (left > 0);
  return most - left + (left > 0 ? await removeEndedSessions(manager, revision, left) : 0);
}

async function removeDependents(
  manager: Statements,
  kind: DeletedKind,
  objects: readonly Pending[],
  most: number,
): Promise<number> {
  const ids = objects.map(({ id }) => id);
  const names = objects.flatMap(({ name }) => name ?? []);
  let left = most;
  if (kind === 'identity_provider')
    for (const name of names) if (left > 0) left -= await removeClaims(manager, name, left);
  if (kind === 'network_node') left -= await removeRemoteUsers(manager, ids, left);
  for (const dependents of DEPENDENTS[kind]) {
    const { table, byName, atOnce, cascading = 0 } = dependents;
    if (left <= 0 && !atOnce) break;
    if (table === 'sessions') {
      const search = (limit: number) => ({ sql: rowsSql('id', dependents, 'integer', limit), values: [ids] });
      left -= await removeSessions(manager, search, left);
      continue;
    }
    // What cascades counts as removed: at least one row, or nothing would ever be.
    const limit = atOnce ? 'ALL' : Math.max(1, Math.floor(left / (1 + cascading)));
    const [, removed] = (await manager.query(removalSql(dependents, limit), [byName ? names : ids])) as [
      unknown[],
      number,
    ];
    left = removed === limit ? 0 : left - removed * (1 + cascading);
  }
  return most - Math.max(0, left);
}

/** Sessions and their tokens; returns how many rows, which are `most` if others may be left. */
async function removeSessions(
  manager: Statements,
  search: (limit: number) => SessionSearch,
  most: number,
): Promise<number> {
  let left = most;
  while (left > 0) {
    const { sql, values } = search(Math.min(left, OBJECTS_AT_ONCE));
    const ids = (await manager.query<{ id: string }[]>(sql, [...values])).map(({ id }) => id);
    if (ids.length === 0) break;
    // Tokens first, so that no session has more rows than itself; of these sessions alone, so that none without tokens is met again.
    const tokens = rowsSql('ctid', { table: 'session_tokens', column: 'session_id' }, 'uuid', left);
    left -= await remove(manager, `DELETE FROM session_tokens WHERE ctid = ANY (ARRAY(${tokens}))`, ids);
    if (left > 0)
      left -= await remove(manager, 'DELETE FROM sessions WHERE id = ANY ($1)', ids.slice(0, left));
  }
  return most - left;
}

/** Deletes by a list of values; returns how many rows. */
async function remove(manager: Statements, sql: string, values: readonly unknown[]): Promise<number> {
  const [, removed] = (await manager.query(sql, [values])) as [unknown[], number];
  return removed;
}

/** Remote users of deleted nodes, and first the sessions that their tokens have opened; returns how many rows, as `removeSessions`. */
async function removeRemoteUsers(
  manager: Statements,
  nodes: readonly number[],
  most: number,
): Promise<number> {
  const users = await manager.query<{ id: number }[]>(
    rowsSql('id', { table: 'remote_users', column: 'node_id' }, 'integer', OBJECTS_AT_ONCE),
    [nodes],
  );
  if (users.length === 0) return 0;
  const origins = users.map(({ id }) => `network-token:${id}`);
  const left = most - (await removeSessions(manager, (limit) => sessionsThat({ origins }, limit), most));
  if (left <= 0) return most;
  // Each has at most one token, which cascades.
  const chosen = users.slice(0, Math.max(1, Math.floor(left / 2))).map(({ id }) => id);
  const removed = await remove(manager, 'DELETE FROM remote_users WHERE id = ANY ($1)', chosen);
  const isLast = chosen.length === users.length && users.length < OBJECTS_AT_ONCE;
  return isLast ? most - left + Math.min(left, 2 * removed) : most;
}

/** Memberships that a deleted provider brought, all of a user together: an allowed group does not stay without a denied one. */
async function removeClaims(manager: Statements, provider: string, most: number): Promise<number> {
  const users = await manager.query<{ user_id: number; count: number }[]>(
    `SELECT user_id, count(*)::integer AS count FROM claimed_memberships WHERE provider = $1
      GROUP BY user_id ORDER BY user_id LIMIT ${OBJECTS_AT_ONCE}`,
    [provider],
  );
  let rows = 0;
  const chosen = users.filter(({ count }, index) => {
    // A membership and its claim.
    rows += 2 * count;
    return index === 0 || rows <= most;
  });
  if (chosen.length === 0) return 0;
  const [, removed] = (await manager.query(
    `DELETE FROM memberships WHERE ctid = ANY (ARRAY(
       SELECT m.ctid FROM unnest($2::integer[]) AS chosen (user_id)
         CROSS JOIN LATERAL (SELECT group_id FROM claimed_memberships
           WHERE user_id = chosen.user_id AND provider = $1 OFFSET 0) c
         CROSS JOIN LATERAL (SELECT ctid FROM memberships
           WHERE user_id = chosen.user_id AND group_id = c.group_id OFFSET 0) m))`,
    [provider, chosen.map(({ user_id }) => user_id)],
  )) as [unknown[], number];
  // Where users are left, the step ends: they come first in the next one.
  return chosen.length < users.length || users.length === OBJECTS_AT_ONCE ? most : 2 * removed;
}

/** The rows of sessions that a cut-off has ended, and then the cut-off. */
async function removeEndedSessions(manager: Statements, revision: number, most: number): Promise<number> {
  let left = most;
  for (const { id, ended } of await cutoffsOf(manager, revision)) {
    left -= await removeSessions(manager, (limit) => sessionsThat(ended, limit), left);
    if (left <= 0) return most;
    await manager.query('DELETE FROM session_cutoffs WHERE id = $1', [id]);
    left--;
  }
  return most - left;
}
