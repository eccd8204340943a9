import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { runAs } from '../actor';
import { DEPENDENTS, type DeletedKind, removalSql } from './dependents';
import { type EndedSessions, endSessions, rowsOfSessions, sessionsWhere } from './ended-sessions';

/** Rows that one revision removes below or of deleted objects, at most. */
const MAX_ROWS = 1_000;
/** Milliseconds that a step of the job should take: others wait for it. */
const STEP_MS = 50;
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
    await removeRows(manager, revision, this.most);
  }

  /** Inside a unit of work: ends sessions. */
  async endSessions(ended: EndedSessions): Promise<void> {
    const { manager, revision } = this.unitOfWork;
    if (revision === undefined) throw new Error('sessions end in a unit of work');
    await endSessions(manager, revision, ended, this.most);
  }

  /** The job: removes all rows that are left, those of the oldest deletion first, in short steps with pauses as long. */
  async removeLeft(): Promise<void> {
    let rows = this.most;
    for (let first = await this.oldest(); first !== undefined; first = await this.oldest()) {
      const begun = performance.now();
      await this.step(first, rows);
      const took = performance.now() - begun;
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

  private async step(first: number, rows: number): Promise<void> {
    try {
      await runAs({ kind: 'system', role: `job:delete_rows:${first}` }, () =>
        this.unitOfWork.run(async () => {
          const { manager } = this.unitOfWork;
          await manager.query("SELECT set_config('gatehouse.deletion', $1, true)", [String(first)]);
          if ((await removeRows(manager, first, rows)) === 0) throw new NothingLeft();
        }),
      );
    } catch (error) {
      if (!(error instanceof NothingLeft)) throw error;
      // Rows of deleted objects cannot be added.
      await this.unitOfWork.manager.query('DELETE FROM pending_deletions WHERE revision = $1', [first]);
    }
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
  if (kind === 'identity_provider') left -= await removeClaims(manager, names, left);
  for (const { table, rows, byName, atOnce, cascading = 0 } of DEPENDENTS[kind]) {
    if (left <= 0 && !atOnce) break;
    // What cascades counts as removed: at least one row, or nothing would ever be.
    const limit = atOnce ? 'ALL' : Math.max(1, Math.floor(left / (1 + cascading)));
    const [, removed] = (await manager.query(removalSql(table, rows, limit), [byName ? names : ids])) as [
      unknown[],
      number,
    ];
    left = removed === limit ? 0 : left - removed * (1 + cascading);
  }
  return most - Math.max(0, left);
}

/** Memberships that a deleted provider brought, all of a user together: an allowed group does not stay without a denied one. */
async function removeClaims(
  manager: Statements,
  providers: readonly string[],
  most: number,
): Promise<number> {
  const users = await manager.query<{ user_id: number; count: number }[]>(
    `SELECT user_id, count(*)::integer AS count FROM claimed_memberships WHERE provider = ANY ($1)
     GROUP BY user_id ORDER BY user_id LIMIT ${OBJECTS_AT_ONCE}`,
    [providers],
  );
  let rows = 0;
  const chosen = users.filter(({ count }, index) => {
    // A membership and its claim.
    rows += 2 * count;
    return index === 0 || rows <= most;
  });
  if (chosen.length === 0) return 0;
  const [, removed] = (await manager.query(
    `DELETE FROM memberships m USING claimed_memberships c
      WHERE c.provider = ANY ($1) AND c.user_id = ANY ($2) AND m.user_id = c.user_id AND m.group_id = c.group_id`,
    [providers, chosen.map(({ user_id }) => user_id)],
  )) as [unknown[], number];
  // Where users are left, the step ends: they come first in the next one.
  return chosen.length < users.length || users.length === OBJECTS_AT_ONCE ? most : 2 * removed;
}

interface Cutoff {
  readonly id: number;
  readonly user_id: number | null;
  readonly origin_prefix: string | null;
  readonly origins: string[] | null;
  readonly except_id: string | null;
}

/** The rows of sessions that a cut-off has ended, and then the cut-off. */
async function removeEndedSessions(manager: Statements, revision: number, most: number): Promise<number> {
  const cutoffs = await manager.query<Cutoff[]>(
    'SELECT * FROM session_cutoffs WHERE revision = $1 ORDER BY id',
    [revision],
  );
  let left = most;
  for (const { id, user_id, origin_prefix, origins, except_id } of cutoffs) {
    const { condition, values } = sessionsWhere({
      userId: user_id ?? undefined,
      originPrefix: origin_prefix ?? undefined,
      origins: origins ?? undefined,
      exceptId: except_id ?? undefined,
      before: revision,
    });
    for (const [table, rows] of Object.entries(rowsOfSessions(condition))) {
      if (left <= 0) return most;
      const [, removed] = (await manager.query(removalSql(table, rows, left), [...values])) as [
        unknown[],
        number,
      ];
      left -= removed;
    }
    if (left <= 0) return most;
    await manager.query('DELETE FROM session_cutoffs WHERE id = $1', [id]);
    left--;
  }
  return most - left;
}
