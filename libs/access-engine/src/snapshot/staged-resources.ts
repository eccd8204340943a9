import { InconsistentRowsError } from './errors';
import { GroupedLists } from './grouped-lists';
import { IdIndex } from './id-index';
import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { IntStack } from './int-stack';
import { NO_SLOT, type ResourceTable } from './resource-table';
import type { ResourceRow } from './rows';

const NO_ID = -1;
/** The parent was deleted. */
const DELETED = -2;

/**
 * Resource rows on their way into a table: added in any order, inserted depth first. They are staged in columns, not as
 * objects, because a million objects would burden the garbage collector.
 */
export class StagedResources {
  private readonly index = new IdIndex();
  private readonly ids = new IntStack();
  private readonly parentIds = new IntStack();
  private readonly rootIds = new IntStack();
  private readonly orderings = new IntStack();
  private readonly names: string[] = [];
  private readonly types: string[] = [];

  add(row: ResourceRow): void {
    if (this.index.get(row.id) !== NO_SLOT) throw new InconsistentRowsError(`resource ${row.id} twice`);
    this.index.set(row.id, this.ids.length);
    this.ids.push(row.id);
    this.parentIds.push(row.parentId ?? NO_ID);
    this.rootIds.push(row.rootServiceId ?? NO_ID);
    this.orderings.push(row.ordering);
    this.names.push(row.name);
    this.types.push(row.type);
  }

  /** Fills an empty table. Leaves out what is below resources of the ids `deleted`, and returns the ids of that. */
  *moveInto(table: ResourceTable, deleted: ReadonlySet<number>): Steps<ReadonlySet<number>> {
    const count = this.ids.length;
    table.expect(count);
    const parents = new Int32Array(count);
    for (let at = 0; at < count; at++) {
      if ((at + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      parents[at] = this.parentOf(at, deleted);
    }
    const childrenOf = this.processTreeOf(parents);
    yield 0;
    const slots = new Int32Array(count).fill(NO_SLOT);
    const families = new GroupedLists();
    const pending: number[] = [];
    for (let root = count - 1; root >= 0; root--) if (parents[root] === NO_SLOT) pending.push(root);
    let operations = 0;
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const slot = table.add(this.rowAt(at));
      slots[at] = slot;
      if (parents[at] !== NO_SLOT) families.add(slots[parents[at]!]!, slot);
      // The first child is pushed last, so it gets the next slot.
      for (const child of childrenOf(at).reverse()) pending.push(child);
    }
    const below = this.belowDeleted(parents, slots);
    yield 0;
    yield* families.forEach(count, (parent, children) => table.placeAll(parent, children));
    return below;
  }

  /** The ids of the resources that no root leads to: those below deleted ones. */
  private belowDeleted(parents: Int32Array, slots: Int32Array): ReadonlySet<number> {
    const below = new Set<number>();
    for (let first = 0; first < slots.length; first++) {
      if (slots[first] !== NO_SLOT) continue;
      const path: number[] = [];
      let at = first;
      while (at >= 0 && slots[at] === NO_SLOT && !below.has(this.ids.at(at)) && path.length <= slots.length) {
        path.push(at);
        at = parents[at]!;
      }
      if (path.length > slots.length)
        throw new InconsistentRowsError(`resource ${this.ids.at(first)} is its own ancestor`);
      for (const one of path) below.add(this.ids.at(one));
    }
    return below;
  }

  /** Returns a function that returns the children of a resource, in order. */
  private processTreeOf(parents: Int32Array): (at: number) => number[] {
    const firstChild = new Int32Array(parents.length).fill(NO_SLOT);
    const nextSibling = new Int32Array(parents.length).fill(NO_SLOT);
    for (let at = parents.length - 1; at >= 0; at--) {
      const parent = parents[at]!;
      if (parent < 0) continue;
      nextSibling[at] = firstChild[parent]!;
      firstChild[parent] = at;
    }
    const before = (a: number, b: number) =>
      this.orderings.at(a) - this.orderings.at(b) || this.ids.at(a) - this.ids.at(b);
    return (at) => {
      const children: number[] = [];
      for (let child = firstChild[at]!; child !== NO_SLOT; child = nextSibling[child]!) children.push(child);
      const isSorted = children.every(
        (child, index) => index === 0 || before(children[index - 1]!, child) < 0,
      );
      return isSorted ? children : children.sort(before);
    };
  }

  private parentOf(at: number, deleted: ReadonlySet<number>): number {
    const parentId = this.parentIds.at(at);
    if (parentId === NO_ID) return NO_SLOT;
    const parent = this.index.get(parentId);
    if (parent === NO_SLOT && deleted.has(parentId)) return DELETED;
    if (parent === NO_SLOT) {
      throw new InconsistentRowsError(`resource ${this.ids.at(at)} has an unknown parent ${parentId}`);
    }
    return parent;
  }

  private rowAt(at: number): ResourceRow {
    const parentId = this.parentIds.at(at);
    const rootId = this.rootIds.at(at);
    return {
      id: this.ids.at(at),
      name: this.names[at]!,
      type: this.types[at]!,
      parentId: parentId === NO_ID ? null : parentId,
      rootServiceId: rootId === NO_ID ? null : rootId,
      ordering: this.orderings.at(at),
    };
  }
}
