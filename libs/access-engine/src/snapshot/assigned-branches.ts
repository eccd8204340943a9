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
}

/** The parent of services. */
const NO_PARENT = -1;

/** Resources on which assignments are set, and their ancestors; eight bytes for each of them. */
export class AssignedBranches {
  /** `ids` and the parents of each, sorted by parent and then by id. */
  constructor(
    private readonly parents: Int32Array,
    private readonly ids: Int32Array,
  ) {}

  /** The ids of the services, ascending. */
  get services(): Int32Array {
    return this.childrenOf(NO_PARENT);
  }

  hasService(id: number): boolean {
    const at = this.firstFrom(NO_PARENT, id);
    return this.parents[at] === NO_PARENT && this.ids[at] === id;
  }

  /** The ids of those below a resource, ascending. */
  childrenOf(parentId: number): Int32Array {
    return this.ids.subarray(this.firstFrom(parentId), this.firstFrom(parentId + 1));
  }

  /** The index of the first pair that is not below this one. */
  private firstFrom(parentId: number, id = 0): number {
    let [from, to] = [0, this.parents.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const order = this.parents[middle]! - parentId || this.ids[middle]! - id;
      if (order < 0) from = middle + 1;
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
  const found = new FoundResources(store, request.serviceId);
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
  return yield* found.sorted();
}

function principalsOf(
  { arena, groups, users }: CompiledStore,
  { kind, principalId, inherited }: AssignedBranchesRequest,
): readonly { readonly kind: 'user' | 'group'; readonly id: number }[] {
  const user = kind === 'user' && inherited === true ? users.get(principalId) : undefined;
  const ofGroups = user ? arena.values(user.links).map((slot) => groups.at(slot)) : [];
  return [{ kind, id: principalId }, ...ofGroups.map(({ id }) => ({ kind: 'group' as const, id }))];
}

/** The resources that have been found, each once, with their ancestors. */
class FoundResources {
  private readonly seen = new IdSet();
  private readonly ids = new IntStack();
  private readonly parents = new IntStack();

  constructor(
    private readonly store: CompiledStore,
    private readonly serviceId: number | undefined,
  ) {}

  /** Adds a resource and its ancestors; returns the number of operations. */
  add(node: number): number {
    const { resources } = this.store;
    // A slot that is free, or of a resource that is being removed, is not found by its id.
    if (resources.slotOf(resources.id(node)) !== node) return 1;
    if (this.serviceId !== undefined && resources.id(resources.root(node)) !== this.serviceId) return 1;
    let operations = 1;
    for (let slot = node; slot !== NO_SLOT; slot = resources.parent(slot)) {
      const id = resources.id(slot);
      // The ancestors of one that was found were found with it.
      if (!this.seen.add(id)) break;
      const parent = resources.parent(slot);
      this.ids.push(id);
      this.parents.push(parent === NO_SLOT ? NO_PARENT : resources.id(parent));
      operations += 1;
    }
    return operations;
  }

  *sorted(): Steps<AssignedBranches> {
    const { ids, parents } = this;
    const { length } = ids;
    const order = new Int32Array(length);
    for (let index = 0; index < length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      order[index] = index;
    }
    const compare = (a: number, b: number) => parents.at(a) - parents.at(b) || ids.at(a) - ids.at(b);
    const sorted = yield* sortedInSteps(order, compare);
    const [sortedParents, sortedIds] = [new Int32Array(length), new Int32Array(length)];
    for (let index = 0; index < length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      sortedParents[index] = parents.at(sorted[index]!);
      sortedIds[index] = ids.at(sorted[index]!);
    }
    return new AssignedBranches(sortedParents, sortedIds);
  }
}
