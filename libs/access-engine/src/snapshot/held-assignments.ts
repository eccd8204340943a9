import { RANK } from '../resolve';
import type { HeldAssignment, Principal, Rank } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import {
  decodeAssignment,
  nodeOf,
  permissionOfHeld,
  permissionOfPlaced,
  placedKey,
  principalOf as principalOfHeld,
  strengthOfAssignment,
} from './assignment-code';

/** Identical assignments of groups of one rank that are kept: the first is shown, and a second one tells that there are several. */
const MAX_IDENTICAL = 2;

/** The assignments that some principals have on one resource, principal by principal, each by permission name. */
export function heldAssignments(
  store: CompiledStore,
  principals: readonly PrincipalEntry[],
  node: number,
): HeldAssignment[] {
  const held: HeldAssignment[] = [];
  const [from, to] = [placedKey(node, 0), placedKey(node + 1, 0)];
  for (const entry of principals) {
    const { assignments } = entry;
    const first = store.arena.lowerBound(assignments, from);
    const end = store.arena.lowerBound(assignments, to);
    // Most principals have nothing on most resources.
    if (first === end) continue;
    const principal = principalOf(store, entry);
    for (let index = first; index < end; index++) {
      const assignment = store.arena.at(assignments, index);
      held.push({ principal, ...decodeAssignment(permissionOfPlaced(assignment), assignment) });
    }
  }
  return held;
}

/**
 * The assignments of a user and its groups on one resource; of identical ones of groups of one rank, only the two of the groups with
 * the lowest ids. What is derived without duplicates is the same as from all: thousands of groups may have the same assignment.
 */
export function distinctAssignments(
  store: CompiledStore,
  user: PrincipalEntry,
  node: number,
): HeldAssignment[] {
  const kept = new Map<number, { group: PrincipalEntry; permission: number; assignment: number }[]>();
  for (const found of assignmentsOfGroups(store, user, node)) {
    const { group, permission, assignment } = found;
    const key = placedKey(rankOf(store, group), permission) | strengthOfAssignment(assignment);
    const identical = kept.get(key);
    if (!identical) {
      kept.set(key, [found]);
      continue;
    }
    const at = identical.findIndex((other) => group.id < other.group.id);
    if (at >= 0) identical.splice(at, 0, found);
    else identical.push(found);
    if (identical.length > MAX_IDENTICAL) identical.pop();
  }
  const held = heldAssignments(store, [user], node);
  for (const { group, permission, assignment } of [...kept.values()].flat())
    held.push({ principal: principalOf(store, group), ...decodeAssignment(permission, assignment) });
  return held;
}

/** Reads what is shorter: the groups of the user, or the assignments of groups on the resource. */
function* assignmentsOfGroups(
  store: CompiledStore,
  user: PrincipalEntry,
  node: number,
): Generator<{ group: PrincipalEntry; permission: number; assignment: number }> {
  const { arena, groups, resources } = store;
  const onResource = resources.groupAssignments(node);
  if (arena.length(onResource) <= arena.length(user.links)) {
    for (let index = 0; index < arena.length(onResource); index++) {
      const assignment = arena.at(onResource, index);
      const group = principalOfHeld(assignment);
      if (store.isMember(user.slot, group))
        yield { group: groups.at(group), permission: permissionOfHeld(assignment), assignment };
    }
    return;
  }
  const [from, to] = [placedKey(node, 0), placedKey(node + 1, 0)];
  for (let link = 0; link < arena.length(user.links); link++) {
    const group = groups.at(arena.at(user.links, link));
    const end = arena.lowerBound(group.assignments, to);
    for (let index = arena.lowerBound(group.assignments, from); index < end; index++) {
      const assignment = arena.at(group.assignments, index);
      yield { group, permission: permissionOfPlaced(assignment), assignment };
    }
  }
}

/** The ids of all resources on which some of the principals have assignments. */
export function resourcesOf(store: CompiledStore, principals: readonly PrincipalEntry[]): Set<number> {
  const ids = new Set<number>();
  for (const principal of principals) {
    for (const assignment of store.arena.values(principal.assignments))
      ids.add(store.resources.id(nodeOf(assignment)));
  }
  return ids;
}

/** A principal in the form that resolution uses. */
function principalOf(store: CompiledStore, entry: PrincipalEntry): Principal {
  return { kind: entry.kind, id: entry.id, name: entry.name, rank: rankOf(store, entry) };
}

function rankOf(store: CompiledStore, entry: PrincipalEntry): Rank {
  if (entry.kind === 'user') return RANK.user;
  if (entry === store.adminGroup) return RANK.administrators;
  return entry === store.publicGroup ? RANK.public : RANK.group;
}
