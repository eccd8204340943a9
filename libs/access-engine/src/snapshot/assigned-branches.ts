import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { nodeOf, placedKey } from './assignment-code';
import type { CompiledStore } from './compiled-store';
import { IdSet } from './id-set';
import { IntStack } from './int-stack';
import { NO_SLOT } from './resource-table';
import { sortedInSteps } from './sorted-in-steps';

/** Whose assignments count, and where. */
export interface AssignedBranchesRequest {
  readonly kind: 'user' | 'group';
  readonly principalId: number;
  /** Of a user: whether those of its groups count as well. */
  readonly inherited?: boolean;
  /** Only the resources of this service. */
  readonly serviceId?: number;
  /** These resources count as if something were assigned on them. */
  readonly also?: readonly number[];
  /** Which of the resources with assignments count; all by default. */
  readonly counts?: (resourceId: number) => boolean;
  /** Of so many resources at most, the children of each are listed: more take too long to be sorted, and too much memory. */
  readonly maxSorted: number;
}

/** `counts` decides about permissions: as expensive as so many other operations. */
const OPERATIONS_OF_COUNTS = 20;

/** The parent of services. */
const NO_PARENT = -1;

/** Resources on which assignments are set, and their ancestors. */
export class AssignedBranches {
  constructor(
    private readonly listed: IdSet,
    /** Those with others below them. */
    private readonly inner: IdSet,
    private readonly sorted: SortedPairs | undefined,
  ) {}

  includes(id: number): boolean {
    return this.listed.has(id);
  }

  /** Whether there are others below a resource. */
  hasBelow(id: number): boolean {
    return this.inner.has(id);
  }

  /** The ids of those directly below a resource, ascending; undefined if there are too many in all: `includes` tells which these are. */
  childrenOf(parentId: number): Int32Array | undefined {
    return this.sorted?.childrenOf(parentId);
  }
}

/** Resources with the parent of each, sorted by parent and then by id. */
class SortedPairs {
  constructor(
    private readonly parents: Int32Array,
    private readonly ids: Int32Array,
  ) {}

  set(index: number, parent: number, id: number): void {
    this.parents[index] = parent;
    this.ids[index] = id;
  }

  childrenOf(parentId: number): Int32Array {
    return this.ids.subarray(this.firstFrom(parentId), this.firstFrom(parentId + 1));
  }

  private firstFrom(parentId: number): number {
    let [from, to] = [0, this.parents.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.parents[middle]! < parentId) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/**
 * Reads the assignments of a principal, in steps between which anything may change: what is assigned all the time is found. Nothing of an
 * unknown principal.
 */
export function* assignedBranches(
  store: CompiledStore,
  request: AssignedBranchesRequest,
): Steps<AssignedBranches> {
  const found = new FoundResources(store, request);
  for (const { kind, id } of principalsOf(store, request)) {
    // INVARIANT: assignments ascend by the slot of the resource, and a resource keeps its slot.
    for (let from = 0; ;) {
      const list = store.principals(kind).get(id)?.assignments;
      if (list === undefined) break;
      const count = store.arena.length(list);
      let index = store.arena.lowerBound(list, placedKey(from, 0));
      let left = OPERATIONS_PER_STEP;
      for (; index < count && left > 0; index++) {
        const node = nodeOf(store.arena.at(list, index));
        // One resource has several assignments.
        left -= node < from ? 1 : found.add(node);
        from = node + 1;
      }
      if (index === count) break;
      yield 0;
    }
  }
  for (const id of request.also ?? []) found.addId(id);
  return yield* found.branches();
}

function principalsOf(
  { arena, groups, users }: CompiledStore,
  { kind, principalId, inherited }: AssignedBranchesRequest,
): readonly { readonly kind: 'user' | 'group'; readonly id: number }[] {
  const user = kind === 'user' && inherited === true ? users.get(principalId) : undefined;
  // A list may have groups that were deleted.
  const ofGroups = user ? groups.liveAt(arena.values(user.links)) : [];
  return [{ kind, id: principalId }, ...ofGroups.map(({ id }) => ({ kind: 'group' as const, id }))];
}

/** The resources that have been found, each once, with their ancestors. */
class FoundResources {
  private readonly listed = new IdSet();
  private readonly inner = new IdSet();
  /** Those found first; more than are sorted need not be kept. */
  private readonly ids = new IntStack();
  private readonly parents = new IntStack();

  constructor(
    private readonly store: CompiledStore,
    private readonly request: Pick<AssignedBranchesRequest, 'serviceId' | 'counts' | 'maxSorted'>,
  ) {}

  /** Adds a resource and its ancestors, if there is one. */
  addId(id: number): void {
    const slot = this.store.resources.slotOf(id);
    if (slot !== NO_SLOT) this.add(slot);
  }

  /** Adds a resource and its ancestors; returns the number of operations. */
  add(node: number): number {
    const { resources } = this.store;
    const { serviceId, counts, maxSorted } = this.request;
    if (serviceId !== undefined && resources.id(resources.root(node)) !== serviceId) return 1;
    // A slot that is free, or of a resource that is being removed, is not found by its id.
    if (resources.slotOf(resources.id(node)) !== node) return 1;
    if (counts && !counts(resources.id(node))) return OPERATIONS_OF_COUNTS;
    let operations = 1;
    for (let slot = node; slot !== NO_SLOT; slot = resources.parent(slot)) {
      const id = resources.id(slot);
      // The ancestors of one that was found were found with it.
      if (!this.listed.add(id)) break;
      const parent = resources.parent(slot);
      const parentId = parent === NO_SLOT ? NO_PARENT : resources.id(parent);
      if (parent !== NO_SLOT) this.inner.add(parentId);
      if (this.ids.length <= maxSorted) {
        this.ids.push(id);
        this.parents.push(parentId);
      }
      operations += 1;
    }
    return operations;
  }

  *branches(): Steps<AssignedBranches> {
    const sorted = this.ids.length > this.request.maxSorted ? undefined : yield* this.sorted();
    return new AssignedBranches(this.listed, this.inner, sorted);
  }

  private *sorted(): Steps<SortedPairs> {
    const { ids, parents } = this;
    const { length } = ids;
    const compare = (a: number, b: number) => parents.at(a) - parents.at(b) || ids.at(a) - ids.at(b);
    const unsorted = Int32Array.from({ length }, (_, index) => index);
    const order =
      length <= OPERATIONS_PER_STEP ? unsorted.sort(compare) : yield* sortedInSteps(unsorted, compare);
    const sorted = new SortedPairs(new Int32Array(length), new Int32Array(length));
    for (let index = 0; index < length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      sorted.set(index, parents.at(order[index]!), ids.at(order[index]!));
    }
    return sorted;
  }
}
