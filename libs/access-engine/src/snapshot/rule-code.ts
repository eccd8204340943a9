import { PERMISSION_NAMES, strengthOf } from '../permission';
import type { Access, PermissionName, Scope } from '../permission';

/**
 * A rule as the compiled lists keep it: one integer of 24 bits of slot, 5 of permission and 2 of strength. What the
 * slot means and what comes first depends on whose list it is:
 *
 * - in the list of a holder the slot is the resource's and leads, so that a holder's rules on one resource are together;
 * - in the list of a resource the slot is the holder's and the permission leads, so that a decision, which is about
 *   one permission, finds the rules that matter side by side.
 */
const STRENGTH_BITS = 2;
const PERMISSION_BITS = 5;
const SLOT_BITS = 24;

/** Slots stay below this, so that rule integers are never negative. */
export const MAX_SLOTS = (1 << SLOT_BITS) - 1;

const CODES = new Map<string, number>(PERMISSION_NAMES.map((name, code) => [name, code]));

/** The number of a permission name; -1 for anything else. */
export function permissionCode(name: string): number {
  return CODES.get(name) ?? -1;
}

/** In a holder's list: the weakest rule on a resource, where a search for the rule starts. */
export function placedKey(node: number, permission: number): number {
  return (node << (PERMISSION_BITS + STRENGTH_BITS)) | (permission << STRENGTH_BITS);
}

/** In a resource's list: the weakest rule of a holder. */
export function heldKey(permission: number, holder: number): number {
  return (permission << (SLOT_BITS + STRENGTH_BITS)) | (holder << STRENGTH_BITS);
}

/** The resource of a rule in a holder's list. */
export function nodeOf(placed: number): number {
  return placed >>> (PERMISSION_BITS + STRENGTH_BITS);
}

/** The permission of a rule in a holder's list. */
export function permissionOfPlaced(placed: number): number {
  return (placed >>> STRENGTH_BITS) & ((1 << PERMISSION_BITS) - 1);
}

/** The holder of a rule in a resource's list. */
export function holderOf(held: number): number {
  return (held >>> STRENGTH_BITS) & ((1 << SLOT_BITS) - 1);
}

/** The permission of a rule in a resource's list. */
export function permissionOfHeld(held: number): number {
  return held >>> (SLOT_BITS + STRENGTH_BITS);
}

/** The strength of a rule in either kind of list, as `strengthOf` counts it. */
export function strengthOfRule(rule: number): number {
  return rule & 3;
}

export function withStrength(key: number, rule: { readonly access: Access; readonly scope: Scope }): number {
  return key | strengthOf(rule);
}

/** Same slot and permission, whatever the modifiers. */
export function isSimilar(rule: number, key: number): boolean {
  return rule >>> STRENGTH_BITS === key >>> STRENGTH_BITS;
}

export function isDenial(strength: number): boolean {
  return (strength & 2) !== 0;
}

export function isRecursive(strength: number): boolean {
  return (strength & 1) !== 0;
}

/** The permission that a number and a strength stand for. */
export function decodeRule(
  permission: number,
  rule: number,
): { name: PermissionName; access: Access; scope: Scope } {
  return {
    name: PERMISSION_NAMES[permission]!,
    access: isDenial(rule) ? 'deny' : 'allow',
    scope: isRecursive(rule) ? 'recursive' : 'match',
  };
}
