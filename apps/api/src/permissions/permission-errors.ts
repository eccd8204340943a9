import { type DeclaredError, withStatus } from '@gatehouse/http';

/** Errors of the permission that a body names. */
export const PERMISSION_ERRORS: readonly DeclaredError[] = [
  'permission_missing',
  'permission_invalid',
  'permission_not_applicable',
];

/** Errors of assigning a permission. */
export const ASSIGNMENT_ERRORS: readonly DeclaredError[] = [
  ...PERMISSION_ERRORS,
  'permission_target_deleted',
];

/**
 * Errors of the entries of a branch update; for names in entries the status is 400, regardless of
 * the status in other operations.
 */
export const BRANCH_ERRORS: readonly DeclaredError[] = [
  'bulk_permissions_missing',
  'bulk_permissions_not_a_list',
  'bulk_permissions_too_long',
  'bulk_permissions_without_permission',
  'bulk_entry_not_an_object',
  'bulk_entry_without_principal',
  'bulk_entry_name_invalid',
  'bulk_entry_resource_name_invalid',
  'bulk_entry_type_invalid',
  'bulk_entry_action_unknown',
  'anonymous_user_permissions',
  ...withStatus(
    400,
    'user_not_found',
    'group_not_found',
    'service_not_found',
    'permission_missing',
    'permission_invalid',
    'permission_not_applicable',
    'resource_type_mismatch',
    'resource_type_unknown',
    'resource_children_not_allowed',
    'resource_type_not_allowed',
    'resource_type_not_allowed_here',
    'resource_name_invalid',
  ),
];

/** Errors of the changes of a body, besides their conflict with others. */
export const CHANGE_ERRORS: readonly DeclaredError[] = [
  'permission_changes_missing',
  'permission_changes_not_a_list',
  'permission_changes_too_many',
  'permission_change_invalid',
  'permission_change_repeated',
  'principal_required',
  'user_not_found',
  'group_not_found',
  'resource_not_found',
  'permission_not_applicable',
  'anonymous_user_permissions',
];
