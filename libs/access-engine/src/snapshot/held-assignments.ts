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
  return principals.flatMap((entry) => {
    const principal = principalOf(store, entry);
    return integersOn(store, entry, node).map((assignment) => ({
      principal,
      ...decodeAssignment(permissionOfPlaced(assignment), assignment),
    }));
  });
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

function integersOn(store: CompiledStore, { assignments }: PrincipalEntry, node: number): number[] {
  const { arena } = store;
  const end = arena.lowerBound(assignments, placedKey(node + 1, 0));
  const found: number[] = [];
  for (let index = arena.lowerBound(assignments, placedKey(node, 0)); index < end; index++)
    found.push(arena.at(assignments, index));
  return found;
}
