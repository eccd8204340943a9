import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ENTRIES_BEFORE, ENTRY_LIMIT, ENTRY_OFFSET, ENTRY_TOTAL } from './page-fields';
import { PERMISSION_NAME, RESOURCE_TYPE, UNREGISTERED_NAMES } from './vocabulary';
import { Whole } from './whole-field';

/** A page of the list. Reference: console-api#names-that-are-not-registered. */
export class UnregisteredNamesQuery {
  @Whole(ENTRY_OFFSET)
  offset?: number;

  @Whole(ENTRY_LIMIT)
  limit?: number;
}

/** A user or group whose denials take effect below a service or workspace on which it is otherwise allowed the same. */
export class UnregisteredNamesEntryDto {
  @ApiPropertyOptional({ description: 'Name of the user, if the principal is a user.', example: 'bob' })
  user_name?: string;

  @ApiPropertyOptional({
    description: 'Name of the group, if the principal is a group: at least one member is affected.',
    example: 'hydrologists',
  })
  group_name?: string;

  @ApiProperty({ description: 'Identifier of the ancestor.', example: 31, type: 'integer' })
  resource_id!: number;

  @ApiProperty({ description: 'Name of the ancestor.', example: 'topp' })
  resource_name!: string;

  @ApiProperty({ description: '`service` or `workspace`.', ...RESOURCE_TYPE, example: 'workspace' })
  resource_type!: string;

  @ApiProperty({
    description: 'Names from the service down to the ancestor, joined by `/`.',
    example: 'maps/topp',
  })
  path!: string;

  @ApiProperty({
    description: 'The permissions that are denied at or below the ancestor, sorted.',
    ...PERMISSION_NAME,
    isArray: true,
    example: ['getmap'],
  })
  permission_names!: readonly string[];
}

/** For whom names that are not registered are refused. Reference: console-api#names-that-are-not-registered. */
export class UnregisteredNamesDto {
  @ApiProperty({ description: 'Revision that the page shows.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({
    description: 'The option `unregistered_names` of the service.',
    ...UNREGISTERED_NAMES,
    example: 'safe',
  })
  unregistered_names!: string;

  @ApiProperty({ description: 'The option `registered_names_only` of the service.', example: false })
  registered_names_only!: boolean;

  @ApiProperty({
    description: 'The permissions of the map operations of the service, sorted; empty if it has none.',
    ...PERMISSION_NAME,
    isArray: true,
    example: ['getmap'],
  })
  permission_names!: readonly string[];

  @ApiProperty(ENTRY_TOTAL)
  total!: number;

  @ApiProperty(ENTRIES_BEFORE)
  offset!: number;

  @ApiProperty({
    description:
      'Whether there were too many members to examine: the remaining denials are assumed to take effect.',
    example: false,
  })
  truncated!: boolean;

  @ApiProperty({
    description: 'Groups, then users, each sorted by name; the service before workspaces.',
    type: [UnregisteredNamesEntryDto],
  })
  entries!: readonly UnregisteredNamesEntryDto[];
}

/** A resource as which a name is registered, or one above it. */
export class PlacedNameDto {
  @ApiProperty({ description: 'Name.', example: 'roads' })
  resource_name!: string;

  @ApiProperty({ description: 'Type.', ...RESOURCE_TYPE, example: 'layer' })
  resource_type!: string;

  @ApiProperty({
    description: 'Identifier; null if it does not exist.',
    example: 31,
    type: 'integer',
    nullable: true,
  })
  resource_id!: number | null;
}

/** A name in the capabilities of a service. */
export class AnnouncedNameDto {
  @ApiProperty({ description: 'The name.', example: 'topp:roads' })
  name!: string;

  @ApiProperty({ description: 'Its title; empty if it has none.', example: 'Roads' })
  title!: string;

  @ApiProperty({
    description: 'Number of layers that contain it; 0 for the root.',
    example: 1,
    type: 'integer',
  })
  level!: number;

  @ApiProperty({
    description: 'Whether it contains other layers, which the server may show under this name.',
    example: false,
  })
  is_group!: boolean;

  @ApiProperty({ description: 'Whether the name is registered.', example: false })
  is_registered!: boolean;

  @ApiProperty({
    description:
      'The resources from below the service down to the one as which it is registered; empty if it cannot be registered.',
    type: [PlacedNameDto],
  })
  resources!: readonly PlacedNameDto[];
}

/** The names that a service announces. Reference: console-api#names-that-are-not-registered. */
export class AnnouncedNamesDto {
  @ApiProperty({ description: 'Whether the service announces more names than are listed.', example: false })
  truncated!: boolean;

  @ApiProperty({
    description: 'Each name once, in the order of the capabilities.',
    type: [AnnouncedNameDto],
  })
  names!: readonly AnnouncedNameDto[];
}
