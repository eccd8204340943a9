import { NO_PERMISSION } from '../resolve';
import type { Decision } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { PrincipalTable } from './principal-table';
import { EMPTY } from './list-arena';
import { NO_SLOT } from './resource-table';
import {
  heldKey,
  principalOf,
  isDenial,
  isRecursive,
  isSimilar,
  placedKey,
  strengthOfAssignment,
} from './assignment-code';

/** No assignment. */
export const NONE = -1;

/** With more group assignments than this on a resource, the user's groups are searched among them instead. */
const MANY = 8;

/** A principal's list up to this length is searched without comparing it to the length of the resource's list. */
const BRIEF = 32;

/**
 * The strongest group assignment found on one resource, as one integer: the class of its group (1 generic, 0 public) in bit
 * 27, its strength in bits 25 and 26, whether several groups have it in bit 24, and the group's slot below. Comparing the
 * bits above 24 compares by class, then by strength.
 */
const LEVEL_SHIFT = 25;
export const CLASS_SHIFT = 27;
const SEVERAL = 1 << 24;
export const GENERIC = 1;

const SEVERAL_ALLOW: Decision = Object.freeze({ access: 'allow', reason: 'multiple' });
const SEVERAL_DENY: Decision = Object.freeze({ access: 'deny', reason: 'multiple' });

/**
 * Effective resolution of one permission on the compiled index, for a user who is not an administrator: the walk of
 * Reference: permission-rules#effective-resolution, from the target up to the service. It costs at most one short search a level
 * for the user and one for its groups, and allocates no memory.
 */
export function decideForUser(
  store: CompiledStore,
  user: number,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources, users } = store;
  const publicSlot = store.publicGroup?.slot ?? NO_SLOT;
  const hasAssignments = users.assignments(user) !== EMPTY;
  let best = NONE;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    const matchCounts = exact && node === target;
    if (hasAssignments) {
      const strength = strengthOn(store, users, user, resources.userAssignments(node), node, permission);
      if (strength !== NONE && (matchCounts || isRecursive(strength)))
        return users.at(user).decision(isDenial(strength));
    }
    if (best >>> CLASS_SHIFT !== GENERIC && ((resources.groupMask(node) >>> permission) & 1) !== 0) {
      const verdict = strongestGroupAssignment(store, user, node, permission, matchCounts, publicSlot);
      // An assignment farther away takes effect only if its group is of a higher class than that of the closer one.
      if (verdict !== NONE && (best === NONE || verdict >>> CLASS_SHIFT > best >>> CLASS_SHIFT))
        best = verdict;
    }
    // Only an assignment of the user could still outrank this one.
    if (!hasAssignments && best !== NONE && best >>> CLASS_SHIFT === GENERIC) break;
  }
  return best === NONE ? NO_PERMISSION : decisionOf(store, best);
}

/** The decision by the assignments of one group: the closest that applies. */
export function decideForGroup(
  store: CompiledStore,
  group: number,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources, groups } = store;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    const strength = strengthOn(store, groups, group, resources.groupAssignments(node), node, permission);
    if (strength !== NONE && (isRecursive(strength) || (exact && node === target))) {
      return groups.at(group).decision(isDenial(strength));
    }
  }
  return NO_PERMISSION;
}

/**
 * The strength of a principal's own assignment on a resource, or -1: searched in the shorter of the
 * two lists that would contain it.
 */
export function strengthOn(
  { arena }: CompiledStore,
  principals: PrincipalTable,
  principal: number,
  onNode: number,
  node: number,
  permission: number,
): number {
  if (onNode === EMPTY || !principals.mayHaveAssignmentOn(principal, node)) return NONE;
  const ofPrincipal = principals.assignments(principal);
  const byPrincipal = arena.length(ofPrincipal) <= BRIEF || arena.length(ofPrincipal) <= arena.length(onNode);
  const key = byPrincipal ? placedKey(node, permission) : heldKey(permission, principal);
  const assignment = arena.firstFrom(byPrincipal ? ofPrincipal : onNode, key);
  return assignment !== NONE && isSimilar(assignment, key) ? strengthOfAssignment(assignment) : NONE;
}

/** The strongest group assignment of a user's groups on one resource, in the form described above; -1 if none applies. */
export function strongestGroupAssignment(
  store: CompiledStore,
  user: number,
  node: number,
  permission: number,
  matchCounts: boolean,
  publicSlot: number,
): number {
  const { arena, users } = store;
  const assignments = store.resources.groupAssignments(node);
  const first = arena.lowerBound(assignments, heldKey(permission, 0));
  const end = arena.lowerBound(assignments, heldKey(permission + 1, 0));
  let best = NONE;
  if (end - first > MANY) {
    const groups = users.links(user);
    const groupCount = arena.length(groups);
    for (let index = 0; index < groupCount; index++) {
      const key = heldKey(permission, arena.at(groups, index));
      const assignment = arena.firstFrom(assignments, key);
      if (assignment !== NONE && isSimilar(assignment, key) && isLive(store, principalOf(assignment)))
        best = stronger(best, assignment, matchCounts, publicSlot);
    }
    return best;
  }
  for (let index = first; index < end; index++) {
    const assignment = arena.at(assignments, index);
    if (store.isMember(user, principalOf(assignment)))
      best = stronger(best, assignment, matchCounts, publicSlot);
  }
  return best;
}

/** Whether a group exists, to which a user is linked. */
function isLive({ removals, groups }: CompiledStore, group: number): boolean {
  return !removals.isPending || groups.isLive(group);
}

/** The decision after one more assignment on the same resource. */
export function stronger(best: number, assignment: number, matchCounts: boolean, publicSlot: number): number {
  const strength = strengthOfAssignment(assignment);
  if (!matchCounts && !isRecursive(strength)) return best;
  const group = principalOf(assignment);
  const level = ((group === publicSlot ? 0 : GENERIC) << 2) | strength;
  const bestLevel = best === NONE ? NONE : best >>> LEVEL_SHIFT;
  if (level > bestLevel) return (level << LEVEL_SHIFT) | group;
  return level === bestLevel ? best | SEVERAL : best;
}

export function decisionOf(store: CompiledStore, verdict: number): Decision {
  const denial = isDenial(verdict >>> LEVEL_SHIFT);
  if ((verdict & SEVERAL) !== 0) return denial ? SEVERAL_DENY : SEVERAL_ALLOW;
  return store.groups.at(verdict & (SEVERAL - 1)).decision(denial);
}
