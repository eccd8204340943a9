import type { UnitOfWork } from '@gatehouse/database';
import { BulkLookups } from '@gatehouse/directory';
import { applyChanges, type WrittenDirectory } from '../apply/apply-changes';
import { MAX_STEP_ROWS } from '../apply/steps';
import { rowsOf } from '../plan/plan';
import { Planner } from '../plan/planner';
import { readBranchEntries, tooManyEntries } from './branch-entry';
import { BranchPlanner } from './branch-planner';
import { BranchPrincipals } from './branch-principals';

export interface BranchParts extends WrittenDirectory {
  readonly unitOfWork: UnitOfWork;
  /** Fewer in tests. */
  readonly maxRows?: number;
}

/**
 * Sets and removes permissions along one branch of a service and creates the resources that are missing there: planned like
 * files, always strictly, in one revision, or nothing of it. What reports events is the directory that it is given.
 * Reference: permission-rules#queries, permission-rules#branch-updates.
 */
export class BranchPermissions {
  private readonly lookups: BulkLookups;
  private readonly planner: BranchPlanner;

  constructor(private readonly parts: BranchParts) {
    const { unitOfWork, users, groups, services, resources } = parts;
    this.lookups = new BulkLookups(unitOfWork);
    this.planner = new BranchPlanner({
      lookups: this.lookups,
      planner: new Planner(this.lookups, { users: users.rules, groups: groups.rules }),
      principals: new BranchPrincipals(users, groups, users.rules),
      services,
      resources,
    });
  }

  /** Applies the entries of a body, which is not validated yet. Throws the error of the first one that cannot be applied. */
  async apply(input: unknown): Promise<void> {
    const { unitOfWork } = this.parts;
    const entries = readBranchEntries(input);
    const planned = await this.planner.plan(entries);
    if (planned.changes.length === 0) return;
    await unitOfWork.run(async () => {
      // A branch is short: to plan it again takes no longer than to write it, and never ends with a conflict.
      const isCurrent = !(await this.lookups.hasChangedSince(planned.revision));
      const { changes } = isCurrent ? planned : await this.planner.plan(entries);
      const rows = changes.reduce((sum, change) => sum + rowsOf(change), 0);
      if (rows > (this.parts.maxRows ?? MAX_STEP_ROWS)) throw tooManyEntries(entries.length);
      await applyChanges(this.parts, changes, new Map());
    });
  }
}
