import { ACCESSES, PERMISSION_NAMES, SCOPES } from '@gatehouse/access-engine';
import { RESOURCE_TYPE_NAMES, SERVICE_TYPE_NAMES } from '@gatehouse/service-types';

/** A closed list of values that is a schema of its own in the description, so that generated clients have one type for it. */
export interface Vocabulary {
  /** The values; generated clients name their constants after them. */
  readonly enum: string[];
  /** Name of the schema. */
  readonly enumName: string;
  readonly enumSchema: { readonly description: string; readonly example: string };
}

function vocabulary(
  enumName: string,
  description: string,
  values: readonly string[],
  example = values[0] ?? '',
): Vocabulary {
  return { enum: [...values], enumName, enumSchema: { description, example } };
}

export const PERMISSION_NAME = vocabulary(
  'PermissionName',
  'Name of a permission.',
  PERMISSION_NAMES,
  'read',
);

export const PERMISSION_ACCESS = vocabulary('PermissionAccess', 'Modifier: granted or refused.', ACCESSES);

export const PERMISSION_SCOPE = vocabulary(
  'PermissionScope',
  'Modifier: the resource alone, or also everything below it.',
  SCOPES,
);

/** Reference: permissions#object-form. */
export const PERMISSION_TYPE = vocabulary(
  'PermissionType',
  'Where an entry of a list of permissions comes from.',
  ['allowed', 'applied', 'direct', 'inherited', 'effective'],
);

export const SERVICE_TYPE = vocabulary('ServiceType', 'Type of a service.', SERVICE_TYPE_NAMES, 'api');

export const RESOURCE_TYPE = vocabulary(
  'ResourceType',
  'Type of a resource; `service` is that of services.',
  RESOURCE_TYPE_NAMES,
  'route',
);

export const USER_STATUS = vocabulary('UserStatus', 'State of an account.', [
  'OK',
  'WebhookError',
  'Pending',
]);

export const MEMBERSHIP_STATUS = vocabulary('MembershipStatus', 'Which memberships are listed.', [
  'active',
  'pending',
  'all',
]);

export const ACTOR_KIND = vocabulary('ActorKind', 'Who made a change.', ['user', 'anonymous', 'system']);

export const CHANGED_ENTITY = vocabulary('ChangedEntity', 'What a changed row describes.', [
  'user',
  'group',
  'membership',
  'resource',
  'service',
  'user_rule',
  'group_rule',
  'session',
]);

export const CHANGE_OPERATION = vocabulary('ChangeOperation', 'What happened to a row.', [
  'insert',
  'update',
  'delete',
]);
