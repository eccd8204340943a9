import { InconsistentRowsError } from './errors';
import { IdIndex } from './id-index';
import { NO_SLOT, type ResourceTable } from './resource-table';
import type { ResourceRow } from './rows';

/** Resource rows on their way into a table: they come in any order and go in depth first. */
export class StagedResources {
  private readonly index = new IdIndex();
  private readonly rows: ResourceRow[] = [];

  add(row: ResourceRow): void {
    if (this.index.get(row.id) !== NO_SLOT) throw new InconsistentRowsError(`resource ${row.id} twice`);
    this.index.set(row.id, this.rows.length);
    this.rows.push(row);
  }

  /** Fills an empty table. */
  moveInto(table: ResourceTable): void {
    const { rows } = this;
    const parents = Int32Array.from(rows, (row) => this.parentIndex(row));
    const { firstChild, nextSibling } = siblings(rows, parents);
    const slots = new Int32Array(rows.length).fill(NO_SLOT);
    const pending: number[] = [];
    for (let root = rows.length - 1; root >= 0; root--) if (parents[root] === NO_SLOT) pending.push(root);
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      slots[at] = table.add(rows[at]!);
      const children = childrenOf(at, firstChild, nextSibling).sort((a, b) =>
        compareSiblings(rows[b]!, rows[a]!),
      );
      for (const child of children) pending.push(child);
    }
    this.link(table, slots, firstChild, nextSibling);
  }

  private link(
    table: ResourceTable,
    slots: Int32Array,
    firstChild: Int32Array,
    nextSibling: Int32Array,
  ): void {
    for (let at = 0; at < slots.length; at++) {
      if (slots[at] === NO_SLOT) {
        throw new InconsistentRowsError(`resource ${this.rows[at]!.id} is its own ancestor`);
      }
      const children = childrenOf(at, firstChild, nextSibling).map((child) => slots[child]!);
      if (children.length > 0)
        table.placeAll(
          slots[at]!,
          children.sort((a, b) => a - b),
        );
    }
  }

  private parentIndex({ id, parentId }: ResourceRow): number {
    if (parentId === null) return NO_SLOT;
    const parent = this.index.get(parentId);
    if (parent === NO_SLOT)
      throw new InconsistentRowsError(`resource ${id} has an unknown parent ${parentId}`);
    return parent;
  }
}

function siblings(
  rows: readonly ResourceRow[],
  parents: Int32Array,
): { firstChild: Int32Array; nextSibling: Int32Array } {
  const firstChild = new Int32Array(rows.length).fill(NO_SLOT);
  const nextSibling = new Int32Array(rows.length).fill(NO_SLOT);
  for (let at = rows.length - 1; at >= 0; at--) {
    const parent = parents[at]!;
    if (parent === NO_SLOT) continue;
    nextSibling[at] = firstChild[parent]!;
    firstChild[parent] = at;
  }
  return { firstChild, nextSibling };
}

function childrenOf(at: number, firstChild: Int32Array, nextSibling: Int32Array): number[] {
  const children: number[] = [];
  for (let child = firstChild[at]!; child !== NO_SLOT; child = nextSibling[child]!) children.push(child);
  return children;
}

function compareSiblings(a: ResourceRow, b: ResourceRow): number {
  return a.ordering - b.ordering || a.id - b.id;
}
