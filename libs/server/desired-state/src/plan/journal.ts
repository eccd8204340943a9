import type { PlannedChange } from './plan';

/** The changes that entries lead to. What an entry has added is taken back if the entry turns out to be unusable. */
export class Journal {
  readonly changes: PlannedChange[] = [];
  private readonly undo: (() => unknown)[] = [];

  /** `undo` makes the change unknown to the plan again, where an attempt may fail. */
  add(change: PlannedChange, undo: () => unknown = () => undefined): void {
    this.changes.push(change);
    this.undo.push(undo);
  }

  /** Adds all of what `work` adds, or nothing if it throws. */
  attempt<T>(work: () => T): T {
    const { length } = this.changes;
    try {
      return work();
    } catch (error) {
      this.changes.length = length;
      for (const undo of this.undo.splice(length).reverse()) undo();
      throw error;
    }
  }
}
