import { type Permission, formatExplicit } from '@gatehouse/access-engine';
import type { Principal, ProtectedResource } from './permission-assignment';

interface AppliedPermission {
  readonly name: Permission['name'];
  readonly access: Permission['access'];
  readonly scope: Permission['scope'];
  readonly type: 'applied';
}

/** The fields of a permission of a user in replies and errors. Reference: permission-rules#replies-to-writes. */
export function userAssignmentFields(
  user: Pick<Principal, 'id'>,
  resource: Pick<ProtectedResource, 'id'>,
  permission: Permission,
) {
  return {
    resource_id: resource.id,
    user_id: user.id,
    permission_name: formatExplicit(permission),
    permission: appliedPermission(permission),
  };
}

/** The same for a permission of a group. */
export function groupAssignmentFields(
  group: Pick<Principal, 'id' | 'name'>,
  resource: ProtectedResource,
  permission: Permission,
) {
  return {
    permission_name: formatExplicit(permission),
    permission: appliedPermission(permission),
    resource: {
      resource_name: resource.name,
      resource_display_name: resource.displayName,
      resource_type: resource.type,
      resource_id: resource.id,
    },
    group: { group_name: group.name, group_id: group.id },
  };
}

/** The fields of a permission, by who holds it. */
export function assignmentFields(
  principal: Principal,
  resource: ProtectedResource,
  permission: Permission,
): Readonly<Record<string, unknown>> {
  return principal.kind === 'user'
    ? userAssignmentFields(principal, resource, permission)
    : groupAssignmentFields(principal, resource, permission);
}

function appliedPermission({ name, access, scope }: Permission): AppliedPermission {
  return { name, access, scope, type: 'applied' };
}
