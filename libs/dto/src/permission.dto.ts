import type { Because } from '@gatehouse/access-engine';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DECIDED_ACCESS, DECISION_REASON } from './decision-fields';
import { UUID } from '@gatehouse/names';
import { Loose } from './loose-field';
import { Text } from './text-field';
import { named, namedBeside } from './named-schemas';
import {
  ASSIGNMENT_REASON,
  PERMISSION_NAME,
  PERMISSION_SCOPE,
  PERMISSION_TYPE,
  RESOURCE_TYPE,
} from './vocabulary';

/** One entry of a list of permissions. Reference: permission-rules#object-form. */
export class PermissionEntryDto {
  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'read' })
  name!: string;

  @ApiProperty(DECIDED_ACCESS)
  access!: string;

  @ApiProperty({
    description: 'Only the resource, or also everything below it.',
    ...PERMISSION_SCOPE,
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Origin of the entry.', ...PERMISSION_TYPE, example: 'direct' })
  type!: string;

  @ApiPropertyOptional({
    description:
      'Reason for the decision: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`. Absent for `allowed` and `applied`.',
    example: 'user:4:bob',
  })
  reason?: string;
}

/** The two parallel fields in which every reply lists permissions. Reference: permission-rules#reply-lists. */
export class PermissionListDto {
  @ApiProperty({
    description: 'Each permission as a string: in the short form if it has one, then in the full form.',
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

/** The list under both of its names, as returned for groups on resources. Reference: permission-rules#queries. */
export class GroupResourcePermissionsDto extends PermissionListDto {
  @ApiProperty({
    description: 'Same as `permission_names`, under the name that older clients use.',
    type: [String],
    example: ['read', 'read-allow-recursive'],
  })
  permissions_names!: readonly string[];
}

const PERMISSION = namedBeside('Permission');

/** A permission to set or remove; one of the fields is required. Reference: permission-rules#accepted-forms. */
export class PermissionBodyDto {
  @Loose({
    about:
      'The permission as a string or an object. Takes precedence over `permission_name` unless it is empty.',
    optional: true,
    schema: PERMISSION,
    example: 'read-deny-match',
  })
  permission?: unknown;

  @Loose({
    about: 'The permission as a string or an object.',
    optional: true,
    schema: PERMISSION,
    example: 'read',
  })
  permission_name?: unknown;
}

/** A permission that was set for a user. Reference: permission-rules#replies-to-writes. */
export class UserPermissionDto {
  @ApiProperty({
    description: 'Resource or service on which the permission is set.',
    example: 31,
    type: 'integer',
  })
  resource_id!: number;

  @ApiProperty({ description: 'Identifier of the user.', example: 4, type: 'integer' })
  user_id!: number;

  @ApiProperty({ description: 'The permission in its full form.', example: 'read-allow-recursive' })
  permission_name!: string;

  @ApiProperty({ description: 'The permission as an object.', type: PermissionEntryDto })
  permission!: PermissionEntryDto;
}

/** The resource on which a permission of a group is set. */
export class AssignedResourceDto {
  @ApiProperty({ description: 'Name, unique among its siblings.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Display name.', example: 'Rivers' })
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

/** A permission that was set for or removed from a group. Reference: permission-rules#replies-to-writes. */
export class GroupPermissionDto {
  @ApiProperty({ description: 'The permission in its full form.', example: 'read-allow-recursive' })
  permission_name!: string;

  @ApiProperty({ description: 'The permission as an object.', type: PermissionEntryDto })
  permission!: PermissionEntryDto;

  @ApiProperty({ description: 'The resource or service.', type: AssignedResourceDto })
  resource!: AssignedResourceDto;

  @ApiProperty({ description: 'The group.', type: AssignedGroupDto })
  group!: AssignedGroupDto;
}

/** A permission of a user to explain. */
export class ExplainQuery {
  @Text({
    about: 'Name of the permission.',
    malformed: 422,
    empty: 400,
    vocabulary: PERMISSION_NAME,
    example: 'read',
  })
  permission!: string;
}

/** Explains for a user, or for an API token of the user. */
export class ExplainUserQuery extends ExplainQuery {
  @Text({
    about:
      'Identifier of an API token of the user: explains what the token is allowed, instead of what the user is.',
    optional: true,
    malformed: 422,
    pattern: UUID,
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  token_id?: string;
}

/** How the restriction of an API token has decided. */
export class ExplainedRestrictionDto {
  @ApiProperty({
    description: 'Whether an entry covers the permission, or the anonymous user is allowed the same.',
    example: false,
  })
  met!: boolean;

  @ApiProperty({
    description: 'The resource of the entry that covers the permission; null if none does.',
    type: 'integer',
    nullable: true,
    example: null,
  })
  covered_by!: number | null;

  @ApiProperty({ description: 'Whether the anonymous user is allowed the same.', example: false })
  public!: boolean;
}

/** A permission assignment that was considered in a decision. */
export class ExplainedRuleDto {
  @ApiProperty({
    description: 'Principal that has it: `user:<id>:<name>` or `group:<id>:<name>`.',
    example: 'group:4:users',
  })
  holder!: string;

  @ApiProperty({ description: 'Resource that it is set on.', example: 30, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'Name of the resource.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Number of levels above the requested resource.', example: 1, type: 'integer' })
  distance!: number;

  @ApiProperty(DECIDED_ACCESS)
  access!: string;

  @ApiProperty({
    description: 'Only its resource, or also everything below it.',
    ...PERMISSION_SCOPE,
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Whether it determines the decision.', example: true })
  used!: boolean;

  @ApiProperty({
    description: 'Why it determines the decision or does not, as a sentence in English.',
    example: 'this assignment decides',
  })
  because!: string;

  @ApiProperty({ description: 'The same as a code.', ...ASSIGNMENT_REASON, example: 'decides' })
  because_code!: Because;
}

/** What prevents a user from having a permission everywhere in a service. */
export interface EverywhereObstacle {
  resource_id: number;
  resource_name: string;
  exact: boolean;
  reason: string;
  rule?: ExplainedRuleDto;
}

/** Whether a permission is in effect on a service and on every resource of it. Reference: permission-rules#authority. */
export class EverywhereDto {
  @ApiProperty({
    description: 'Whether it is allowed on the service and on everything below it, registered or not.',
    example: false,
  })
  granted!: boolean;

  @ApiProperty({
    description: 'What prevents the user from having it; null if it is allowed.',
    ...namedBeside('EverywhereObstacle'),
  })
  kept_by!: EverywhereObstacle | null;
}

/** Why a member of a group who has no other assignments has a permission or not. Reference: permission-rules#explain. */
export class MemberExplanationDto {
  @ApiProperty({ description: 'The permission.', ...PERMISSION_NAME, example: 'read' })
  permission!: string;

  @ApiProperty(DECIDED_ACCESS)
  access!: string;

  @ApiProperty(DECISION_REASON)
  reason!: string;

  @ApiProperty({
    description: 'All assignments of this permission that were considered, in order.',
    type: [ExplainedRuleDto],
  })
  rules!: readonly ExplainedRuleDto[];
}

/** Why a permission is allowed or denied to a user. Reference: permission-rules#explain. */
export class ExplanationDto extends MemberExplanationDto {
  @ApiProperty({
    description: 'The decision for the same permission everywhere in the service of the resource.',
    type: EverywhereDto,
  })
  everywhere!: EverywhereDto;

  @ApiPropertyOptional({
    description: 'How the restriction of the API token has decided; only for a token that has one.',
    type: ExplainedRestrictionDto,
  })
  restriction?: ExplainedRestrictionDto;
}

/** Permissions along one branch of a service, set and removed in one transaction. Reference: permission-rules#branch-updates. */
export class UpdatePermissionsDto {
  @Loose({
    about:
      'The service, followed by one resource per level, each below the previous one; missing resources are created. `create`, the default of `action`, sets the permission and replaces an existing one with the same name; `remove` removes it.',
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
