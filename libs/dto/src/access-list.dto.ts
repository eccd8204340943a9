import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  DECIDED_ACCESS,
  DECIDING_PRINCIPAL,
  DECIDING_RESOURCE,
  DECISION_REASON,
  MEMBER_DECISION,
} from './decision-fields';
import { FlagField } from './flag-field';
import { EffectiveCellDto } from './matrix.dto';
import { ENTRIES_BEFORE, ENTRY_LIMIT, ENTRY_OFFSET, ENTRY_TOTAL } from './page-fields';
import { Text } from './text-field';
import { PERMISSION_ACCESS, PERMISSION_NAME, PRINCIPAL_KIND, patternOf } from './vocabulary';
import { Whole } from './whole-field';

/** Which principals and permissions to list. Reference: console-api#access-list. */
export class AccessListQuery {
  @Text({
    about: 'Only this permission; by default, all that apply to the resource.',
    optional: true,
    malformed: 422,
    vocabulary: PERMISSION_NAME,
    example: 'read',
  })
  permission?: string;

  @Text({
    about: 'Only users or only groups.',
    optional: true,
    malformed: 422,
    pattern: patternOf(PRINCIPAL_KIND),
    vocabulary: PRINCIPAL_KIND,
    example: 'user',
  })
  kind?: string;

  @Text({
    about: 'Only allowed or only denied permissions.',
    optional: true,
    malformed: 422,
    pattern: patternOf(PERMISSION_ACCESS),
    vocabulary: PERMISSION_ACCESS,
    example: 'allow',
  })
  access?: string;

  @FlagField({
    about: 'Whether `access` selects groups by `member`, rather than by their own assignments.',
    optional: true,
    example: false,
  })
  by_member?: boolean;

  @Text({
    about: 'Only principals whose names contain this text, ignoring case.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: 100,
    example: 'bo',
  })
  q?: string;

  @Whole(ENTRY_OFFSET)
  offset?: number;

  @Whole(ENTRY_LIMIT)
  limit?: number;
}

/** The decision for one permission of one user or group on the resource. */
export class AccessEntryDto {
  @ApiPropertyOptional({ description: 'Name of the user, if the principal is a user.', example: 'bob' })
  user_name?: string;

  @ApiPropertyOptional({
    description: 'Name of the group, if the principal is a group.',
    example: 'hydrologists',
  })
  group_name?: string;

  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'read' })
  permission_name!: string;

  @ApiProperty(DECIDED_ACCESS)
  access!: string;

  @ApiProperty(DECISION_REASON)
  reason!: string;

  @ApiProperty(DECIDING_RESOURCE)
  resource_id!: number | null;

  @ApiProperty(DECIDING_PRINCIPAL)
  principal!: string | null;

  @ApiPropertyOptional({ description: MEMBER_DECISION, type: EffectiveCellDto })
  member?: EffectiveCellDto;
}

/** Who has access to a resource. Reference: console-api#access-list. */
export class AccessListDto {
  @ApiProperty({ description: 'Revision that the page shows.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty(ENTRY_TOTAL)
  total!: number;

  @ApiProperty(ENTRIES_BEFORE)
  offset!: number;

  @ApiProperty({
    description: 'Groups, then users, each sorted by name and permission.',
    type: [AccessEntryDto],
  })
  entries!: readonly AccessEntryDto[];
}
