import { RESOURCE_NAME_MAX_LENGTH, SCOPE } from '@gatehouse/names';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describedSource } from './described-source';
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

/** The same where something is said beside it, which a plain reference does not allow. */
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

/** An object that may be null: that stands in the schema itself, since a reference cannot say it. */
function freeObject(description: string): Schema {
  return { type: 'object', description, nullable: true, additionalProperties: true };
}

/** Names are words joined by `_` where they are written as constants; two modifiers may follow. */
export const PERMISSION_TEXT = '^[A-Za-z]+(?:_[A-Za-z]+)*(?:-[A-Za-z]+){0,2}$';

/**
 * Schemas that are no classes: choices, and objects whose keys are names of things. They have names so that generated
 * clients have types of these names.
 */
export const NAMED_SCHEMAS: Schemas = {
  Permission: {
    description: 'A permission as text or object.',
    oneOf: [named('PermissionText'), named('PermissionObject')],
    example: 'read-deny-match',
  },
  PermissionText: {
    type: 'string',
    description: 'A name, and modifiers where they are not `allow` and `recursive`.',
    pattern: PERMISSION_TEXT,
    example: 'read-deny-match',
  },
  PermissionObject: {
    type: 'object',
    description: 'A permission as object; what is left out means `allow` and `recursive`.',
    required: ['name'],
    properties: {
      name: member(PERMISSION_NAME, 'What may be done.', 'read'),
      access: member(PERMISSION_ACCESS, 'Granted or refused.', 'allow'),
      scope: member(PERMISSION_SCOPE, 'The resource alone, or also everything below it.', 'recursive'),
    },
  },
  BranchStep: {
    type: 'object',
    description: 'One resource of a branch, and the rule that is set on it or taken away, if there is one.',
    required: ['resource_name', 'resource_type'],
    properties: {
      resource_name: {
        type: 'string',
        description: 'Name of the service or the resource.',
        pattern: describedSource(SCOPE),
        maxLength: RESOURCE_NAME_MAX_LENGTH,
        example: 'rivers',
      },
      resource_type: member(RESOURCE_TYPE, 'Type; `service` for the first step.', 'route'),
      permission: { ...namedBeside('Permission'), description: 'The permission.', example: 'read' },
      user: { type: 'string', description: 'User whose rule it is.', nullable: true, example: 'bob' },
      group: { type: 'string', description: 'Group whose rule it is.', nullable: true, example: 'users' },
      action: {
        ...namedBeside('BranchAction'),
        description: 'What is done; `create` where it is absent.',
        example: 'create',
      },
    },
  },
  BranchAction: {
    type: 'string',
    description: 'Whether a rule is set or taken away.',
    enum: ['create', 'remove'],
    example: 'create',
  },
  EverywhereObstacle: {
    type: 'object',
    description: 'What keeps a user from a permission everywhere in a service; null where nothing does.',
    nullable: true,
    required: ['resource_id', 'resource_name', 'exact', 'reason'],
    properties: {
      resource_id: {
        type: 'integer',
        description: 'The service or, closest to it, the first resource where the permission is denied.',
        example: 31,
      },
      resource_name: { type: 'string', description: 'Name of that resource.', example: 'private' },
      exact: {
        type: 'boolean',
        description:
          'Whether it is denied on that resource itself; otherwise only for what is asked for below it and not registered.',
        example: true,
      },
      reason: {
        type: 'string',
        description:
          'Who decided there: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, or `no-permission` when nothing is assigned; `too-many-denials` when there are more denials than are looked at, and none was found that counts.',
        example: 'group:4:users',
      },
      rule: {
        ...namedBeside('ExplainedRuleDto'),
        description: 'The rule that decides there; absent when there is none.',
        example: {
          holder: 'group:4:users',
          resource_id: 31,
          resource_name: 'private',
          distance: 0,
          access: 'deny',
          scope: 'match',
          used: true,
          because: 'this rule decides',
        },
      },
    },
  },
  HighestPriority: {
    type: 'string',
    description: 'Above all numbers.',
    enum: ['max'],
    example: 'max',
  },
  ResourceTypeList: listOf('Types of resource.', RESOURCE_TYPE.enumName, ['route']),
  ResourceStructure: byKey('Types of resource that may stand below each type.', 'ResourceTypeList', {
    service: ['route'],
    route: ['route'],
  }),
  ServicesByName: byKey('Services by their names.', 'ServiceDto'),
  ServicesByType: byKey('Services by type and then by name.', 'ServicesByName', { access: {}, api: {} }),
  ServiceList: listOf('Services, sorted by name.', 'ServiceDto'),
  ListedServicesByName: byKey('Services by their names.', 'ListedServiceDto'),
  ListedServicesByType: byKey('Services by type and then by name.', 'ListedServicesByName', { api: {} }),
  ListedServiceList: listOf('Services, sorted by type and name.', 'ListedServiceDto'),
  ServiceTreesByName: byKey('Services with their resources, by their names.', 'ServiceTreeDto'),
  ServiceTreesByType: byKey(
    'Services with their resources, by type and then by name.',
    'ServiceTreesByName',
    { access: {}, api: {} },
  ),
  ResourcesById: byKey('Resources by their identifiers, in their order.', 'ResourceDto'),
  ServiceConfiguration: freeObject('Configuration of a service, as its type has it; null for none.'),
  ProxyOptions: freeObject('How the proxy treats requests for a service; null for the defaults.'),
  ChangedRow: freeObject('A row of the database without secrets; null where there is none.'),
  FailedCallContent: freeObject('What a failed operation was given.'),
  CheckedConditions: {
    type: 'object',
    description: 'Conditions that were checked, each with its outcome.',
    additionalProperties: { type: 'boolean' },
    example: { not_empty: true, matches: false },
  },
};
