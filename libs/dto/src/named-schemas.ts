import { MAX_RESOURCE_NAME_LENGTH, SCOPE } from '@gatehouse/names';
import { CONDITIONS } from '@gatehouse/problems';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_TOKEN_USE } from './api-token-use';
import { CONFIGURATION_SCHEMAS } from './configuration-schemas';
import { describedSource } from './described-source';
import { SYNCHRONIZATION_SCHEMAS } from './synchronization-schemas';
import { WEBHOOK_CALL_SCHEMAS } from './webhook-call-schemas';
import {
  PERMISSION_ACCESS,
  PERMISSION_NAME,
  PERMISSION_SCOPE,
  RESOURCE_TYPE,
  type Vocabulary,
} from './vocabulary';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];

/** A reference to a schema of the description. */
export function named(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The same with further keywords next to it, which a plain reference does not allow. */
export function namedBeside(name: string): { allOf: { $ref: string }[] } {
  return { allOf: [named(name)] };
}

function member({ enumName }: Vocabulary, description: string, example: string): Schema {
  return { ...namedBeside(enumName), description, example };
}

function listOf(description: string, name: string, example: unknown[] = []): Schema {
  return { type: 'array', description, items: named(name), example };
}

function byKey(description: string, name: string, example: Record<string, unknown> = {}): Schema {
  return { type: 'object', description, additionalProperties: named(name), example };
}

/** An object that may be null: the schema itself declares it, because a reference cannot. */
function freeObject(description: string): Schema {
  return { type: 'object', description, nullable: true, additionalProperties: true };
}

/** Names written as constants are words joined by `_`; two modifiers may follow. */
export const PERMISSION_TEXT = '^[A-Za-z]+(?:_[A-Za-z]+)*(?:-[A-Za-z]+){0,2}$';

/**
 * Schemas that are not classes: alternatives, and objects whose keys are names. They have names so that generated clients
 * have types with these names.
 */
export const NAMED_SCHEMAS: Schemas = {
  IdentityProviderDefinition: {
    type: 'object',
    description: 'Definition of an identity provider; its fields are in the reference of identity providers.',
    additionalProperties: true,
  },
  Permission: {
    description: 'A permission as a string or an object.',
    oneOf: [named('PermissionText'), named('PermissionObject')],
    example: 'read-deny-match',
  },
  PermissionText: {
    type: 'string',
    description: 'A name, followed by the modifiers if they are not `allow` and `recursive`.',
    pattern: PERMISSION_TEXT,
    example: 'read-deny-match',
  },
  PermissionObject: {
    type: 'object',
    description: 'A permission as an object; modifiers default to `allow` and `recursive`.',
    required: ['name'],
    properties: {
      name: member(PERMISSION_NAME, 'Name of the permission.', 'read'),
      access: member(PERMISSION_ACCESS, 'Whether access is allowed or denied.', 'allow'),
      scope: member(PERMISSION_SCOPE, 'Only the resource, or also everything below it.', 'recursive'),
    },
  },
  RestrictionEntry: {
    type: 'object',
    description:
      'Permission names that an API token may use on a resource or service (either `resource_id` or `service_name`).',
    required: ['permission_names'],
    properties: {
      resource_id: { type: 'integer', description: 'The resource.', example: 31 },
      service_name: {
        type: 'string',
        description: 'The service.',
        pattern: describedSource(SCOPE),
        maxLength: MAX_RESOURCE_NAME_LENGTH,
        example: 'thredds',
      },
      scope: member(PERMISSION_SCOPE, 'Only the resource, or also everything below it.', 'recursive'),
      permission_names: {
        type: 'array',
        description: 'Names of permissions of the service.',
        minItems: 1,
        items: named(PERMISSION_NAME.enumName),
        example: ['read'],
      },
    },
  },
  BranchStep: {
    type: 'object',
    description: 'One resource of a branch, and optionally the permission to set on it or remove from it.',
    required: ['resource_name', 'resource_type'],
    properties: {
      resource_name: {
        type: 'string',
        description: 'Name of the service or the resource.',
        pattern: describedSource(SCOPE),
        maxLength: MAX_RESOURCE_NAME_LENGTH,
        example: 'rivers',
      },
      resource_type: member(RESOURCE_TYPE, 'Type; `service` for the first entry.', 'route'),
      permission: { ...namedBeside('Permission'), description: 'The permission.', example: 'read' },
      user: { type: 'string', description: 'User that has the permission.', nullable: true, example: 'bob' },
      group: {
        type: 'string',
        description: 'Group that has the permission.',
        nullable: true,
        example: 'users',
      },
      action: {
        ...namedBeside('BranchAction'),
        description: 'Action; `create` by default.',
        example: 'create',
      },
    },
  },
  BranchAction: {
    type: 'string',
    description: 'Whether the permission is set or removed.',
    enum: ['create', 'remove'],
    example: 'create',
  },
  ExplicitPermission: {
    type: 'object',
    description: 'The modifiers of a permission assignment; null if there is none.',
    nullable: true,
    required: ['access', 'scope'],
    properties: {
      access: member(PERMISSION_ACCESS, 'Whether access is allowed or denied.', 'allow'),
      scope: member(PERMISSION_SCOPE, 'Only the resource, or also everything below it.', 'recursive'),
    },
  },
  MatrixCells: byKey('Permissions on a resource, by name.', 'MatrixCellDto'),
  RequestedAccess: {
    type: 'string',
    description: 'Whether access is allowed or denied; null removes the assignment.',
    nullable: true,
    // Not a list of values: generators of Go would rename those of the access of permissions.
    pattern: '^(allow|deny)$',
    example: 'allow',
  },
  ...CONFIGURATION_SCHEMAS,
  ...SYNCHRONIZATION_SCHEMAS,
  AssignmentChange: {
    type: 'object',
    description: 'A permission assignment to set or remove; either `user_name` or `group_name` is required.',
    required: ['resource_id', 'permission_name', 'access'],
    properties: {
      resource_id: { type: 'integer', description: 'The resource or service.', example: 31 },
      user_name: { type: 'string', description: 'The user.', nullable: true, example: 'bob' },
      group_name: { type: 'string', description: 'The group.', nullable: true, example: 'hydrologists' },
      permission_name: member(PERMISSION_NAME, 'Name of the permission.', 'read'),
      access: named('RequestedAccess'),
      scope: member(
        PERMISSION_SCOPE,
        'Only the resource, or also everything below it; `recursive` by default.',
        'recursive',
      ),
      revision: {
        type: 'integer',
        description: 'Revision of the reply on which the change is based; that of `If-Match` by default.',
        nullable: true,
        example: 57,
      },
    },
  },
  UnregisteredName: {
    type: 'object',
    description: 'A name in a request that is not registered; null for other needs.',
    nullable: true,
    required: ['name', 'below', 'reserved'],
    properties: {
      name: { type: 'string', description: 'The name, as in the request.', example: 'topp:all' },
      below: {
        type: 'array',
        description:
          'Names from the service down to the resource below which no assignment may deny the permission.',
        items: { type: 'string' },
        example: ['maps', 'topp'],
      },
      reserved: {
        type: 'boolean',
        description:
          'Whether such names are reserved for administrators: the option `unregistered_names` is `refuse`.',
        example: false,
      },
    },
  },
  EverywhereObstacle: {
    type: 'object',
    description:
      'What prevents a user from having a permission everywhere in a service; null if nothing does.',
    nullable: true,
    required: ['resource_id', 'resource_name', 'exact', 'reason'],
    properties: {
      resource_id: {
        type: 'integer',
        description: 'The service, or the resource closest to it on which the permission is denied.',
        example: 31,
      },
      resource_name: { type: 'string', description: 'Name of that resource.', example: 'private' },
      exact: {
        type: 'boolean',
        description:
          'Whether it is denied on that resource itself; otherwise only for unregistered targets below it.',
        example: true,
      },
      reason: {
        type: 'string',
        description:
          'Reason for the decision there: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, or `no-permission` if nothing is assigned; `too-many-denials` if there are more denials than are examined and none of those examined is effective.',
        example: 'group:4:users',
      },
      rule: {
        ...namedBeside('ExplainedRuleDto'),
        description: 'The permission assignment that decides there; absent if there is none.',
        example: {
          holder: 'group:4:users',
          resource_id: 31,
          resource_name: 'private',
          distance: 0,
          access: 'deny',
          scope: 'match',
          used: true,
          because: 'this assignment decides',
          because_code: 'decides',
        },
      },
    },
  },
  HighestPriority: {
    type: 'string',
    description: 'Higher than any number.',
    enum: ['max'],
    example: 'max',
  },
  ResourceTypeList: listOf('Resource types.', RESOURCE_TYPE.enumName, ['route']),
  ResourceStructure: byKey('Resource types that are allowed below each type.', 'ResourceTypeList', {
    service: ['route'],
    route: ['route'],
  }),
  ServicesByName: byKey('Services by name.', 'ServiceDto'),
  ServicesByType: byKey('Services by type and then by name.', 'ServicesByName', { access: {}, api: {} }),
  ServiceList: listOf('Services, sorted by name.', 'ServiceDto'),
  ListedServicesByName: byKey('Services by name.', 'ListedServiceDto'),
  ListedServicesByType: byKey('Services by type and then by name.', 'ListedServicesByName', { api: {} }),
  ListedServiceList: listOf('Services, sorted by type and name.', 'ListedServiceDto'),
  ServiceTreesByName: byKey('Services with their resources, by name.', 'ServiceTreeDto'),
  ServiceTreesByType: byKey(
    'Services with their resources, by type and then by name.',
    'ServiceTreesByName',
    { access: {}, api: {} },
  ),
  ResourcesById: byKey('Resources by identifier, in their order.', 'ResourceDto'),
  ServiceConfiguration: freeObject(
    'Configuration of a service, as defined by its type; null if there is none.',
  ),
  ProxyOptions: freeObject('Proxy options of a service; null for the defaults.'),
  SynchronizationOptions: freeObject('Synchronization options of a service; null for the defaults.'),
  AuditAbout: {
    type: 'object',
    description: 'What a changed row is beside its objects, by field.',
    additionalProperties: { type: 'string' },
  },
  AuditDetails: {
    type: 'object',
    description: 'Facts about an event of the audit log, by name.',
    additionalProperties: true,
  },
  ChangedRow: freeObject('A database row without secrets; null if there is none.'),
  WebhookPayload: {
    description: 'Any JSON value, with placeholders in its texts; null for no body.',
    example: { login: '{{user.name}}' },
  },
  WebhookParameters: {
    type: 'object',
    description: 'Values of the parameters of an event, by name.',
    additionalProperties: { oneOf: [{ type: 'string', nullable: true }, { type: 'integer' }] },
    example: { 'user.name': 'bob', 'user.id': 4 },
  },
  RequestHeader: {
    type: 'object',
    description: 'A header of a request.',
    required: ['name', 'value'],
    properties: {
      name: {
        type: 'string',
        description: 'Name.',
        pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        maxLength: 200,
        example: 'Content-Type',
      },
      value: { type: 'string', description: 'Value.', maxLength: 8000, example: 'text/xml' },
    },
  },
  HeaderFields: {
    type: 'object',
    description: 'Headers, by name.',
    additionalProperties: { type: 'string' },
    example: { 'content-type': 'application/json' },
  },
  ApiTokenUse: API_TOKEN_USE,
  ...WEBHOOK_CALL_SCHEMAS,
  RedirectUriList: {
    type: 'array',
    description: 'Addresses.',
    items: { type: 'string' },
    maxItems: 20,
    example: ['https://b.example.org/network/link'],
  },
  RedirectUris: {
    description: 'A list of addresses, or a text with such a list in JSON.',
    oneOf: [named('RedirectUriList'), { type: 'string' }],
    example: ['https://b.example.org/network/link'],
  },
  NotificationPayload: freeObject('What is to be sent, by kind.'),
  FailedCallContent: freeObject('Input of the failed operation.'),
  CheckedConditions: {
    type: 'object',
    description: 'Evaluated conditions, each with its result.',
    properties: Object.fromEntries(
      CONDITIONS.map((condition) => [
        condition,
        { type: 'boolean' as const, description: 'Whether this condition holds.', example: false },
      ]),
    ),
    example: { not_empty: true, matches: false },
  },
};
