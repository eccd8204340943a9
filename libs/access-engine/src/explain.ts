import { strengthOf } from './permission';
import type { Access, PermissionName, Scope } from './permission';
import {
  ADMINISTRATOR,
  NO_PERMISSION,
  applies,
  comparePrecedence,
  reasonOf,
  assignmentsAlong,
} from './resolve';
import type { PrincipalReason, Reason } from './reason';
import type { Decision, HeldAssignment, PlacedAssignment } from './resolve';

/** Why an assignment was used or not, with a sentence for display. */
export const BECAUSE = {
  decides: 'this assignment decides',
  'decides-together': 'this assignment decides, together with the same assignment of another group',
  administrator: 'administrators have all permissions, regardless of assignments',
  'match-elsewhere': 'a match assignment applies only to the resource on which it is set',
  'match-not-exact': 'a match assignment does not apply to unregistered resources',
  'user-first': 'an assignment of the user takes precedence over those of groups, on any resource',
  'group-first':
    'an assignment of another group takes precedence over those of the anonymous group, on any resource',
  closer: 'an assignment of equal rank is closer to the target',
  'deny-first': 'on the same resource, a denial takes precedence over an allowance of equal rank',
  'recursive-first': 'of equal assignments on the same resource, the recursive one is reported',
} as const;
export type Because = keyof typeof BECAUSE;

/** One resource of the path from the target up to the service, with the assignments of the user and of its groups on it. */
interface PathStep {
  readonly resourceId: number;
  readonly resourceName: string;
  readonly assignments: readonly HeldAssignment[];
}

/** One assignment that was considered. */
export interface ExplainedAssignment {
  readonly principal: PrincipalReason;
  readonly resourceId: number;
  readonly resourceName: string;
  /** Number of levels above the target. */
  readonly distance: number;
  readonly access: Access;
  readonly scope: Scope;
  readonly used: boolean;
  readonly because: Because;
}

/** A decision with every assignment that was considered, in the order of evaluation. Reference: permission-rules#explain. */
export interface Explanation extends Decision {
  readonly permission: PermissionName;
  readonly reason: Reason;
  readonly assignments: readonly ExplainedAssignment[];
  /** How the restriction of a token has decided; absent without one. */
  readonly restriction?: ExplainedRestriction;
}

/** How the restriction of a token has decided about a permission. */
export interface ExplainedRestriction {
  /** The entry that covers it; null for none. */
  readonly coveredBy: {
    readonly resourceId: number;
    readonly resourceName: string;
    readonly scope: Scope;
  } | null;
  /** Whether the anonymous user is allowed the same. */
  readonly isPublic: boolean;
}

/** What to explain: a permission for a user along a path, the target first and the service last. */
export interface Question {
  readonly permission: PermissionName;
  readonly administrator: boolean;
  readonly path: readonly PathStep[];
  readonly exact: boolean;
}

/** Explains a decision by its assignments, in the order of evaluation: rank, then distance, then strength. */
export function explain({ permission, administrator, path, exact }: Question): Explanation {
  const assignments = assignmentsAlong(
    path.map((step) => step.assignments),
    permission,
  ).sort(comparePrecedence);
  const deciding = administrator ? undefined : assignments.find((assignment) => applies(assignment, exact));
  const together =
    deciding !== undefined &&
    assignments.filter(
      (assignment) => applies(assignment, exact) && comparePrecedence(assignment, deciding) === 0,
    ).length > 1;
  const explained = assignments.flatMap((assignment) => {
    const step = path[assignment.distance];
    const because = administrator ? 'administrator' : causeOf(assignment, deciding, together, exact);
    return step ? [explainAssignment(assignment, step, because)] : [];
  });
  return { permission, ...decisionOf(administrator, deciding, together), assignments: explained };
}

function explainAssignment(
  assignment: PlacedAssignment,
  step: PathStep,
  because: Because,
): ExplainedAssignment {
  const { principal, distance, access, scope } = assignment;
  const { resourceId, resourceName } = step;
  const used = because === 'decides' || because === 'decides-together';
  return { principal: reasonOf(principal), resourceId, resourceName, distance, access, scope, used, because };
}

function decisionOf(
  administrator: boolean,
  deciding: PlacedAssignment | undefined,
  together: boolean,
): Decision {
  if (administrator) return ADMINISTRATOR;
  if (!deciding) return NO_PERMISSION;
  return { access: deciding.access, reason: together ? 'multiple' : reasonOf(deciding.principal) };
}

function causeOf(
  assignment: PlacedAssignment,
  deciding: PlacedAssignment | undefined,
  together: boolean,
  exact: boolean,
): Because {
  if (!applies(assignment, exact)) return assignment.distance === 0 ? 'match-not-exact' : 'match-elsewhere';
  // No assignment that applies precedes the deciding one, so there is a deciding one from here on.
  if (!deciding || comparePrecedence(assignment, deciding) === 0)
    return together ? 'decides-together' : 'decides';
  if (assignment.principal.rank !== deciding.principal.rank)
    return deciding.principal.kind === 'user' ? 'user-first' : 'group-first';
  if (assignment.distance !== deciding.distance) return 'closer';
  return strengthOf(assignment) < 2 && deciding.access === 'deny' ? 'deny-first' : 'recursive-first';
}
