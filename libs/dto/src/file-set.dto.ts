import { FILE_SET_NAME } from '@gatehouse/names';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { namedBeside } from './named-schemas';
import { MAX_OFFSET } from './page-fields';
import { Text } from './text-field';
import { Whole } from './whole-field';

/** The file sets to list. Reference: configuration-files#file-sets. */
export class FileSetsQuery {
  @Text({
    about: 'Name of the only file set in the reply; all by default.',
    pattern: FILE_SET_NAME,
    maxLength: 64,
    malformed: 422,
    optional: true,
    example: 'maps',
  })
  set?: string;

  @Whole({
    about: 'Number of differences before the page of `drift`, of each set; 0 by default.',
    optional: true,
    min: 0,
    max: MAX_OFFSET,
    example: 0,
  })
  drift_offset?: number;

  @Whole({
    about: 'Maximum number of differences of each set in the reply; 100 by default.',
    optional: true,
    min: 0,
    max: 1_000,
    example: 100,
  })
  drift_limit?: number;
}

/** How many objects of each kind there are. */
export class FileSetCountsDto {
  @ApiProperty({ description: 'Services.', type: 'integer', example: 2 })
  services!: number;

  @ApiProperty({ description: 'Resources below services.', type: 'integer', example: 12 })
  resources!: number;

  @ApiProperty({ description: 'Users.', type: 'integer', example: 3 })
  users!: number;

  @ApiProperty({ description: 'Groups.', type: 'integer', example: 2 })
  groups!: number;

  @ApiProperty({ description: 'Memberships.', type: 'integer', example: 4 })
  memberships!: number;

  @ApiProperty({ description: 'Permissions of users and groups.', type: 'integer', example: 20 })
  permissions!: number;
}

/** Something that the files of a set state, and that is different now. */
export class DriftDto {
  @ApiProperty({
    description: 'What has become of it.',
    enum: ['removed', 'changed', 'created_again'],
    enumName: 'DriftKind',
    example: 'changed',
  })
  drift!: string;

  @ApiProperty({
    description: 'What it is.',
    enum: ['service', 'resource', 'user', 'group', 'membership', 'permission'],
    enumName: 'DriftObject',
    example: 'permission',
  })
  object!: string;

  @ApiPropertyOptional({ description: 'Name of the service.', example: 'maps' })
  service?: string;

  @ApiPropertyOptional({
    description: 'Path of the resource below the service; empty for the service itself.',
    example: '/rivers/delta',
  })
  resource?: string;

  @ApiPropertyOptional({ description: 'Name of the user.', example: 'ada' })
  user?: string;

  @ApiPropertyOptional({ description: 'Name of the group.', example: 'hydrologists' })
  group?: string;

  @ApiProperty({
    description: 'What the set stated: a permission, or fields of an object. Null for a membership.',
    ...namedBeside('DriftValue'),
    example: 'read-allow-recursive',
  })
  stated!: string | Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    description: 'What it is now; null for what does not exist.',
    ...namedBeside('DriftValue'),
    example: 'read-deny-recursive',
  })
  present!: string | Readonly<Record<string, unknown>> | null;

  @ApiProperty({
    description:
      'Whether an application of the same files reverts it. It does not change existing users and groups, nor fields that the files do not state.',
    example: true,
  })
  reverts!: boolean;
}

/** A file set. Reference: configuration-files#file-sets. */
export class FileSetDto {
  @ApiProperty({ description: 'Name.', example: 'default' })
  name!: string;

  @ApiProperty({
    description: 'When it was last applied.',
    format: 'date-time',
    example: '2026-11-27T10:00:00.000Z',
  })
  applied_at!: string;

  @ApiProperty({
    description: 'The revision at the end of its last application.',
    type: 'integer',
    example: 58,
  })
  revision!: number;

  @ApiProperty({ description: 'What it owns.', type: FileSetCountsDto })
  owned!: FileSetCountsDto;

  @ApiProperty({
    description: 'What it owns and its files no longer name, which prune may remove.',
    type: FileSetCountsDto,
  })
  unnamed!: FileSetCountsDto;

  @ApiProperty({
    description: 'Number of differences between what its files state and the present state.',
    type: 'integer',
    example: 1,
  })
  drift_count!: number;

  @ApiProperty({ description: 'The page of the differences that the query asks for.', type: [DriftDto] })
  drift!: readonly DriftDto[];
}

export class FileSetsReplyDto {
  @ApiProperty({ description: 'The file sets, by name.', type: [FileSetDto] })
  sets!: readonly FileSetDto[];
}
