import { LRUCache } from 'lru-cache';
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
import { shareText } from '@gatehouse/wire';

/**
 * The lists of replies by the entries from which they were created. Many resources have the same few
 * assignments, and a listing shows the list of each.
 */
const lists = new LRUCache<string, PermissionList>({ max: 2_000 });

/** Most entries of such a list: longer ones are rare and would fill the memory. */
const MAX_SHARED = 50;

/** {@link permissionList} of some entries, made and written once for the same entries. */
export function sharedList(entries: readonly PermissionEntry[], keepDuplicates = false): PermissionList {
  if (entries.length > MAX_SHARED) return permissionList(entries, keepDuplicates);
  let key = keepDuplicates ? '*' : '';
  for (const { name, access, scope, type, reason } of entries)
    // PostgreSQL stores no NUL, so that no name in a reason can imitate other entries.
    key += `${name} ${access} ${scope} ${type} ${reason ?? ''}\0`;
  const cached = lists.get(key);
  if (cached) return cached;
  const list = shared(permissionList(entries, keepDuplicates));
  lists.set(key, list);
  return list;
}

function shared({ permission_names, permissions }: PermissionList): PermissionList {
  return { permission_names: shareText(permission_names), permissions: shareText(permissions) };
}

/** The assignments of a user on one resource that the query includes. Reference: permission-rules#queries. */
export function countedEntries(
  assignments: readonly HeldAssignment[],
  query: AssignmentSourcesQuery,
): PermissionEntry[] {
  if (query.resolve) return resolvedEntries(assignments);
  return query.inherited ? inheritedEntries(assignments) : directEntries(assignments);
}

/**
 * The permissions of a user on one resource, as selected by the query. Identical assignments of several groups are all
 * shown under `inherited`. Reference: permission-rules#queries.
 */
export function permissionsOfUser(
  access: AccessSnapshot,
  userId: number,
  resourceId: number,
  query: UserPermissionsQuery,
): PermissionList {
  if (query.effective) return sharedList(access.effective(userId, resourceId));
  return sharedList(countedEntries(access.heldAssignments(userId, resourceId), query), true);
}

/** The permissions of a group on one resource; `effective` considers only its own assignments. Reference: permission-rules#queries. */
export function permissionsOfGroup(
  access: AccessSnapshot,
  groupId: number,
  resourceId: number,
  query: GroupPermissionsQuery,
): PermissionList {
  return sharedList(
    query.effective
      ? access.effectiveForGroup(groupId, resourceId)
      : appliedEntries(access.groupAssignments(groupId, resourceId)),
  );
}

/**
 * How replies show the list of a group; on resources under both spellings of the field.
 * Reference: permission-rules#group-permission-lists.
 */
export interface GroupList {
  readonly body: typeof PermissionListDto;
  readonly present: (list: PermissionList) => PermissionListDto;
}

export const PLAIN_LIST: GroupList = { body: PermissionListDto, present: (list) => list };

export const LIST_IN_BOTH_SPELLINGS: GroupList = {
  body: GroupResourcePermissionsDto,
  present: (list) => ({ permissions_names: list.permission_names, ...list }),
};
