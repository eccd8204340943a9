import { PERMISSION_NAMES, strengthOf } from '../permission';
import type { Access, PermissionName, Scope } from '../permission';

/**
 * An assignment in the compiled lists: one integer of 24 bits of slot, 5 of permission and 2 of strength. The meaning of the
 * slot and the order depend on the list:
 *
 * - in the list of a principal, the slot is that of the resource and leads, so the assignments on one resource are adjacent;
 * - in the list of a resource, the slot is that of the principal and the permission leads, so a decision, which is about
 *   one permission, finds the relevant assignments adjacent.
 */
const STRENGTH_BITS = 2;
const PERMISSION_BITS = 5;
const SLOT_BITS = 24;

/** Slots stay below this, so that assignment integers are never negative. */
export const MAX_SLOTS = (1 << SLOT_BITS) - 1;

const CODES = new Map<string, number>(PERMISSION_NAMES.map((name, code) => [name, code]));

/** The number of a permission name; -1 for anything else. */
export function permissionCode(name: string): number {
  return CODES.get(name) ?? -1;
}

/** In a principal's list: the weakest assignment on a resource, at which a search starts. */
export function placedKey(node: number, permission: number): number {
  return (node << (PERMISSION_BITS + STRENGTH_BITS)) | (permission << STRENGTH_BITS);
}

/** In a resource's list: the weakest assignment of a principal. */
export function heldKey(permission: number, principal: number): number {
  return (permission << (SLOT_BITS + STRENGTH_BITS)) | (principal << STRENGTH_BITS);
}

/** The resource of an assignment in a principal's list. */
export function nodeOf(placed: number): number {
  return placed >>> (PERMISSION_BITS + STRENGTH_BITS);
}

/** The permission of an assignment in a principal's list. */
export function permissionOfPlaced(placed: number): number {
  return (placed >>> STRENGTH_BITS) & ((1 << PERMISSION_BITS) - 1);
}

/** The principal of an assignment in a resource's list. */
export function principalOf(held: number): number {
  return (held >>> STRENGTH_BITS) & ((1 << SLOT_BITS) - 1);
}

/** The permission of an assignment in a resource's list. */
export function permissionOfHeld(held: number): number {
  return held >>> (SLOT_BITS + STRENGTH_BITS);
}

/** The strength of an assignment in either kind of list, as `strengthOf` counts it. */
export function strengthOfAssignment(assignment: number): number {
  return assignment & 3;
}

export function withStrength(
  key: number,
  assignment: { readonly access: Access; readonly scope: Scope },
): number {
  return key | strengthOf(assignment);
}

/** Same slot and permission, regardless of the modifiers. */
export function isSimilar(assignment: number, key: number): boolean {
  return assignment >>> STRENGTH_BITS === key >>> STRENGTH_BITS;
}

export function isDenial(strength: number): boolean {
  return (strength & 2) !== 0;
}

export function isRecursive(strength: number): boolean {
  return (strength & 1) !== 0;
}

/** The permission of a code and a strength. */
export function decodeAssignment(
  permission: number,
  assignment: number,
): { name: PermissionName; access: Access; scope: Scope } {
  return {
    name: PERMISSION_NAMES[permission]!,
    access: isDenial(assignment) ? 'deny' : 'allow',
    scope: isRecursive(assignment) ? 'recursive' : 'match',
  };
}
