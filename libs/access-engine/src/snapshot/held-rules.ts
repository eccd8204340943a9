import { RANK } from '../resolve';
import type { HeldRule, Holder, Rank } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { HolderEntry } from './holder-table';
import { decodeRule, nodeOf, permissionOfPlaced, placedKey } from './rule-code';

/** The rules that some holders have on one resource, holder by holder, each by permission name. */
export function heldRules(store: CompiledStore, holders: readonly HolderEntry[], node: number): HeldRule[] {
  return holders.flatMap((entry) => {
    const holder = holderOf(store, entry);
    return integersOn(store, entry, node).map((rule) => ({
      holder,
      ...decodeRule(permissionOfPlaced(rule), rule),
    }));
  });
}

/** The ids of all resources on which some of the holders have rules. */
export function resourcesOf(store: CompiledStore, holders: readonly HolderEntry[]): Set<number> {
  const ids = new Set<number>();
  for (const holder of holders) {
    for (const rule of store.arena.values(holder.rules)) ids.add(store.resources.id(nodeOf(rule)));
  }
  return ids;
}

/** A holder as resolution sees it. */
function holderOf(store: CompiledStore, entry: HolderEntry): Holder {
  return { kind: entry.kind, id: entry.id, name: entry.name, rank: rankOf(store, entry) };
}

function rankOf(store: CompiledStore, entry: HolderEntry): Rank {
  if (entry.kind === 'user') return RANK.user;
  if (entry === store.adminGroup) return RANK.administrators;
  return entry === store.publicGroup ? RANK.public : RANK.group;
}

function integersOn(store: CompiledStore, { rules }: HolderEntry, node: number): number[] {
  const { arena } = store;
  const end = arena.lowerBound(rules, placedKey(node + 1, 0));
  const found: number[] = [];
  for (let index = arena.lowerBound(rules, placedKey(node, 0)); index < end; index++)
    found.push(arena.at(rules, index));
  return found;
}
