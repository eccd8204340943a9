import { type DeclaredError, withStatus } from '@gatehouse/http';

/** Errors of creating a resource. */
export const NEW_RESOURCE_ERRORS: readonly DeclaredError[] = [
  'parent_resource_not_found',
  'resource_type_unknown',
  'resource_children_not_allowed',
  'resource_type_not_allowed',
  'resource_type_not_allowed_here',
  'resource_name_invalid',
  'resource_name_taken',
  'resource_too_deep',
  ...withStatus(422, 'value_too_long'),
];

/** Errors of renaming a resource, which may be a service. */
export const RENAME_ERRORS: readonly DeclaredError[] = [
  'resource_name_invalid',
  'resource_name_unchanged',
  'resource_name_taken',
  'service_name_invalid',
  'service_name_reserved',
  'service_name_taken',
];
