import { formatExplicit } from '../permission';
import type { CompiledStore } from './compiled-store';
import type { PrincipalEntry } from './principal-table';
import type { ResourceRow, ServiceRow } from './rows';
import {
  decodeAssignment,
  principalOf,
  nodeOf,
  permissionOfHeld,
  permissionOfPlaced,
} from './assignment-code';

/** A user or group with its memberships and assignments. */
interface CanonicalPrincipal {
  readonly id: number;
  readonly name: string;
  /** The groups of a user, the members of a group. */
  readonly linked: readonly number[];
  /** `<resource id> <permission>`. */
  readonly assignments: readonly string[];
}

/** A resource with its assignments. */
interface CanonicalResource extends ResourceRow {
  readonly children: readonly number[];
  /** `user|group <principal id> <permission>`. */
  readonly assignments: readonly string[];
}

/** The contents of a snapshot, from both sides of each relation, in an order that does not depend on its history. */
export interface CanonicalSnapshot {
  readonly revision: number;
  readonly users: readonly CanonicalPrincipal[];
  readonly groups: readonly CanonicalPrincipal[];
  readonly resources: readonly CanonicalResource[];
  readonly services: readonly (ServiceRow & { readonly name: string })[];
}

export function canonicalForm(store: CompiledStore, revision: number): CanonicalSnapshot {
  return {
    revision,
    users: [...store.users].map((user) => canonicalPrincipal(store, user)).sort(byId),
    groups: [...store.groups].map((group) => canonicalPrincipal(store, group)).sort(byId),
    resources: canonicalResources(store).sort(byId),
    services: [...store.services.values()]
      .map((service) => ({
        ...service,
        name: store.resources.name(store.resources.slotOf(service.resourceId)),
      }))
      .sort((a, b) => a.resourceId - b.resourceId),
  };
}

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id;

function canonicalPrincipal(store: CompiledStore, principal: PrincipalEntry): CanonicalPrincipal {
  return {
    id: principal.id,
    name: principal.name,
    linked: store
      .linkedTo(principal)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    assignments: store.arena
      .values(principal.assignments)
      .filter((assignment) => store.resources.isAttached(nodeOf(assignment)))
      .map(
        (assignment) =>
          `${store.resources.id(nodeOf(assignment))} ${formatExplicit(decodeAssignment(permissionOfPlaced(assignment), assignment))}`,
      )
      .sort(),
  };
}

function canonicalResources(store: CompiledStore): CanonicalResource[] {
  const { resources } = store;
  const all: CanonicalResource[] = [];
  for (let slot = 0; slot < resources.slots; slot++) {
    if (!resources.isLive(slot) || !resources.isAttached(slot)) continue;
    const children = resources.children(slot).map((child) => resources.id(child));
    all.push({ ...resources.row(slot), children, assignments: canonicalAssignments(store, slot) });
  }
  return all;
}

function canonicalAssignments(store: CompiledStore, slot: number): string[] {
  return (['user', 'group'] as const)
    .flatMap((kind) =>
      store.arena
        .values(store.assignmentsOn(kind, slot))
        .filter((assignment) => store.principals(kind).isLive(principalOf(assignment)))
        .map(
          (assignment) =>
            `${kind} ${store.principals(kind).at(principalOf(assignment)).id} ${formatExplicit(decodeAssignment(permissionOfHeld(assignment), assignment))}`,
        ),
    )
    .sort();
}
