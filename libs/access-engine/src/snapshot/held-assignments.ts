import { RANK } from '../resolve';
import type { HeldAssignment, Principal, Rank } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import { decodeAssignment, nodeOf, permissionOfPlaced, placedKey } from './assignment-code';

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
