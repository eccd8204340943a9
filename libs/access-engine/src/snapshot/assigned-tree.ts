import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import { nodeOf } from './assignment-code';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import { sortedInSteps } from './sorted-in-steps';

/** The resources of a service on which a principal has assignments. */
export interface AssignedTree {
  /** By the slot of a resource: the number of such resources below it; absent for none. */
  readonly below: ReadonlyMap<number, number>;
  /** Their slots, each before those below it and siblings in order. */
  readonly order: Int32Array;
  /** By the slot of a resource in `below`: the index in `order` of the first such resource below it. */
  readonly firstBelow: ReadonlyMap<number, number>;
}

/** Reads the assignments of a principal in a service, in steps; time and memory grow with their number and their depth. */
export function* assignedTree(
  store: CompiledStore,
  principal: PrincipalEntry,
  service: number,
): Steps<AssignedTree> {
  const { resources } = store;
  const assigned = yield* assignedNodes(store, principal, service);
  const below = new Map<number, number>();
  /** Only children that have assignments themselves or below them. */
  const children = new Map<number, number[]>();
  const inTree = new Set<number>();
  let operations = 0;
  for (const node of assigned) {
    let isNew = true;
    for (let child = node; child !== service;) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      const parent = resources.parent(child);
      // Of a child that is in the tree, all ancestors are.
      isNew &&= !inTree.has(child);
      if (isNew) {
        inTree.add(child);
        const siblings = children.get(parent);
        if (siblings) siblings.push(child);
        else children.set(parent, [child]);
      }
      below.set(parent, (below.get(parent) ?? 0) + 1);
      child = parent;
    }
  }
  return { below, ...(yield* inOrder(store, service, assigned, children)) };
}

/** The slots of the service's resources on which the principal has assignments. */
function* assignedNodes(
  { arena, resources }: CompiledStore,
  principal: PrincipalEntry,
  service: number,
): Steps<Set<number>> {
  const nodes = new Set<number>();
  // A copy: the list may change between two steps.
  const list = arena.copy(principal.assignments);
  for (let index = 0; index < list.length; index++) {
    if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
    const node = nodeOf(list[index]!);
    if (resources.root(node) === service && resources.isAttached(node)) nodes.add(node);
  }
  return nodes;
}

function* inOrder(
  { resources }: CompiledStore,
  service: number,
  assigned: ReadonlySet<number>,
  children: ReadonlyMap<number, readonly number[]>,
): Steps<Pick<AssignedTree, 'order' | 'firstBelow'>> {
  const order = new Int32Array(assigned.size);
  const firstBelow = new Map<number, number>();
  const pending = [service];
  let [length, operations] = [0, 0];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
    if (assigned.has(node)) order[length++] = node;
    const unsorted = children.get(node);
    if (!unsorted) continue;
    firstBelow.set(node, length);
    const sorted = yield* sortedInSteps(Int32Array.from(unsorted), (a, b) => resources.compareSiblings(a, b));
    for (let index = sorted.length - 1; index >= 0; index--) {
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      pending.push(sorted[index]!);
    }
  }
  return { order, firstBelow };
}
