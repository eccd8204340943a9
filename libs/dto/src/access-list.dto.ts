import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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

  @Text({
    about: 'Only principals whose names contain this text, ignoring case.',
    optional: true,
    emptyAllowed: true,
    malformed: 422,
    maxLength: 100,
    example: 'bo',
  })
  q?: string;

  @Whole({
    about: 'Number of entries before the page; 0 by default.',
    optional: true,
    min: 0,
    max: 2 ** 31 - 1,
    example: 0,
  })
  offset?: number;

  @Whole({
    about: 'Maximum number of entries in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
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

  @ApiProperty({
    description: 'Whether access is allowed or denied.',
    ...PERMISSION_ACCESS,
    example: 'allow',
  })
  access!: string;

  @ApiProperty({
    description:
      'Reason for the decision: `user:<id>:<name>`, `group:<id>:<name>`, `multiple`, `administrator` or `no-permission`.',
    example: 'group:4:users',
  })
  reason!: string;

  @ApiProperty({
    description: 'Resource with the deciding assignment; null if no assignment decides.',
    type: 'integer',
    nullable: true,
    example: 30,
  })
  resource_id!: number | null;

  @ApiProperty({
    description:
      'Principal of the deciding assignment, `user:<id>:<name>` or `group:<id>:<name>`; null if no assignment or those of several groups decide.',
    type: String,
    nullable: true,
    example: 'group:4:users',
  })
  principal!: string | null;
}

/** Who has access to a resource. Reference: console-api#access-list. */
export class AccessListDto {
  @ApiProperty({ description: 'Revision that the page shows.', example: 57, type: 'integer' })
  revision!: number;

  @ApiProperty({ description: 'Number of entries of all pages.', example: 240, type: 'integer' })
  total!: number;

  @ApiProperty({ description: 'Number of entries before the page.', example: 0, type: 'integer' })
  offset!: number;

  @ApiProperty({
    description: 'Groups, then users, each sorted by name and permission.',
    type: [AccessEntryDto],
  })
  entries!: readonly AccessEntryDto[];
}
