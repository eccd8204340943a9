import { PERMISSION_NAMES, strengthOf } from '../permission';
import type { Access, PermissionName, Scope } from '../permission';

/**
 * A rule as the compiled lists keep it, one integer: who holds it (in a resource's list) or where it stands (in a
 * holder's list) as a slot in the upper 24 bits, then 5 bits of permission, then 2 of strength. Ascending order of
 * these integers is the order of slot, permission, strength.
 */
const STRENGTH_BITS = 2;
const PERMISSION_BITS = 5;
const SLOT_SHIFT = STRENGTH_BITS + PERMISSION_BITS;

/** Slots stay below this, so that rule integers are never negative. */
export const MAX_SLOTS = (1 << 24) - 1;

const CODES = new Map<string, number>(PERMISSION_NAMES.map((name, code) => [name, code]));

/** The number of a permission name; -1 for anything else. */
export function permissionCode(name: string): number {
  return CODES.get(name) ?? -1;
}

/** The weakest rule of a slot and permission: where a search for their rule starts. */
export function ruleKey(slot: number, permission: number): number {
  return (slot << SLOT_SHIFT) | (permission << STRENGTH_BITS);
}

export function withStrength(key: number, rule: { readonly access: Access; readonly scope: Scope }): number {
  return key | strengthOf(rule);
}

export function slotOfRule(rule: number): number {
  return rule >>> SLOT_SHIFT;
}

export function permissionOfRule(rule: number): number {
  return (rule >>> STRENGTH_BITS) & ((1 << PERMISSION_BITS) - 1);
}

export function strengthOfRule(rule: number): number {
  return rule & 3;
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

/** The permission, access and scope of a rule integer. */
export function decodeRule(rule: number): { name: PermissionName; access: Access; scope: Scope } {
  return {
    name: PERMISSION_NAMES[permissionOfRule(rule)]!,
    access: isDenial(rule) ? 'deny' : 'allow',
    scope: isRecursive(rule) ? 'recursive' : 'match',
  };
}
