import { strengthOf } from './permission';
import type { Access, PermissionName, Scope } from './permission';
import type { PermissionEntry } from './permission-list';
import type { PrincipalReason, Reason } from './reason';

/**
 * Whose assignments outrank whose: the user's own, then those of the administrators' group, of any other group, of the
 * public group. Reference: permissions#principals.
 */
export const RANK = { public: 0, group: 1, administrators: 2, user: 3 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** Who holds an assignment. */
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

/** The answer to "may this user do this to that resource?". Compared by value; the objects may be shared. */
export interface Decision {
  readonly access: Access;
  readonly reason: Reason;
}

export const ADMINISTRATOR: Decision = Object.freeze({ access: 'allow', reason: 'administrator' });
export const NO_PERMISSION: Decision = Object.freeze({ access: 'deny', reason: 'no-permission' });

export function reasonOf({ kind, id, name }: Pick<Principal, 'kind' | 'id' | 'name'>): PrincipalReason {
  return `${kind}:${id}:${name}`;
}

/** An assignment together with how far above the target it stands: 0 on the target, 1 on its parent, … */
export interface PlacedAssignment extends HeldAssignment {
  readonly distance: number;
}

/**
 * Which of two assignments of one name is heard first: the higher rank, then the closer resource, then the stronger
 * modifiers (deny over allow, then recursive over match). This order is the whole of effective resolution: the first
 * assignment in it that applies decides. Reference: permissions#effective-resolution.
 */
export function comparePrecedence(a: PlacedAssignment, b: PlacedAssignment): number {
  return b.principal.rank - a.principal.rank || a.distance - b.distance || strengthOf(b) - strengthOf(a);
}

/** A match assignment counts only on the target, and there only when the target is exactly what was asked for. */
export function applies(assignment: PlacedAssignment, exact: boolean): boolean {
  return assignment.scope === 'recursive' || (assignment.distance === 0 && exact);
}

/**
 * The assignment that decides among assignments of one name that apply, with its reason; `undefined` when there is none.
 * Several groups with that same assignment on the same resource decide together, as `multiple`.
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
 * Effective resolution of one permission for a user who is no administrator. `path` holds the assignments of the user and of
 * its groups on each resource, the target first and the service last; `exact` tells whether the target is the very
 * resource that was asked for or only its closest existing ancestor. Reference: permissions#effective-resolution.
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

/** The assignments of the user itself on one resource, without those of its groups. */
export function directEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  return assignments.filter((assignment) => assignment.principal.kind === 'user').map(entryOf);
}

/**
 * The assignments of the user and of its groups on one resource, in the order in which a list that shows identical assignments
 * once keeps them: user first, then the higher rank, then the lower group id. Reference: permissions#reply-lists.
 */
export function inheritedEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  return [...assignments]
    .sort((a, b) => b.principal.rank - a.principal.rank || a.principal.id - b.principal.id)
    .map(entryOf);
}

/**
 * Local reduction: for each name on one resource, the assignment that outranks the others there, whatever its scope and
 * whatever stands above. Administrators are treated like everybody else. Reference: permissions#local-reduction.
 */
export function resolvedEntries(assignments: readonly HeldAssignment[]): PermissionEntry[] {
  const names = [...new Set(assignments.map((assignment) => assignment.name))].sort();
  return names.flatMap((name) => {
    const decisive = winner(assignmentsAlong([assignments], name));
    return decisive ? [{ ...entryOf(decisive.assignment), reason: decisive.reason }] : [];
  });
}

/** Stored assignments as such, without telling whose they are. */
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
