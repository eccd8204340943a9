import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import type { ResourceTable } from './resource-table';
import { sortedInSteps } from './sorted-in-steps';

/** The order of fewer children is not kept. */
const FEW_CHILDREN = 64;

/** Entries of sorted lists that are kept, of 4 bytes each, and parents whose order is kept. */
const MAX_ENTRIES = 4_000_000;
const MAX_PARENTS = 10_000;

/** The order of children whose stored list has that order already, which takes no memory. */
const AS_STORED = new Int32Array(0);

/**
 * The children of resources in order, by index. The order of a parent is determined on first use, in time proportional to the
 * number of its children, and kept until resources change; a page then takes time proportional to its length. Steps are not
 * continued after a change (see `SnapshotViews`).
 */
export class ChildOrder {
  private readonly orders = new Map<number, Int32Array>();
  private entries = 0;

  constructor(private readonly resources: ResourceTable) {}

  /** Called after resources were created, moved, renamed or deleted. */
  forget(): void {
    this.orders.clear();
    this.entries = 0;
  }

  /** The function that returns the child at an index; valid until resources change. */
  *of(parent: number): Steps<(index: number) => number> {
    const cached = this.orders.get(parent);
    const order = cached ?? (yield* this.determine(parent));
    if (!cached) this.keep(parent, order);
    return order === AS_STORED ? (index) => this.resources.childAt(parent, index) : (index) => order[index]!;
  }

  /** The index of a child among those of its parent. */
  *indexOf(child: number, parent: number): Steps<number> {
    const childAt = yield* this.of(parent);
    let [from, to] = [0, this.resources.childCount(parent)];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.resources.compareSiblings(childAt(middle), child) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private *determine(parent: number): Steps<Int32Array> {
    const { resources } = this;
    const compare = (a: number, b: number) => resources.compareSiblings(a, b);
    const stored = resources.childSlots(parent);
    for (let at = 1; at < stored.length; at++) {
      if (at % OPERATIONS_PER_STEP === 0) yield 0;
      if (compare(stored[at - 1]!, stored[at]!) > 0) return yield* sortedInSteps(stored, compare);
    }
    return AS_STORED;
  }

  private keep(parent: number, order: Int32Array): void {
    if (this.resources.childCount(parent) < FEW_CHILDREN) return;
    if (this.entries + order.length > MAX_ENTRIES || this.orders.size >= MAX_PARENTS) {
      this.orders.clear();
      this.entries = 0;
    }
    this.orders.set(parent, order);
    this.entries += order.length;
  }
}
