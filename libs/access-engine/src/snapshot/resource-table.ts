import { nameKey } from '@gatehouse/names';
import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { IdIndex } from './id-index';
import { IntColumn } from './int-column';
import { EMPTY, type ListArena } from './list-arena';
import { NameIndex } from './name-index';
import type { ResourceRow } from './rows';

/** The fields that a decision reads are contiguous, in a quarter of a cache line: one memory access per level. */
const STRIDE = 4;
const PARENT = 0;
const GROUP_MASK = 1;
const USER_ASSIGNMENTS = 2;
const GROUP_ASSIGNMENTS = 3;

/** "No slot": the parent of a service, the result for an unknown id. */
export const NO_SLOT = -1;
const NO_ID = -1;

/**
 * The resources, by slot. Slots are small integers that a resource keeps for its lifetime; the loader assigns them in
 * depth-first order, so that a resource and its ancestors are close in memory.
 */
export class ResourceTable {
  private readonly ids = new IdIndex();
  private readonly hot = new IntColumn();
  private readonly idOf = new IntColumn();
  private readonly typeOf = new IntColumn();
  private readonly rootOf = new IntColumn();
  /** The slot at the top of the tree, found by following the parents; `rootOf` is the one in the row. */
  private readonly top = new IntColumn();
  private readonly orderingOf = new IntColumn();
  /** A list of the children's slots. */
  private readonly childrenOf = new IntColumn();
  private readonly names: string[] = [];
  private readonly nameIndex = new NameIndex();
  private readonly types: string[] = [];
  private readonly freeSlots: number[] = [];
  private length = 0;
  /** Whether deleted resources are still in memory (see `Removals`); without any, look-ups need not follow the parents. */
  hasDetached = false;

  constructor(private readonly arena: ListArena) {}

  /** The number of slots ever in use; loops over all resources run below it. */
  get slots(): number {
    return this.length;
  }

  /** The slot of a resource in a tree; `NO_SLOT` for one that does not exist, was deleted, or is below one that was. */
  slotOf(id: number): number {
    const slot = this.ids.get(id);
    return this.hasDetached && slot !== NO_SLOT && !this.isAttached(slot) ? NO_SLOT : slot;
  }

  /** The slot of a resource in memory, also of one that is taken out of its tree. */
  storedSlotOf(id: number): number {
    return this.ids.get(id);
  }

  /** Whether the resource in a slot is in a tree: neither it nor one above it was deleted. */
  isAttached(slot: number): boolean {
    if (!this.hasDetached) return this.isLive(slot);
    let top = slot;
    for (let parent = this.parent(top); parent !== NO_SLOT; parent = this.parent(top)) top = parent;
    return this.isLive(top) && this.top.get(top) === top;
  }

  /** Whether a slot has a resource, attached or not. */
  isLive(slot: number): boolean {
    return this.idOf.get(slot) !== NO_ID;
  }

  id(slot: number): number {
    return this.idOf.get(slot);
  }

  name(slot: number): string {
    return this.names[slot]!;
  }

  type(slot: number): string {
    return this.types[this.typeOf.get(slot)]!;
  }

  parent(slot: number): number {
    return this.hot.get(slot * STRIDE + PARENT);
  }

  /** A bit for each permission of the group assignments on this resource. */
  groupMask(slot: number): number {
    return this.hot.get(slot * STRIDE + GROUP_MASK);
  }

  setGroupMask(slot: number, mask: number): void {
    this.hot.set(slot * STRIDE + GROUP_MASK, mask);
  }

  userAssignments(slot: number): number {
    return this.hot.get(slot * STRIDE + USER_ASSIGNMENTS);
  }

  setUserAssignments(slot: number, list: number): void {
    this.hot.set(slot * STRIDE + USER_ASSIGNMENTS, list);
  }

  groupAssignments(slot: number): number {
    return this.hot.get(slot * STRIDE + GROUP_ASSIGNMENTS);
  }

  setGroupAssignments(slot: number, list: number): void {
    this.hot.set(slot * STRIDE + GROUP_ASSIGNMENTS, list);
  }

  row(slot: number): ResourceRow {
    const parent = this.parent(slot);
    const root = this.rootOf.get(slot);
    return {
      id: this.id(slot),
      name: this.name(slot),
      type: this.type(slot),
      parentId: parent === NO_SLOT ? null : this.id(parent),
      rootServiceId: root === NO_ID ? null : root,
      ordering: this.orderingOf.get(slot),
    };
  }

  /** The service at the root of the resource's tree, which is the resource itself when it is a service; also if they are detached. */
  root(slot: number): number {
    const top = this.top.get(slot);
    return top === NO_SLOT ? slot : top;
  }

  /** The slots of the children, by position, then by id. */
  children(slot: number): number[] {
    const children = this.arena.values(this.childrenOf.get(slot));
    const sorted = children.every(
      (child, index) => index === 0 || this.compareSiblings(children[index - 1]!, child) < 0,
    );
    return sorted ? children : children.sort((a, b) => this.compareSiblings(a, b));
  }

  childCount(slot: number): number {
    return this.arena.length(this.childrenOf.get(slot));
  }

  /** The child at an index of the stored list, which ascends by slot; `ChildOrder` has the order of the tree. */
  childAt(slot: number, index: number): number {
    return this.arena.at(this.childrenOf.get(slot), index);
  }

  /** The index of the first child whose slot is not below another one. */
  childIndexFrom(slot: number, child: number): number {
    return this.arena.lowerBound(this.childrenOf.get(slot), child);
  }

  /** A copy of the stored list of children. */
  childSlots(slot: number): Int32Array {
    return this.arena.copy(this.childrenOf.get(slot));
  }

  /** The order of siblings: by position, then by id. */
  compareSiblings(a: number, b: number): number {
    return this.orderingOf.get(a) - this.orderingOf.get(b) || this.idOf.get(a) - this.idOf.get(b);
  }

  /** The child of that name, ignoring case; the last in order if older data has several. */
  childByName(parent: number, name: string): number {
    const wanted = nameKey(name);
    let found = NO_SLOT;
    this.nameIndex.candidates(parent, wanted, (slot) => {
      if (this.parent(slot) !== parent || nameKey(this.name(slot)) !== wanted) return;
      if (found === NO_SLOT || this.compareSiblings(slot, found) > 0) found = slot;
    });
    return found;
  }

  /** Prepares an empty table for a number of resources. */
  expect(count: number): void {
    this.nameIndex.expect(count);
  }

  /** Adds a resource. Its parent may follow later, with `place`. */
  add(row: ResourceRow): number {
    const slot = this.freeSlots.pop() ?? this.length++;
    for (const column of [this.idOf, this.typeOf, this.rootOf, this.top, this.orderingOf, this.childrenOf])
      column.grow(slot + 1);
    this.hot.grow((slot + 1) * STRIDE);
    this.ids.set(row.id, slot);
    this.idOf.set(slot, row.id);
    this.childrenOf.set(slot, EMPTY);
    this.top.set(slot, slot);
    this.hot.set(slot * STRIDE + PARENT, NO_SLOT);
    this.setGroupMask(slot, 0);
    this.setUserAssignments(slot, EMPTY);
    this.setGroupAssignments(slot, EMPTY);
    this.describe(slot, row);
    return slot;
  }

  /** Inserts an added resource below its parent, which must exist. */
  place(slot: number, parent: number): void {
    this.hot.set(slot * STRIDE + PARENT, parent);
    if (parent === NO_SLOT) return;
    this.childrenOf.set(parent, this.arena.insert(this.childrenOf.get(parent), slot));
    this.nameIndex.add(slot, parent, this.name(slot));
  }

  /** Inserts all children below a placed resource; their slots ascend. */
  *placeAll(parent: number, children: Int32Array): Steps<void> {
    this.childrenOf.set(parent, this.arena.create(children));
    let operations = 0;
    for (const child of children) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      this.hot.set(child * STRIDE + PARENT, parent);
      this.top.set(child, this.top.get(parent));
      this.nameIndex.add(child, parent, this.name(child));
    }
  }

  /**
   * Recomputes the root of a resource and its descendants; called for each placed resource after all were placed. Reports
   * the resources whose root changed.
   */
  settle(slot: number, visit: (node: number, from: number, to: number) => void): void {
    let root = slot;
    for (let parent = this.parent(root); parent !== NO_SLOT; parent = this.parent(root)) root = parent;
    // Most are new and have no children.
    if (this.childrenOf.get(slot) === EMPTY) {
      const from = this.root(slot);
      if (from === root) return;
      this.top.set(slot, root);
      visit(slot, from, root);
      return;
    }
    const pending = [slot];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const from = this.root(node);
      if (from === root) continue;
      this.top.set(node, root);
      visit(node, from, root);
      for (const child of this.arena.values(this.childrenOf.get(node))) pending.push(child);
    }
  }

  /** Removes a resource from its parent; `place` inserts it elsewhere. */
  displace(slot: number): void {
    const parent = this.parent(slot);
    if (parent === NO_SLOT) return;
    this.nameIndex.delete(slot);
    this.childrenOf.set(parent, this.arena.remove(this.childrenOf.get(parent), slot));
    this.hot.set(slot * STRIDE + PARENT, NO_SLOT);
  }

  /** Takes a resource with everything below it out of its tree, in constant time: look-ups no longer find them. */
  detach(slot: number): void {
    this.displace(slot);
    if (this.top.get(slot) === slot) this.top.set(slot, NO_SLOT);
    this.hasDetached = true;
  }

  /** Removes some children of a detached resource, at most `count`, and returns them. */
  takeChildren(slot: number, count: number): Int32Array {
    const { taken, left } = this.arena.takeLast(this.childrenOf.get(slot), count);
    this.childrenOf.set(slot, left);
    for (const child of taken) {
      this.nameIndex.delete(child);
      this.hot.set(child * STRIDE + PARENT, NO_SLOT);
    }
    return taken;
  }

  /** Updates the fields of the resource from a row, except its parent. */
  describe(slot: number, row: ResourceRow): void {
    this.names[slot] = row.name;
    this.typeOf.set(slot, this.typeCode(row.type));
    this.rootOf.set(slot, row.rootServiceId ?? NO_ID);
    this.orderingOf.set(slot, row.ordering);
  }

  /** Frees a detached resource that has neither children nor assignments. Its slot is not reused before `recycle`. */
  remove(slot: number): void {
    if (this.ids.get(this.id(slot)) === slot) this.ids.delete(this.id(slot));
    this.idOf.set(slot, NO_ID);
    this.names[slot] = '';
  }

  /** Makes removed slots reusable. */
  recycle(slots: Iterable<number>): void {
    for (const slot of slots) this.freeSlots.push(slot);
  }

  private typeCode(type: string): number {
    const code = this.types.indexOf(type);
    return code >= 0 ? code : this.types.push(type) - 1;
  }
}
