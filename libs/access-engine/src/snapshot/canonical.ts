import { formatExplicit } from '../permission';
import type { CompiledStore } from './compiled-store';
import type { HolderEntry } from './holder-table';
import type { ResourceRow, ServiceRow } from './rows';
import { decodeRule, holderOf, nodeOf, permissionOfHeld, permissionOfPlaced } from './rule-code';

/** A user or group with everything that hangs on it. */
export interface CanonicalHolder {
  readonly id: number;
  readonly name: string;
  /** The groups of a user, the members of a group. */
  readonly linked: readonly number[];
  /** `<resource id> <permission>`. */
  readonly rules: readonly string[];
}

/** A resource with everything that hangs on it. */
export interface CanonicalResource extends ResourceRow {
  readonly children: readonly number[];
  /** `user|group <holder id> <permission>`. */
  readonly rules: readonly string[];
}

/** Everything a snapshot says, from both sides of each relation, in an order that does not depend on its history. */
export interface CanonicalSnapshot {
  readonly revision: number;
  readonly users: readonly CanonicalHolder[];
  readonly groups: readonly CanonicalHolder[];
  readonly resources: readonly CanonicalResource[];
  readonly services: readonly (ServiceRow & { readonly name: string })[];
}

export function canonicalForm(store: CompiledStore, revision: number): CanonicalSnapshot {
  return {
    revision,
    users: [...store.users].map((user) => canonicalHolder(store, user)).sort(byId),
    groups: [...store.groups].map((group) => canonicalHolder(store, group)).sort(byId),
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

function canonicalHolder(store: CompiledStore, holder: HolderEntry): CanonicalHolder {
  const others = store.holders(holder.kind === 'user' ? 'group' : 'user');
  return {
    id: holder.id,
    name: holder.name,
    linked: store.arena
      .values(holder.links)
      .map((slot) => others.at(slot).id)
      .sort((a, b) => a - b),
    rules: store.arena
      .values(holder.rules)
      .map(
        (rule) =>
          `${store.resources.id(nodeOf(rule))} ${formatExplicit(decodeRule(permissionOfPlaced(rule), rule))}`,
      )
      .sort(),
  };
}

function canonicalResources(store: CompiledStore): CanonicalResource[] {
  const { resources } = store;
  const all: CanonicalResource[] = [];
  for (let slot = 0; slot < resources.slots; slot++) {
    if (!resources.isLive(slot)) continue;
    const children = resources.children(slot).map((child) => resources.id(child));
    all.push({ ...resources.row(slot), children, rules: canonicalRules(store, slot) });
  }
  return all;
}

function canonicalRules(store: CompiledStore, slot: number): string[] {
  return (['user', 'group'] as const)
    .flatMap((kind) =>
      store.arena
        .values(store.rulesOn(kind, slot))
        .map(
          (rule) =>
            `${kind} ${store.holders(kind).at(holderOf(rule)).id} ${formatExplicit(decodeRule(permissionOfHeld(rule), rule))}`,
        ),
    )
    .sort();
}
