import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { NO_SLOT, type ResourceTable } from './resource-table';

/** A part of the children of a resource, by ascending id. */
export interface ChildIdsRequest {
  readonly parentId: number;
  /** The part begins after this id; -1 for the first part. */
  readonly after: number;
  /** Maximum number of ids. */
  readonly limit: number;
}

/**
 * The ids of a part of the children, in steps between which resources may change: each child that exists all the time is found. Memory is
 * proportional to the limit, time to the number of all children. The part after the last id is empty.
 */
export function* childIdsAfter(
  resources: ResourceTable,
  { parentId, after, limit }: ChildIdsRequest,
): Steps<Int32Array> {
  const smallest = new SmallestIds(limit);
  // INVARIANT: the stored list ascends by slot, and a resource keeps its slot, so that one can go on after a slot.
  for (let from = 0; ;) {
    const parent = resources.slotOf(parentId);
    const count = parent === NO_SLOT ? 0 : resources.childCount(parent);
    let index = parent === NO_SLOT ? 0 : resources.childIndexFrom(parent, from);
    const end = Math.min(count, index + OPERATIONS_PER_STEP);
    for (; index < end; index++) {
      const child = resources.childAt(parent, index);
      const id = resources.id(child);
      if (id > after) smallest.add(id);
      from = child + 1;
    }
    if (end === count) return smallest.ascending();
    yield 0;
  }
}

/** Keeps the smallest of many ids; those that come in ascending order cost one comparison each. */
class SmallestIds {
  private kept: Int32Array;
  private length = 0;
  /** Ids from here on are not among the smallest. */
  private bound = Infinity;

  constructor(private readonly limit: number) {
    this.kept = new Int32Array(Math.min(2 * limit, 16));
  }

  add(id: number): void {
    if (id >= this.bound) return;
    if (this.length === this.kept.length) this.makeRoom();
    if (id < this.bound) this.kept[this.length++] = id;
  }

  /** Ascending, each once. */
  ascending(): Int32Array {
    this.sort();
    return this.kept.slice(0, Math.min(this.length, this.limit));
  }

  private makeRoom(): void {
    if (this.length < 2 * this.limit) {
      const larger = new Int32Array(Math.min(2 * this.length, 2 * this.limit));
      larger.set(this.kept);
      this.kept = larger;
      return;
    }
    this.sort();
    this.length = Math.min(this.length, this.limit);
    if (this.length === this.limit) this.bound = this.kept[this.limit - 1]!;
  }

  private sort(): void {
    const ids = this.kept.subarray(0, this.length);
    if (ids.some((id, index) => index > 0 && id <= ids[index - 1]!)) ids.sort();
    let distinct = 0;
    for (const id of ids) if (distinct === 0 || id !== ids[distinct - 1]) ids[distinct++] = id;
    this.length = distinct;
  }
}
