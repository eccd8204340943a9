import {
  BECAUSE,
  type EverywhereExplanation,
  type ExplainedAssignment,
  type ExplainedRestriction,
  type Explanation,
  type Obstacle,
  type Permission,
} from '@gatehouse/access-engine';
import {
  type Principal,
  type ProtectedResource,
  type SetPermission,
  groupAssignmentFields,
  userAssignmentFields,
} from '@gatehouse/directory';
import type {
  EverywhereObstacle,
  ExplainedRestrictionDto,
  ExplainedRuleDto,
  ExplanationDto,
  GroupPermissionDto,
  MemberExplanationDto,
  UserPermissionDto,
} from '@gatehouse/dto';
import { Reply } from '@gatehouse/http';

export function toUserPermission(
  user: Pick<Principal, 'id'>,
  resource: ProtectedResource,
  permission: Permission,
): UserPermissionDto {
  return userAssignmentFields(user, resource, permission);
}

export function toGroupPermission(
  group: Pick<Principal, 'id' | 'name'>,
  resource: ProtectedResource,
  permission: Permission,
): GroupPermissionDto {
  return groupAssignmentFields(group, resource, permission);
}

/** The reply to a PUT: 201 if the permission is new, 200 if it replaces another. */
export function toSetReply({ created }: SetPermission, content: object): Reply {
  return created
    ? new Reply(content, [], 201, 'Permission created.')
    : new Reply(content, [], 200, 'Permission replaced.');
}

/** Reference: permission-rules#explain. */
export function toMemberExplanation({
  permission,
  access,
  reason,
  assignments,
}: Explanation): MemberExplanationDto {
  return { permission, access, reason, rules: assignments.map(toExplainedRule) };
}

export function toExplanation(explanation: Explanation, everywhere: EverywhereExplanation): ExplanationDto {
  return {
    ...toMemberExplanation(explanation),
    everywhere: { granted: everywhere.granted, kept_by: everywhere.keptBy && toObstacle(everywhere.keptBy) },
    ...(explanation.restriction && { restriction: toRestriction(explanation.restriction) }),
  };
}

function toRestriction({ coveredBy, isPublic }: ExplainedRestriction): ExplainedRestrictionDto {
  return { met: coveredBy !== null || isPublic, covered_by: coveredBy?.resourceId ?? null, public: isPublic };
}

export function toObstacle({
  resourceId,
  resourceName,
  exact,
  reason,
  assignment,
}: Obstacle): EverywhereObstacle {
  const obstacle = { resource_id: resourceId, resource_name: resourceName, exact, reason };
  return assignment ? { ...obstacle, rule: toExplainedRule(assignment) } : obstacle;
}

export function toExplainedRule(assignment: ExplainedAssignment): ExplainedRuleDto {
  return {
    holder: assignment.principal,
    resource_id: assignment.resourceId,
    resource_name: assignment.resourceName,
    distance: assignment.distance,
    access: assignment.access,
    scope: assignment.scope,
    used: assignment.used,
    because: BECAUSE[assignment.because],
    because_code: assignment.because,
  };
}
