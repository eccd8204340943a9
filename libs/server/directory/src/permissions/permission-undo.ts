import type { Permission, PermissionName } from '@gatehouse/access-engine';
import { type UnitOfWork, newestRevision } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import { throwIfAny } from '../throw-if-any';
import type { UserRules } from '../users/user-rules';
import type { Principal } from './permission-assignment';
import type { AssignmentRow } from './permission-repository';
import type { Permissions } from './permissions';
import { type LoggedRow, type UndoKey, UndoRepository } from './undo-repository';

/** An assignment before and after the revision that is undone. */
interface UndoneAssignment extends UndoKey {
  readonly before: Permission | undefined;
  readonly after: Permission | undefined;
}

/** An assignment that is not what the revision left, as errors show it. */
interface Conflict {
  readonly resource_id: number;
  readonly user_name?: string;
  readonly group_name?: string;
  readonly permission_name: PermissionName;
  readonly current: Pick<Permission, 'access' | 'scope'> | null;
  /** Whether its principal or resource no longer exists. */
  readonly deleted: boolean;
  /** Of its last change. */
  readonly revision: number;
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

/** Most assignments of a revision that can be undone. */
const MAX_CHANGES = 10_000;
/** Assignments that one statement compares or changes. */
const CHUNK_SIZE = 1_000;
const KINDS: Readonly<Record<string, Principal['kind']>> = { user_rule: 'user', group_rule: 'group' };

/** Takes back what a revision did to permission assignments. Reference: audit-log#undo. */
export class PermissionUndo {
  private readonly log: UndoRepository;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly permissions: Permissions,
    private readonly userRules: Pick<UserRules, 'permissionsError'>,
  ) {
    this.log = new UndoRepository(unitOfWork);
  }

  /**
   * Restores the assignments that a revision changed, in one revision; answers how many. Throws `revision_not_undoable` if it
   * changed something else or nothing, `revision_changed_since` if an assignment is not what it left.
   */
  async undo(revision: number): Promise<number> {
    const undone = await this.assignmentsOf(revision);
    // Compared before others have to wait; again what was changed meanwhile.
    const compared = await newestRevision(this.unitOfWork.manager);
    await this.rejectConflicts(undone);
    await this.unitOfWork.run(async () => {
      const changed = await this.log.changedSince(compared);
      await this.rejectConflicts(changed ? undone.filter((one) => changed.concerns(one)) : undone);
      for (const some of chunks(undone)) {
        await this.permissions.setAll(some.flatMap((one) => (one.before ? [rowOf(one, one.before)] : [])));
        await this.permissions.removeAll(
          some.flatMap((one) => (one.after && !one.before ? [rowOf(one, one.after)] : [])),
        );
      }
    });
    return undone.length;
  }

  /** The assignments of a revision, each once. The log of a revision never changes, so that no transaction is needed. */
  private async assignmentsOf(revision: number): Promise<UndoneAssignment[]> {
    const byKey = new Map<string, UndoneAssignment>();
    let [rows, after, count]: [LoggedRow[], number, number] = [[], 0, 0];
    do {
      rows = await this.log.changesOf(revision, after, CHUNK_SIZE);
      count += rows.length;
      if (count > MAX_CHANGES) throw problem('revision_not_undoable');
      for (const row of rows) note(byKey, row);
      after = Number(rows.at(-1)?.id ?? after);
    } while (rows.length === CHUNK_SIZE);
    const changed = [...byKey.values()].filter(({ before, after }) => !isSame(before, after));
    if (changed.length === 0) throw problem('revision_not_undoable');
    return changed;
  }

  private async rejectConflicts(undone: readonly UndoneAssignment[]): Promise<void> {
    const conflicts: Conflict[] = [];
    for (const some of chunks(undone)) conflicts.push(...(await this.conflictsOf(some)));
    if (conflicts.length > 0) throw problem('revision_changed_since', {}, { extras: { conflicts } });
  }

  private async conflictsOf(undone: readonly UndoneAssignment[]): Promise<Conflict[]> {
    const conflicts: Conflict[] = [];
    for (const kind of ['user', 'group'] as const) {
      const ofKind = undone.filter((one) => one.kind === kind);
      const stored = ofKind.length === 0 ? [] : await this.log.stored(kind, ofKind);
      for (const row of stored) {
        const one = ofKind[row.position - 1];
        if (!one) continue;
        const current = row.access && row.scope ? { access: row.access, scope: row.scope } : null;
        if (kind === 'user' && one.before && row.principal_name !== null)
          throwIfAny(this.userRules.permissionsError(row.principal_name));
        const isGone = row.principal_name === null || !row.resource_exists;
        if (!isGone && isSame(one.after, current ? { name: one.name, ...current } : undefined)) continue;
        conflicts.push({
          resource_id: one.resourceId,
          ...(row.principal_name === null ? {} : { [`${kind}_name`]: row.principal_name }),
          permission_name: one.name,
          current,
          deleted: isGone,
          revision: Number(row.revision ?? 0),
          changed_by: row.actor_name,
          changed_at: row.begun_at ? new Date(row.begun_at).toISOString() : null,
        });
      }
    }
    return conflicts;
  }
}

/** Assignments in parts: replies of the database to thousands hold the process up. */
function* chunks(undone: readonly UndoneAssignment[]): Generator<readonly UndoneAssignment[], void> {
  for (let from = 0; from < undone.length; from += CHUNK_SIZE) yield undone.slice(from, from + CHUNK_SIZE);
}

/** Takes a change into account: an assignment may have several. Throws `revision_not_undoable` for one of something else. */
function note(byKey: Map<string, UndoneAssignment>, row: LoggedRow): void {
  const key = keyOf(row);
  if (!key) throw problem('revision_not_undoable');
  const id = JSON.stringify(key);
  const first = byKey.get(id);
  byKey.set(id, {
    ...key,
    before: first ? first.before : permissionOf(row.before),
    after: permissionOf(row.after),
  });
}

function keyOf({ entity, before, after }: LoggedRow): UndoKey | undefined {
  const kind = KINDS[entity];
  const row = after ?? before;
  if (!kind || !row) return undefined;
  return {
    kind,
    principalId: Number(row[`${kind}_id`]),
    resourceId: Number(row['resource_id']),
    name: String(row['name']) as PermissionName,
  };
}

function permissionOf(row: LoggedRow['before']): Permission | undefined {
  return row ? ({ name: row['name'], access: row['access'], scope: row['scope'] } as Permission) : undefined;
}

function isSame(one: Permission | undefined, other: Permission | undefined): boolean {
  return one?.access === other?.access && one?.scope === other?.scope;
}

function rowOf({ kind, principalId, resourceId }: UndoKey, permission: Permission): UndoneRow {
  return { principal: { kind, id: principalId, name: '' }, resourceId, permission };
}

type UndoneRow = AssignmentRow & { readonly principal: Principal };
