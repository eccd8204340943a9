import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Loose } from './loose-field';
import { named, namedBeside } from './named-schemas';
import type { ExplicitCellDto } from './matrix.dto';
import { ENTRIES_BEFORE, ENTRY_LIMIT, ENTRY_OFFSET, ENTRY_TOTAL } from './page-fields';
import { PERMISSION_ACCESS, PERMISSION_NAME } from './vocabulary';
import { Whole } from './whole-field';

/** Maximum number of changes of one request. */
export const MAX_PERMISSION_CHANGES = 1000;

const CHANGES = {
  about: `Up to ${MAX_PERMISSION_CHANGES} assignments to set or remove, on any resources; at most one for each principal, resource and permission name.`,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_PERMISSION_CHANGES,
    items: named('AssignmentChange'),
  },
  example: [
    { resource_id: 31, group_name: 'hydrologists', permission_name: 'read', access: 'allow' },
    { resource_id: 32, user_name: 'bob', permission_name: 'read', access: null },
  ],
} as const;

/** One change of a permission assignment, as sent. */
export interface AssignmentChange {
  readonly resource_id: number;
  /** Either this or `group_name`. */
  readonly user_name?: string;
  readonly group_name?: string;
  readonly permission_name: string;
  /** Null removes the assignment. */
  readonly access: 'allow' | 'deny' | null;
  /** `recursive` by default. */
  readonly scope?: 'recursive' | 'match';
  /** On which the change is based; that of `If-Match` by default. */
  readonly revision?: number;
}

/** Permission assignments to set and remove in one transaction. Reference: console-api#changes. */
export class ChangePermissionsDto {
  @Loose({ ...CHANGES, schema: { ...CHANGES.schema } })
  changes!: unknown;
}

export class PermissionsChangedDto {
  @ApiProperty({
    description: 'Revision of the change, or the current one if nothing changed.',
    example: 58,
    type: 'integer',
  })
  revision!: number;

  @ApiProperty({
    description:
      'Number of assignments that were created, replaced or removed; others were set as requested.',
    example: 2,
    type: 'integer',
  })
  changed!: number;
}

/** Changes whose assignments to compare with the change log. Reference: console-api#changed-since. */
export class CompareChangesDto {
  @Loose({ ...CHANGES, schema: { ...CHANGES.schema } })
  changes!: unknown;
}

/** An assignment that others changed after the revision on which a change is based. Reference: console-api#changes. */
export class ConflictingAssignmentDto {
  @ApiProperty({ description: 'The resource.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiPropertyOptional({ description: 'The user, if the principal is a user.', example: 'bob' })
  user_name?: string;

  @ApiPropertyOptional({ description: 'The group, if the principal is a group.', example: 'hydrologists' })
  group_name?: string;

  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'read' })
  permission_name!: string;

  @ApiProperty({
    description: 'The current assignment; null if there is none.',
    ...namedBeside('ExplicitPermission'),
    example: null,
  })
  current!: ExplicitCellDto | null;

  @ApiProperty({
    description: 'Whether its principal or resource no longer exists.',
    example: false,
  })
  deleted!: boolean;

  @ApiProperty({ description: 'Revision of its last change.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({
    description:
      'Name of the user who made the last change; null for the system and if the change log no longer contains it.',
    type: String,
    nullable: true,
    example: 'ada',
  })
  changed_by!: string | null;

  @ApiProperty({
    description: 'Time of the last change; null if the change log no longer contains it.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-23T18:20:07.000Z',
  })
  changed_at!: string | null;
}

/** Assignments that others have changed. Reference: console-api#changed-since. */
export class ChangedSinceDto {
  @ApiProperty({ description: 'The newest revision.', example: 58, type: 'integer' })
  revision!: number;

  @ApiProperty({
    description: 'The assignments that were changed after the revision of their entry.',
    type: [ConflictingAssignmentDto],
  })
  assignments!: readonly ConflictingAssignmentDto[];
}

/** Changes whose effects to compute, and the page of the list of effects. Reference: console-api#preview. */
export class PreviewPermissionsDto {
  @Loose({ ...CHANGES, schema: { ...CHANGES.schema } })
  changes!: unknown;

  @Whole(ENTRY_OFFSET)
  offset?: number;

  @Whole(ENTRY_LIMIT)
  limit?: number;
}

/** How many users are affected, and on how many resources. */
export class EffectCountDto {
  @ApiProperty({ description: 'Number of users.', example: 12, type: 'integer' })
  users!: number;

  @ApiProperty({ description: 'Number of pairs of user and resource.', example: 240, type: 'integer' })
  pairs!: number;

  @ApiProperty({
    description:
      'Whether callers without a session are affected, which the anonymous user represents; it counts as one of the users.',
    example: false,
  })
  anonymous!: boolean;
}

/** The effects of changes on one permission. */
export class PermissionEffectDto {
  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'read' })
  permission_name!: string;

  @ApiProperty({ description: 'Denied before and allowed afterwards.', type: EffectCountDto })
  gained!: EffectCountDto;

  @ApiProperty({ description: 'Allowed before and denied afterwards.', type: EffectCountDto })
  lost!: EffectCountDto;
}

/** A permission of a user on a resource that changes. */
export class EffectEntryDto {
  @ApiProperty({ description: 'The user.', example: 'bob' })
  user_name!: string;

  @ApiProperty({ description: 'The resource.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({
    description: 'Names from the service down to the resource, joined by `/`.',
    example: 'rivers/delta',
  })
  path!: string;

  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'read' })
  permission_name!: string;

  @ApiProperty({ description: 'The decision before.', ...PERMISSION_ACCESS, example: 'deny' })
  before!: string;

  @ApiProperty({ description: 'The decision afterwards.', ...PERMISSION_ACCESS, example: 'allow' })
  after!: string;

  @ApiProperty({
    description: 'Reason for the decision afterwards, as in other replies.',
    example: 'group:4:users',
  })
  reason!: string;
}

/** Who gains or loses which permission if the changes are applied. Reference: console-api#preview. */
export class PermissionPreviewDto {
  @ApiProperty({ description: 'Revision that the changes are compared with.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({
    description: 'Number of assignments that would be created, replaced or removed.',
    example: 2,
    type: 'integer',
  })
  changed!: number;

  @ApiProperty({
    description:
      'Whether one of these changes is of the anonymous group, whose permissions all users have, and callers without a session.',
    example: false,
  })
  everybody!: boolean;

  @ApiProperty({
    description:
      'Whether the effects are more than are computed: counts are then lower bounds and the list is incomplete.',
    example: false,
  })
  truncated!: boolean;

  @ApiProperty({
    description: 'Permissions that at least one user gains or loses, sorted by name.',
    type: [PermissionEffectDto],
  })
  effects!: readonly PermissionEffectDto[];

  @ApiProperty(ENTRY_TOTAL)
  total!: number;

  @ApiProperty(ENTRIES_BEFORE)
  offset!: number;

  @ApiProperty({
    description:
      'Each change of a decision, by permission, then resource (each before those below it), then user.',
    type: [EffectEntryDto],
  })
  entries!: readonly EffectEntryDto[];
}
