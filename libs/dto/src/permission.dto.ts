import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Loose } from './loose-field';
import { Text } from './text-field';
import { named, namedBeside } from './named-schemas';
import {
  PERMISSION_ACCESS,
  PERMISSION_NAME,
  PERMISSION_SCOPE,
  PERMISSION_TYPE,
  RESOURCE_TYPE,
} from './vocabulary';

/** One entry of a list of permissions. Reference: permissions#object-form. */
export class PermissionEntryDto {
  @ApiProperty({ description: 'What may be done.', ...PERMISSION_NAME, example: 'read' })
  name!: string;

  @ApiProperty({ description: 'Granted or refused.', ...PERMISSION_ACCESS, example: 'allow' })
  access!: string;

  @ApiProperty({
    description: 'The resource alone, or also everything below it.',
    ...PERMISSION_SCOPE,
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Where the entry comes from.', ...PERMISSION_TYPE, example: 'direct' })
  type!: string;

  @ApiPropertyOptional({
    description:
      'Who decided: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`. Absent for `allowed` and `applied`.',
    example: 'user:4:bob',
  })
  reason?: string;
}

/** The two parallel fields with which every reply lists permissions. Reference: permissions#reply-lists. */
export class PermissionListDto {
  @ApiProperty({
    description: 'Each permission as text: in the short form where it has one, then in the full form.',
    type: [String],
    example: ['read', 'read-allow-recursive'],
  })
  permission_names!: readonly string[];

  @ApiProperty({
    description: 'The same permissions as objects, sorted by name, access and scope.',
    type: [PermissionEntryDto],
  })
  permissions!: readonly PermissionEntryDto[];
}

/** The list under both of its spellings, as the reads of groups on resources give it. Reference: permissions#queries. */
export class GroupResourcePermissionsDto extends PermissionListDto {
  @ApiProperty({
    description: 'The same as `permission_names`, in the spelling of older clients.',
    type: [String],
    example: ['read', 'read-allow-recursive'],
  })
  permissions_names!: readonly string[];
}

const PERMISSION = namedBeside('Permission');

/** A permission to set or to take away; one of the fields has to hold it. Reference: permissions#accepted-forms. */
export class PermissionBodyDto {
  @Loose({
    about: 'The permission as text or object. Counts before `permission_name` unless it is empty.',
    optional: true,
    schema: PERMISSION,
    example: 'read-deny-match',
  })
  permission?: unknown;

  @Loose({
    about: 'The permission as text or object.',
    optional: true,
    schema: PERMISSION,
    example: 'read',
  })
  permission_name?: unknown;
}

/** A rule that a user was given. Reference: permissions#replies-to-writes. */
export class UserPermissionDto {
  @ApiProperty({ description: 'Resource, or service, that the rule is about.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'The user.', example: 4, type: 'integer' })
  user_id!: number;

  @ApiProperty({ description: 'The permission in its full form.', example: 'read-allow-recursive' })
  permission_name!: string;

  @ApiProperty({ description: 'The permission as object.', type: PermissionEntryDto })
  permission!: PermissionEntryDto;
}

/** The resource that a rule of a group is about. */
export class AssignedResourceDto {
  @ApiProperty({ description: 'Name, unique among its siblings.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Name for people.', example: 'Rivers' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type; `service` for a service.', ...RESOURCE_TYPE, example: 'route' })
  resource_type!: string;

  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;
}

export class AssignedGroupDto {
  @ApiProperty({ description: 'Name.', example: 'hydrologists' })
  group_name!: string;

  @ApiProperty({ description: 'Identifier.', example: 4, type: 'integer' })
  group_id!: number;
}

/** A rule that a group was given or lost. Reference: permissions#replies-to-writes. */
export class GroupPermissionDto {
  @ApiProperty({ description: 'The permission in its full form.', example: 'read-allow-recursive' })
  permission_name!: string;

  @ApiProperty({ description: 'The permission as object.', type: PermissionEntryDto })
  permission!: PermissionEntryDto;

  @ApiProperty({ description: 'The resource, or service.', type: AssignedResourceDto })
  resource!: AssignedResourceDto;

  @ApiProperty({ description: 'The group.', type: AssignedGroupDto })
  group!: AssignedGroupDto;
}

/** One permission of a user that is to be explained. */
export class ExplainQuery {
  @Text({ about: 'Name of the permission.', malformed: 422, vocabulary: PERMISSION_NAME, example: 'read' })
  permission!: string;
}

/** A rule that had a say in a decision. */
export class ExplainedRuleDto {
  @ApiProperty({
    description: 'Who holds it: `user:<id>:<name>` or `group:<id>:<name>`.',
    example: 'group:4:users',
  })
  holder!: string;

  @ApiProperty({ description: 'Resource that it is set on.', example: 30, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'Name of that resource.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'How many levels above the resource asked for.', example: 1, type: 'integer' })
  distance!: number;

  @ApiProperty({ description: 'Granted or refused.', ...PERMISSION_ACCESS, example: 'allow' })
  access!: string;

  @ApiProperty({
    description: 'Its resource alone, or also everything below it.',
    ...PERMISSION_SCOPE,
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Whether it decides.', example: true })
  used!: boolean;

  @ApiProperty({ description: 'Why it decides or does not, in a sentence.', example: 'this rule decides' })
  because!: string;
}

/** What keeps a user from a permission everywhere in a service. */
export interface EverywhereObstacle {
  resource_id: number;
  resource_name: string;
  exact: boolean;
  reason: string;
  rule?: ExplainedRuleDto;
}

/** Whether a permission is in effect on a service and on every resource of it. Reference: permissions#authority. */
export class EverywhereDto {
  @ApiProperty({
    description: 'Whether it is granted on the service and on all that is below it, registered or not.',
    example: false,
  })
  granted!: boolean;

  @ApiProperty({
    description: 'What keeps the user from it; null when it is granted.',
    ...namedBeside('EverywhereObstacle'),
  })
  kept_by!: EverywhereObstacle | null;
}

/** Why a user may do something or may not. Reference: permissions#explain. */
export class ExplanationDto {
  @ApiProperty({ description: 'The permission.', ...PERMISSION_NAME, example: 'read' })
  permission!: string;

  @ApiProperty({ description: 'Granted or refused.', ...PERMISSION_ACCESS, example: 'allow' })
  access!: string;

  @ApiProperty({
    description:
      'Who decided: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`.',
    example: 'group:4:users',
  })
  reason!: string;

  @ApiProperty({ description: 'Every rule of that name, in the order considered.', type: [ExplainedRuleDto] })
  rules!: readonly ExplainedRuleDto[];

  @ApiProperty({
    description: 'The same permission everywhere in the service that the resource belongs to.',
    type: EverywhereDto,
  })
  everywhere!: EverywhereDto;
}

/** Rules along one branch of a service, set and taken away together. Reference: permissions#branch-updates. */
export class UpdatePermissionsDto {
  @Loose({
    about:
      'The service and then, one below the other, its resources, which are made where they are missing. `create`, also where there is no `action`, sets a rule in place of the one of that name; `remove` takes it away.',
    schema: {
      type: 'array',
      minItems: 1,
      items: named('BranchStep'),
    },
    example: [
      { resource_name: 'rivers', resource_type: 'service' },
      { resource_name: 'delta', resource_type: 'route', permission: 'read', group: 'hydrologists' },
    ],
  })
  permissions!: unknown;
}
