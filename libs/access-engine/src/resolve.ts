import { strengthOf } from './permission';
import type { Access, PermissionName, Scope } from './permission';
import type { PermissionEntry } from './permission-list';
import type { PrincipalReason, Reason } from './reason';

/**
 * Precedence of principals: the user, then the administrators' group, then any other group, then the anonymous group.
 * Reference: permission-rules#principals.
 */
export const RANK = { public: 0, group: 1, administrators: 2, user: 3 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** The principal of an assignment. */
export interface Principal {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
  readonly rank: Rank;
}

/** A stored assignment of a principal on some resource. */
export interface HeldAssignment {
  readonly principal: Principal;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/** The decision for one permission on one resource. Compared by value; the objects can be shared. */
export interface Decision {
  readonly access: Access;
  readonly reason: Reason;
}

export const ADMINISTRATOR: Decision = Object.freeze({ access: 'allow', reason: 'administrator' });
export const NO_PERMISSION: Decision = Object.freeze({ access: 'deny', reason: 'no-permission' });

export function reasonOf({ kind, id, name }: Pick<Principal, 'kind' | 'id' | 'name'>): PrincipalReason {
  return `${kind}:${id}:${name}`;
}

/** An assignment together with its distance above the target: 0 on the target, 1 on its parent, … */
export interface PlacedAssignment extends HeldAssignment {
  readonly distance: number;
}

/**
 * The order in which assignments of one permission are evaluated: higher rank, then closer resource, then stronger
 * modifiers (deny before allow, then recursive before match). Effective resolution consists of this order: the first
 * assignment that applies decides. Reference: permission-rules#effective-resolution.
 */
export function comparePrecedence(a: PlacedAssignment, b: PlacedAssignment): number {
  return b.principal.rank - a.principal.rank || a.distance - b.distance || strengthOf(b) - strengthOf(a);
}

/** A match assignment applies only to the target, and only if the target is exact. */
export function applies(assignment: PlacedAssignment, exact: boolean): boolean {
  return assignment.scope === 'recursive' || (assignment.distance === 0 && exact);
}

/**
 * The assignment that decides among applicable assignments of one permission, with its reason; `undefined` if there is none.
 * Several groups with that same assignment on the same resource are reported as `multiple`.
 */
function winner(
  assignments: readonly PlacedAssignment[],
): { assignment: PlacedAssignment; reason: Reason } | undefined {
  const [assignment, next] = [...assignments].sort(comparePrecedence);
  if (!assignment) return undefined;
  const together = next !== undefined && comparePrecedence(assignment, next) === 0;
  return { assignment, reason: together ? 'multiple' : reasonOf(assignment.principal) };
}

/**
 * Effective resolution of one permission for a user who is not an administrator. `path` has the assignments of the user and
 * its groups on each resource, the target first and the service last; `exact` is whether the target is the requested
 * resource itself and not its closest existing ancestor. Reference: permission-rules#effective-resolution.
 */
export function resolveEffective(
  path: readonly (readonly HeldAssignment[])[],
  permission: PermissionName,
  exact: boolean,
): Decision {
  const decisive = winner(
    assignmentsAlong(path, permission).filter((assignment) => applies(assignment, exact)),
  );
  return decisive ? { access: decisive.assignment.access, reason: decisive.reason } : NO_PERMISSION;
}

/** The assignments of one name along a path, each with its distance. */
export function assignmentsAlong(
  path: readonly (readonly HeldAssignment[])[],
  permission: PermissionName,
): PlacedAssignment[] {
  return path.flatMap((assignments, distance) =>
    assignments
      .filter((assignment) => assignment.name === permission)
      .map((assignment) => ({ ...assignment, distance })),
  );
}

/** The assignments of the user on one resource, without those of its groups. */
export function directEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  return assignments.filter((assignment) => assignment.principal.kind === 'user').map(entryOf);
}

/**
 * The assignments of the user and its groups on one resource, in the order that determines which of several identical ones is
 * kept: user first, then higher rank, then lower group id. Reference: permission-rules#reply-lists.
 */
export function inheritedEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  return [...assignments]
    .sort((a, b) => b.principal.rank - a.principal.rank || a.principal.id - b.principal.id)
    .map(entryOf);
}

/**
 * Local reduction: for each permission on one resource, the assignment that outranks the others there, regardless of its
 * scope and of ancestors. Administrators are not treated specially. Reference: permission-rules#local-reduction.
 */
export function resolvedEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  const names = [...new Set(assignments.map((assignment) => assignment.name))].sort();
  return names.flatMap((name) => {
    const decisive = winner(assignmentsAlong([assignments], name));
    return decisive ? [{ ...entryOf(decisive.assignment), reason: decisive.reason }] : [];
  });
}

/** Stored assignments without their principals. */
export function appliedEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  return assignments.map(({ name, access, scope }) => ({ name, access, scope, type: 'applied' }));
}

function entryOf({ principal, name, access, scope }: HeldAssignment): PermissionEntry {
  return {
    name,
    access,
    scope,
    type: principal.kind === 'user' ? 'direct' : 'inherited',
    reason: reasonOf(principal),
  };
}
