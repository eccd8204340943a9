import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FlagField, Loose } from './field';

const TYPES = ['allowed', 'applied', 'direct', 'inherited', 'effective'];

/** One entry of a list of permissions. Spec: permissions 1.5. */
export class PermissionEntryDto {
  @ApiProperty({ description: 'What may be done.', example: 'read' })
  name!: string;

  @ApiProperty({ description: 'Granted or refused.', enum: ['allow', 'deny'], example: 'allow' })
  access!: string;

  @ApiProperty({
    description: 'The resource alone, or also everything below it.',
    enum: ['match', 'recursive'],
    example: 'recursive',
  })
  scope!: string;

  @ApiProperty({ description: 'Where the entry comes from.', enum: TYPES, example: 'direct' })
  type!: string;

  @ApiPropertyOptional({
    description:
      'Who decided: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`. Absent for `allowed` and `applied`.',
    example: 'user:4:bob',
  })
  reason?: string;
}

/** The two parallel fields with which every reply lists permissions. Spec: permissions 1.7. */
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

/** The list under both of its spellings, as the reads of groups on resources give it. Spec: decisions 10. */
export class GroupResourcePermissionsDto extends PermissionListDto {
  @ApiProperty({
    description: 'The same as `permission_names`, in the spelling of older clients.',
    type: [String],
    example: ['read', 'read-allow-recursive'],
  })
  permissions_names!: readonly string[];
}

const PERMISSION_SCHEMA = {
  oneOf: [
    { type: 'string' },
    {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        access: { type: 'string', enum: ['allow', 'deny'] },
        scope: { type: 'string', enum: ['match', 'recursive'] },
      },
    },
  ],
} as Parameters<typeof Loose>[0]['schema'];

/** A permission to set or to take away; one of the fields has to hold it. Spec: permissions 1.8. */
export class PermissionBodyDto {
  @Loose({
    about: 'The permission as text or object. Counts before `permission_name` unless it is empty.',
    optional: true,
    schema: PERMISSION_SCHEMA,
    example: 'read-deny-match',
  })
  permission?: unknown;

  @Loose({
    about: 'The permission as text or object.',
    optional: true,
    schema: PERMISSION_SCHEMA,
    example: 'read',
  })
  permission_name?: unknown;
}

/** Which rules a read of a user's permissions counts. Spec: permissions 2.6. */
export class UserPermissionsQuery {
  @FlagField({
    about: 'Whether rules of the groups of the user are shown beside its own.',
    optional: true,
    aliases: ['inherit'],
    example: false,
  })
  inherited?: boolean;

  @FlagField({
    about: 'Whether these are reduced to the one rule of each name that counts on this resource alone.',
    optional: true,
    aliases: ['resolved'],
    example: false,
  })
  resolve?: boolean;

  @FlagField({
    about:
      'Whether the outcome along the tree is shown, one entry for each permission. Counts before the others.',
    optional: true,
    example: false,
  })
  effective?: boolean;
}

export class GroupPermissionsQuery {
  @FlagField({
    about: "Whether the outcome of the group's rules along the tree is shown in place of its rules.",
    optional: true,
    example: false,
  })
  effective?: boolean;
}

/** A rule that a user was given. Spec: permissions 2.5. */
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
export class RuledResourceDto {
  @ApiProperty({ description: 'Name.', example: 'rivers' })
  resource_name!: string;

  @ApiProperty({ description: 'Name for people.', example: 'Rivers' })
  resource_display_name!: string;

  @ApiProperty({ description: 'Type; `service` for a service.', example: 'route' })
  resource_type!: string;

  @ApiProperty({ description: 'Identifier.', example: 31, type: 'integer' })
  resource_id!: number;
}

export class RuledGroupDto {
  @ApiProperty({ description: 'Name.', example: 'hydrologists' })
  group_name!: string;

  @ApiProperty({ description: 'Identifier.', example: 4, type: 'integer' })
  group_id!: number;
}

/** A rule that a group was given or lost. Spec: permissions 2.5. */
export class GroupPermissionDto {
  @ApiProperty({ description: 'The permission in its full form.', example: 'read-allow-recursive' })
  permission_name!: string;

  @ApiProperty({ description: 'The permission as object.', type: PermissionEntryDto })
  permission!: PermissionEntryDto;

  @ApiProperty({ description: 'The resource, or service.', type: RuledResourceDto })
  resource!: RuledResourceDto;

  @ApiProperty({ description: 'The group.', type: RuledGroupDto })
  group!: RuledGroupDto;
}
