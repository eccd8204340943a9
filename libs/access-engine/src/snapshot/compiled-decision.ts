import { NO_PERMISSION } from '../resolve';
import type { Decision } from '../resolve';
import type { CompiledStore } from './compiled-store';
import type { HolderTable } from './holder-table';
import { EMPTY } from './list-arena';
import { NO_SLOT } from './resource-table';
import { heldKey, holderOf, isDenial, isRecursive, isSimilar, placedKey, strengthOfRule } from './rule-code';

const NONE = -1;

/** With more group rules than this on a resource, each of the user's groups is looked for among them instead. */
const MANY = 8;

/** A holder's list up to this length is searched without a look at how long the resource's list is. */
const BRIEF = 32;

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
  user: number,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources, users } = store;
  const publicSlot = store.publicGroup?.slot ?? NO_SLOT;
  const hasRules = users.rules(user) !== EMPTY;
  let best = NONE;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    const matchCounts = exact && node === target;
    if (hasRules) {
      const strength = strengthOn(store, users, user, resources.userRules(node), node, permission);
      if (strength !== NONE && (matchCounts || isRecursive(strength)))
        return users.at(user).decision(isDenial(strength));
    }
    if (best >>> CLASS_SHIFT !== GENERIC && ((resources.groupMask(node) >>> permission) & 1) !== 0) {
      const verdict = strongestGroupRule(store, user, node, permission, matchCounts, publicSlot);
      // A rule farther away counts only when its group is of a higher class than that of the closer one.
      if (verdict !== NONE && (best === NONE || verdict >>> CLASS_SHIFT > best >>> CLASS_SHIFT))
        best = verdict;
    }
    // Only a rule of the user itself could still outrank this one.
    if (!hasRules && best !== NONE && best >>> CLASS_SHIFT === GENERIC) break;
  }
  return best === NONE ? NO_PERMISSION : decisionOf(store, best);
}

/** The decision of one group's rules alone: the closest that applies. */
export function decideForGroup(
  store: CompiledStore,
  group: number,
  target: number,
  permission: number,
  exact: boolean,
): Decision {
  const { resources, groups } = store;
  for (let node = target; node !== NO_SLOT; node = resources.parent(node)) {
    const strength = strengthOn(store, groups, group, resources.groupRules(node), node, permission);
    if (strength !== NONE && (isRecursive(strength) || (exact && node === target))) {
      return groups.at(group).decision(isDenial(strength));
    }
  }
  return NO_PERMISSION;
}

/** The strength of a holder's own rule on a resource, or -1: searched in the shorter of the two lists it would be in. */
function strengthOn(
  { arena }: CompiledStore,
  holders: HolderTable,
  holder: number,
  onNode: number,
  node: number,
  permission: number,
): number {
  if (onNode === EMPTY || !holders.mayHaveRuleOn(holder, node)) return NONE;
  const ofHolder = holders.rules(holder);
  const byHolder = arena.length(ofHolder) <= BRIEF || arena.length(ofHolder) <= arena.length(onNode);
  const key = byHolder ? placedKey(node, permission) : heldKey(permission, holder);
  const rule = arena.firstFrom(byHolder ? ofHolder : onNode, key);
  return rule !== NONE && isSimilar(rule, key) ? strengthOfRule(rule) : NONE;
}

function strongestGroupRule(
  store: CompiledStore,
  user: number,
  node: number,
  permission: number,
  matchCounts: boolean,
  publicSlot: number,
): number {
  const { arena, users } = store;
  const rules = store.resources.groupRules(node);
  const first = arena.lowerBound(rules, heldKey(permission, 0));
  const end = arena.lowerBound(rules, heldKey(permission + 1, 0));
  let best = NONE;
  if (end - first > MANY) {
    const groups = users.links(user);
    const groupCount = arena.length(groups);
    for (let index = 0; index < groupCount; index++) {
      const key = heldKey(permission, arena.at(groups, index));
      const rule = arena.firstFrom(rules, key);
      if (rule !== NONE && isSimilar(rule, key)) best = stronger(best, rule, matchCounts, publicSlot);
    }
    return best;
  }
  for (let index = first; index < end; index++) {
    const rule = arena.at(rules, index);
    if (store.isMember(user, holderOf(rule))) best = stronger(best, rule, matchCounts, publicSlot);
  }
  return best;
}

/** The verdict after one more rule on the same resource. */
function stronger(best: number, rule: number, matchCounts: boolean, publicSlot: number): number {
  const strength = strengthOfRule(rule);
  if (!matchCounts && !isRecursive(strength)) return best;
  const group = holderOf(rule);
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
