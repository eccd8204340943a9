import {
  type AccessSnapshot,
  type HeldAssignment,
  type PermissionEntry,
  type PermissionList,
  appliedEntries,
  directEntries,
  inheritedEntries,
  permissionList,
  resolvedEntries,
} from '@gatehouse/access-engine';
import {
  type GroupPermissionsQuery,
  GroupResourcePermissionsDto,
  PermissionListDto,
  type AssignmentSourcesQuery,
  type UserPermissionsQuery,
} from '@gatehouse/dto';

/** The assignments of a user on one resource that the query includes. Reference: permissions#queries. */
export function countedEntries(
  assignments: readonly HeldAssignment[],
  query: AssignmentSourcesQuery,
): PermissionEntry[] {
  if (query.resolve) return resolvedEntries(assignments);
  return query.inherited ? inheritedEntries(assignments) : directEntries(assignments);
}

/**
 * The permissions of a user on one resource, as selected by the query. Identical assignments of several groups are all
 * shown under `inherited`. Reference: permissions#queries.
 */
export function permissionsOfUser(
  access: AccessSnapshot,
  userId: number,
  resourceId: number,
  query: UserPermissionsQuery,
): PermissionList {
  if (query.effective) return permissionList(access.effective(userId, resourceId));
  return permissionList(countedEntries(access.heldAssignments(userId, resourceId), query), true);
}

/** The permissions of a group on one resource; `effective` considers only its own assignments. Reference: permissions#queries. */
export function permissionsOfGroup(
  access: AccessSnapshot,
  groupId: number,
  resourceId: number,
  query: GroupPermissionsQuery,
): PermissionList {
  return permissionList(
    query.effective
      ? access.effectiveForGroup(groupId, resourceId)
      : appliedEntries(access.groupAssignments(groupId, resourceId)),
  );
}

/** How replies show the list of a group; on resources under both spellings of the field. Reference: permissions#group-permission-lists. */
export interface GroupList {
  readonly body: typeof PermissionListDto;
  readonly present: (list: PermissionList) => PermissionListDto;
}

export const PLAIN_LIST: GroupList = { body: PermissionListDto, present: (list) => list };

export const LIST_IN_BOTH_SPELLINGS: GroupList = {
  body: GroupResourcePermissionsDto,
  present: (list) => ({ permissions_names: list.permission_names, ...list }),
};
