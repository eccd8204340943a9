import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { GROUP_NAME } from '@gatehouse/names';
import { FlagField } from './flag-field';
import { Text } from './text-field';
import { named } from './named-schemas';
import { PageQuery } from './user.dto';

/** Public view of a group. */
export class GroupPublicDto {
  @ApiProperty({ description: 'Unique name.', example: 'hydrologists' })
  group_name!: string;

  @ApiProperty({ description: 'Purpose of the group.', example: 'Users who work with river models' })
  description!: string;
}

/** Detail view of a group. Reference: http#groups. */
export class GroupDetailDto extends GroupPublicDto {
  @ApiProperty({ description: 'Identifier.', example: 4, type: 'integer' })
  group_id!: number;

  @ApiProperty({ description: 'Whether all signed-in users are allowed to join.', example: false })
  discoverable!: boolean;

  @ApiProperty({ description: 'Text to accept before joining.', nullable: true, type: String, example: null })
  terms!: string | null;

  @ApiProperty({
    description: 'Priority of its permission assignments relative to those of other groups: `max`, 0 or -1.',
    oneOf: [{ type: 'integer' }, named('HighestPriority')],
    example: 0,
  })
  priority!: number | 'max';

  @ApiProperty({ description: 'Number of members.', example: 2, type: 'integer' })
  member_count!: number;

  @ApiProperty({ description: 'Members, sorted.', type: [String], example: ['alice', 'bob'] })
  user_names!: string[];

  @ApiPropertyOptional({
    description:
      'Names of the sets of configuration files that own it, sorted. Changes by others are differences from these files.',
    type: [String],
    example: ['default'],
  })
  managed_by?: readonly string[];
}

export class GroupSummaryDto extends PickType(GroupDetailDto, ['group_name', 'group_id']) {}

export class GroupCreatedDto {
  @ApiProperty({ description: 'The new group.', type: GroupSummaryDto })
  group!: GroupSummaryDto;
}

export class GroupReplyDto {
  @ApiProperty({ description: 'The group.', type: GroupDetailDto })
  group!: GroupDetailDto;
}

export class GroupPublicReplyDto {
  @ApiProperty({ description: 'The group.', type: GroupPublicDto })
  group!: GroupPublicDto;
}

/** A group in a listing with `detail`. */
export class ListedGroupDto extends PickType(GroupDetailDto, ['group_name', 'member_count']) {}

export class GroupsReplyDto {
  @ApiProperty({ description: 'Names, sorted.', type: [String], example: ['administrators', 'users'] })
  group_names!: string[];

  @ApiPropertyOptional({
    description: 'With `detail`, the groups with the numbers of their members, sorted by name.',
    type: [ListedGroupDto],
  })
  groups?: ListedGroupDto[];
}

export class ListGroupsQuery extends PageQuery {
  @FlagField({ about: 'Also return the number of members of each group.', optional: true, example: false })
  detail?: boolean;
}

export class DiscoverableGroupsDto {
  @ApiProperty({ description: 'Names, sorted.', type: [String], example: ['hydrologists', 'weather'] })
  group_names!: string[];

  @ApiPropertyOptional({
    description: 'With `detail`, the groups with their descriptions, sorted by name.',
    type: [GroupPublicDto],
  })
  groups?: GroupPublicDto[];
}

export class ListDiscoverableGroupsQuery {
  @FlagField({ about: 'Also return the description of each group.', optional: true, example: false })
  detail?: boolean;
}

export class GroupMembersDto {
  @ApiProperty({ description: 'Names, sorted.', type: [String], example: ['alice', 'bob'] })
  user_names!: string[];
}

export class CreateGroupDto {
  @Text({ about: 'Unique name.', pattern: GROUP_NAME, example: 'hydrologists' })
  group_name!: string;

  @Text({
    about: 'Purpose of the group.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    example: 'Users who work with river models',
  })
  description?: string;

  @FlagField({ about: 'Whether all signed-in users are allowed to join.', optional: true, example: false })
  discoverable?: boolean;

  @Text({
    about:
      'Text that users accept by a link in a mail before they join. Later versions are published with `POST /groups/{group_name}/terms`.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    example: 'Cite the data.',
  })
  terms?: string;
}

/** At least one field must differ from the stored value. */
export class UpdateGroupDto {
  @Text({ about: 'New name.', optional: true, pattern: GROUP_NAME, example: 'hydrology' })
  group_name?: string;

  @Text({
    about: 'Purpose of the group.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    example: 'River models',
  })
  description?: string;

  @FlagField({ about: 'Whether all signed-in users are allowed to join.', optional: true, example: true })
  discoverable?: boolean;
}
