import {
  BECAUSE,
  type EverywhereExplanation,
  type ExplainedAssignment,
  type Explanation,
  type Obstacle,
  type Permission,
  formatExplicit,
} from '@gatehouse/access-engine';
import type {
  EverywhereObstacle,
  ExplainedRuleDto,
  ExplanationDto,
  GroupPermissionDto,
  PermissionEntryDto,
  AssignedResourceDto,
  UserPermissionDto,
} from '@gatehouse/dto';
import { Reply } from '@gatehouse/http';
import type { Principal, PermissionAssignment } from './permissions.service';
import type { Place } from './place';

function toApplied({ name, access, scope }: Permission): PermissionEntryDto {
  return { name, access, scope, type: 'applied' };
}

export function toUserPermission(
  user: Pick<Principal, 'id'>,
  place: Place,
  permission: Permission,
): UserPermissionDto {
  return {
    resource_id: place.id,
    user_id: user.id,
    permission_name: formatExplicit(permission),
    permission: toApplied(permission),
  };
}

export function toAssignedResource(place: Place): AssignedResourceDto {
  return {
    resource_name: place.name,
    resource_display_name: place.displayName,
    resource_type: place.type,
    resource_id: place.id,
  };
}

export function toGroupPermission(
  group: Pick<Principal, 'id' | 'name'>,
  place: Place,
  permission: Permission,
): GroupPermissionDto {
  return {
    permission_name: formatExplicit(permission),
    permission: toApplied(permission),
    resource: toAssignedResource(place),
    group: { group_name: group.name, group_id: group.id },
  };
}

/** What a reply, or a refusal, tells of a permission assignment. Spec: permissions 2.5. */
export function toAssignment(
  principal: Principal,
  place: Place,
  permission: Permission,
): UserPermissionDto | GroupPermissionDto {
  return principal.kind === 'user'
    ? toUserPermission(principal, place, permission)
    : toGroupPermission(principal, place, permission);
}

/** The reply of a PUT, whose status tells whether the assignment is new. */
export function toSetReply({ created }: PermissionAssignment, content: object): Reply {
  return created
    ? new Reply(content, [], 201, 'Permission created.')
    : new Reply(content, [], 200, 'Permission replaced.');
}

/** Spec: decisions 30. */
export function toExplanation(
  { permission, access, reason, assignments }: Explanation,
  everywhere: EverywhereExplanation,
): ExplanationDto {
  return {
    permission,
    access,
    reason,
    rules: assignments.map(toExplainedRule),
    everywhere: { granted: everywhere.granted, kept_by: everywhere.keptBy && toObstacle(everywhere.keptBy) },
  };
}

function toObstacle({ resourceId, resourceName, exact, reason, assignment }: Obstacle): EverywhereObstacle {
  const place = { resource_id: resourceId, resource_name: resourceName, exact, reason };
  return assignment ? { ...place, rule: toExplainedRule(assignment) } : place;
}

function toExplainedRule(assignment: ExplainedAssignment): ExplainedRuleDto {
  return {
    holder: assignment.principal,
    resource_id: assignment.resourceId,
    resource_name: assignment.resourceName,
    distance: assignment.distance,
    access: assignment.access,
    scope: assignment.scope,
    used: assignment.used,
    because: BECAUSE[assignment.because],
  };
}
