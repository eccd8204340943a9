import { NO_PERMISSION } from '../resolve';
import type { Decision } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { HolderEntry } from './holder-table';
import { EMPTY } from './list-arena';
import { NO_SLOT } from './resource-table';
import {
  isDenial,
  isRecursive,
  isSimilar,
  permissionOfRule,
  ruleKey,
  slotOfRule,
  strengthOfRule,
} from './rule-code';

const NONE = -1;

/**
 * The strongest group rule found on one resource, as one integer: the class of its group (1 generic, 0 public) in bit
 * 27, its strength in bits 25 and 26, whether several groups hold it in bit 24, and the group's slot below. Comparing
 * what stands above bit 24 compares by class, then by strength.
 */
const LEVEL_SHIFT = 25;
const CLASS_SHIFT = 27;
const SEVERAL = 1 << 24;
const GENERIC = 1;

const SEVERAL_ALLOW: Decision = Object.freeze({ access: 'allow', reason: 'multiple' });
const SEVERAL_DENY: Decision = Object.freeze({ access: 'deny', reason: 'multiple' });

/**
 * Effective resolution of one permission on the compiled index, for a user who is no administrator: the walk of
 * spec: permissions 3.3, from the target up to the service. It costs at most one short search a level for the user
 * and one for its groups, and allocates nothing.
 */
export function decideForUser(
  store: CompiledStore,
  user: HolderEntry,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources } = store;
  const publicSlot = store.publicGroup?.slot ?? NO_SLOT;
  const groups = user.links;
  const hasRules = user.rules !== EMPTY;
  let best = NONE;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    if (((resources.mask(node) >>> permission) & 1) === 0) continue;
    const matchCounts = exact && node === target;
    if (hasRules) {
      const strength = strengthOn(store, user, node, permission);
      if (strength !== NONE && (matchCounts || isRecursive(strength)))
        return user.decision(isDenial(strength));
    }
    if (groups !== EMPTY && best >>> CLASS_SHIFT !== GENERIC) {
      const verdict = strongestGroupRule(store, groups, node, permission, matchCounts, publicSlot);
      // A rule farther away counts only when its group is of a higher class than that of the closer one.
      if (verdict !== NONE && (best === NONE || verdict >>> CLASS_SHIFT > best >>> CLASS_SHIFT))
        best = verdict;
    }
    // Only a rule of the user itself could still outrank this one.
    if (best !== NONE && !hasRules && best >>> CLASS_SHIFT === GENERIC) break;
  }
  return best === NONE ? NO_PERMISSION : decisionOf(store, best);
}

/** The decision of one holder's rules alone: the closest that applies. */
export function decideForHolder(
  store: CompiledStore,
  holder: HolderEntry,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources } = store;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    const strength = strengthOn(store, holder, node, permission);
    if (strength !== NONE && (isRecursive(strength) || (exact && node === target))) {
      return holder.decision(isDenial(strength));
    }
  }
  return NO_PERMISSION;
}

/** The strength of a holder's own rule on a resource, or -1: searched in the shorter of the two lists it would be in. */
function strengthOn(store: CompiledStore, holder: HolderEntry, node: number, permission: number): number {
  const { arena } = store;
  const onNode = store.rulesOn(holder.kind, node);
  if (onNode === EMPTY || holder.rules === EMPTY) return NONE;
  const byHolder = arena.length(holder.rules) <= arena.length(onNode);
  const key = byHolder ? ruleKey(node, permission) : ruleKey(holder.slot, permission);
  const rule = arena.firstFrom(byHolder ? holder.rules : onNode, key);
  return rule !== NONE && isSimilar(rule, key) ? strengthOfRule(rule) : NONE;
}

function strongestGroupRule(
  store: CompiledStore,
  groups: number,
  node: number,
  permission: number,
  matchCounts: boolean,
  publicSlot: number,
): number {
  const { arena } = store;
  const rules = store.resources.groupRules(node);
  const ruleCount = arena.length(rules);
  const groupCount = arena.length(groups);
  let best = NONE;
  if (ruleCount > groupCount * 8) {
    for (let index = 0; index < groupCount; index++) {
      const key = ruleKey(arena.at(groups, index), permission);
      const rule = arena.firstFrom(rules, key);
      if (rule !== NONE && isSimilar(rule, key)) best = stronger(best, rule, matchCounts, publicSlot);
    }
    return best;
  }
  // Both lists ascend by group: walk them side by side.
  let index = 0;
  for (let at = 0; at < ruleCount; at++) {
    const rule = arena.at(rules, at);
    if (permissionOfRule(rule) !== permission) continue;
    const group = slotOfRule(rule);
    while (index < groupCount && arena.at(groups, index) < group) index++;
    if (index === groupCount) break;
    if (arena.at(groups, index) === group) best = stronger(best, rule, matchCounts, publicSlot);
  }
  return best;
}

/** The verdict after one more rule on the same resource. */
function stronger(best: number, rule: number, matchCounts: boolean, publicSlot: number): number {
  const strength = strengthOfRule(rule);
  if (!matchCounts && !isRecursive(strength)) return best;
  const group = slotOfRule(rule);
  const level = ((group === publicSlot ? 0 : GENERIC) << 2) | strength;
  const bestLevel = best === NONE ? NONE : best >>> LEVEL_SHIFT;
  if (level > bestLevel) return (level << LEVEL_SHIFT) | group;
  return level === bestLevel ? best | SEVERAL : best;
}

function decisionOf(store: CompiledStore, verdict: number): Decision {
  const denial = isDenial(verdict >>> LEVEL_SHIFT);
  if ((verdict & SEVERAL) !== 0) return denial ? SEVERAL_DENY : SEVERAL_ALLOW;
  return store.groups.at(verdict & (SEVERAL - 1)).decision(denial);
}
