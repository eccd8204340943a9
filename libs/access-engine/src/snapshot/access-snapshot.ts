import { type Steps, inOneGo } from '../steps';
import type { TypeCatalogue } from '../type-catalogue';
import { canonicalForm } from './canonical';
import type { CanonicalSnapshot } from './canonical';
import { carryOut } from './change-execution';
import { type ChangePlan, planChange } from './change-plan';
import type { CompiledStore } from './compiled-store';
import { RevisionGapError } from './errors';
import { NO_SLOT } from './resource-table';
import type { RevisionChange, SnapshotRows, SpecialNames } from './rows';
import { SnapshotDecisions } from './snapshot-decisions';
import { StoreBuilder } from './store-builder';
import { SnapshotViews } from './views';

/** A change of a snapshot that was checked. */
export interface PreparedChange {
  readonly revision: number;
  readonly plan: ChangePlan;
}

/** Versions of all snapshots so far. */
let versions = 0;

/**
 * The data that decisions need, in memory, at one revision: users, groups, resource trees and assignments, compiled so that
 * a decision is a short walk over arrays, however many there are. It is loaded once and then updated change by change; no
 * reader ever sees a partial change, because `apply` checks before it modifies anything and runs without interruption.
 */
export class AccessSnapshot extends SnapshotDecisions {
  /** Pages of matrices and lists, for administrators. */
  readonly views: SnapshotViews;
  private currentVersion = ++versions;

  constructor(
    store: CompiledStore,
    types: TypeCatalogue,
    private currentRevision: number,
  ) {
    super(store, types);
    this.views = new SnapshotViews(store, types, () => this.currentRevision);
  }

  /** Creates a snapshot of rows; `SnapshotBuilder` accepts them in portions. Throws `InconsistentRowsError`. */
  static load(rows: SnapshotRows, names: SpecialNames, types: TypeCatalogue): AccessSnapshot {
    const store = new StoreBuilder(names)
      .addUsers(rows.users)
      .addGroups(rows.groups)
      .addMemberships(rows.memberships)
      .addResources(rows.resources)
      .addServices(rows.services)
      .addUserAssignments(rows.userAssignments)
      .addGroupAssignments(rows.groupAssignments)
      .build();
    return new AccessSnapshot(store, types, rows.revision);
  }

  /** The revision of this snapshot. */
  get revision(): number {
    return this.currentRevision;
  }

  /** A number that changes with each change that has an effect; no other snapshot of the process has it. What was derived from the snapshot is valid as long as it is the same. */
  get version(): number {
    return this.currentVersion;
  }

  /**
   * Advances to the next revision. Throws `RevisionGapError` if the change is not the next one, and
   * `InconsistentRowsError` if it does not fit; the snapshot is unchanged then.
   */
  apply(change: RevisionChange): void {
    this.advance(inOneGo(this.prepare(change)));
  }

  /**
   * What is to be done for the next revision, found in steps that change nothing, so that others can run in between. Throws what
   * {@link apply} throws.
   */
  *prepare({ revision, entries }: RevisionChange): Steps<PreparedChange> {
    this.rejectGap(revision);
    return { revision, plan: yield* planChange(this.store, entries) };
  }

  /** Advances to the next revision, at once. Throws `RevisionGapError` if another one was prepared, or this one was advanced to. */
  advance({ revision, plan }: PreparedChange): void {
    this.rejectGap(revision);
    const updateNames = this.nameUpdates(plan.resource);
    carryOut(this.store, plan);
    updateNames();
    // A revision without effect, such as a sign-in or the later removal of rows of a deleted object, invalidates nothing.
    if (Object.values(plan).some(({ size }) => size > 0)) {
      const principals = plan.user.size + plan.group.size > 0;
      this.views.changed({ resources: plan.resource.size > 0, principals });
      this.currentVersion = ++versions;
    }
    this.currentRevision = revision;
  }

  private rejectGap(revision: number): void {
    if (revision !== this.currentRevision + 1) throw new RevisionGapError(this.currentRevision + 1, revision);
  }

  /**
   * Frees memory of deleted objects, which no look-up finds any more, in about so many operations of less than a microsecond each.
   * Returns whether more is left.
   */
  reclaim(operations: number): boolean {
    return this.store.removals.step(operations);
  }

  /** The contents as plain data, equal for equal snapshots regardless of their history. */
  canonical(): CanonicalSnapshot {
    return canonicalForm(this.store, this.currentRevision);
  }

  /** What has to be done after a change so that children are found by the folds of their names. */
  private nameUpdates(outcomes: ChangePlan['resource']): () => void {
    const { resources } = this.store;
    const before = [...outcomes.keys()].map((id) => resources.slotOf(Number(id)));
    const known = before.filter((slot) => slot !== NO_SLOT).map((slot) => resources.row(slot));
    const removesBranch = before.some(
      (slot) =>
        slot !== NO_SLOT && resources.childCount(slot) > 0 && !outcomes.get(resources.id(slot))?.exists,
    );
    return () => {
      // Descendants are not among the outcomes.
      if (removesBranch) this.foldedNames.forget();
      for (const row of known) if (row.parentId !== null) this.foldedNames.remove(row.parentId, row);
      for (const { row, exists } of outcomes.values())
        if (exists && row.parentId !== null) this.foldedNames.add(row.parentId, row);
    };
  }
}
