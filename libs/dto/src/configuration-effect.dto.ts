import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PERMISSION_NAME } from './vocabulary';

/** Names of users, and rows of the summary, that one side of an effect lists. */
export const MAX_LISTED_EFFECTS = 1_000;

/** A permission of a user that changes. */
export class ConfigurationEffectEntryDto {
  @ApiProperty({ description: 'The user, who may be a new one.', example: 'bob' })
  user!: string;

  @ApiProperty({ description: 'The service.', example: 'maps' })
  service!: string;

  @ApiProperty({
    description: 'Path of the resource below the service; empty for the service itself.',
    example: '/rivers/delta',
  })
  resource!: string;

  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'getmap' })
  permission!: string;

  @ApiProperty({
    description:
      'Whether the decision changes on the resource, for names below it that are not registered, or for both.',
    enum: ['resource', 'names_below', 'both'],
    enumName: 'EffectReach',
    example: 'both',
  })
  reach!: string;

  @ApiPropertyOptional({
    description: 'The group whose assignment it follows from, unless it is one of the user.',
    example: 'hydrologists',
  })
  group?: string;
}

/** Effects in one service that follow from the assignments of one group or user. */
export class ConfigurationEffectRowDto {
  @ApiPropertyOptional({
    description:
      'The group whose assignments allow what is gained, or no longer allow or now deny what is lost. The anonymous group stands for everybody.',
    example: 'hydrologists',
  })
  group?: string;

  @ApiPropertyOptional({ description: 'The user, where they are those of a user.', example: 'bob' })
  user?: string;

  @ApiProperty({
    description: 'Whether it is the anonymous group, whose permissions also callers without a session have.',
    example: false,
  })
  everybody!: boolean;

  @ApiProperty({ description: 'The service.', example: 'maps' })
  service!: string;

  @ApiProperty({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'getmap' })
  permission!: string;

  @ApiProperty({ description: 'Number of users.', type: 'integer', example: 12 })
  users!: number;

  @ApiProperty({ description: 'Number of resources, with the service itself.', type: 'integer', example: 20 })
  resources!: number;

  @ApiProperty({
    description: 'Number of pairs of user and resource.',
    type: 'integer',
    example: 240,
  })
  decisions!: number;

  @ApiPropertyOptional({ description: 'One of the resources.', example: '/rivers/delta' })
  example?: string;
}

/** What users gain, or what they lose. */
export class ConfigurationEffectSideDto {
  @ApiProperty({
    description:
      'Number of users who become administrators, to whom everything is allowed, or who no longer are. They are not counted in other fields.',
    type: 'integer',
    example: 0,
  })
  administrator_count!: number;

  @ApiProperty({
    description: `The first ${MAX_LISTED_EFFECTS} of them, by name.`,
    type: [String],
    example: [],
  })
  administrators!: readonly string[];

  @ApiProperty({
    description:
      'Whether callers without a session are affected. The anonymous user, who stands for them, is one of the users.',
    example: false,
  })
  anonymous!: boolean;

  @ApiProperty({ description: 'Number of users.', type: 'integer', example: 12 })
  users!: number;

  @ApiProperty({
    description: 'Number of decisions that change: one for each user, resource and permission.',
    type: 'integer',
    example: 240,
  })
  decisions!: number;

  @ApiProperty({ description: 'Number of rows of the summary.', type: 'integer', example: 1 })
  row_count!: number;

  @ApiProperty({
    description: `The first ${MAX_LISTED_EFFECTS} rows: one for each group or user, service and permission. Those of the anonymous group come first, then those of other groups, each by the number of decisions.`,
    type: [ConfigurationEffectRowDto],
  })
  summary!: readonly ConfigurationEffectRowDto[];

  @ApiProperty({
    description: 'The decisions of the page that the request asks for; none unless it does.',
    type: [ConfigurationEffectEntryDto],
  })
  entries!: readonly ConfigurationEffectEntryDto[];
}

/** A service whose changed fields determine what requests mean, or where they are sent. */
export class ReconfiguredServiceDto {
  @ApiProperty({ description: 'The service.', example: 'maps' })
  service!: string;

  @ApiProperty({ description: 'The fields that change.', type: [String], example: ['url'] })
  fields!: readonly string[];
}

/** Who would gain or lose which permission. Reference: configuration-files#effect. */
export class ConfigurationEffectDto {
  @ApiProperty({ description: 'Revision that it was computed for.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({
    description:
      'Whether all of it was computed; otherwise there are at least as many users and decisions as stated.',
    example: true,
  })
  is_complete!: boolean;

  @ApiProperty({ description: 'Denied before and allowed afterwards.', type: ConfigurationEffectSideDto })
  gains!: ConfigurationEffectSideDto;

  @ApiProperty({ description: 'Allowed before and denied afterwards.', type: ConfigurationEffectSideDto })
  losses!: ConfigurationEffectSideDto;

  @ApiProperty({
    description: `The first ${MAX_LISTED_EFFECTS} existing services of which fields change. The same permissions may then allow other requests, which is not counted.`,
    type: [ReconfiguredServiceDto],
  })
  reconfigured_services!: readonly ReconfiguredServiceDto[];
}

/** A change of what a plan is about, after it was made. Reference: configuration-files#saved-plans. */
export class LaterChangeDto {
  @ApiProperty({
    description: 'What was changed.',
    enum: ['service', 'resource', 'user', 'group', 'membership', 'permission'],
    enumName: 'LaterChangeObject',
    example: 'permission',
  })
  object!: string;

  @ApiProperty({
    description: 'How.',
    enum: ['insert', 'update', 'delete'],
    enumName: 'LaterChangeOperation',
    example: 'update',
  })
  operation!: string;

  @ApiPropertyOptional({ description: 'The service.', example: 'maps' })
  service?: string;

  @ApiPropertyOptional({
    description: 'Path of the resource below the service; empty for the service itself.',
    example: '/rivers/delta',
  })
  resource?: string;

  @ApiPropertyOptional({ description: 'The user.', example: 'bob' })
  user?: string;

  @ApiPropertyOptional({ description: 'The group.', example: 'hydrologists' })
  group?: string;

  @ApiPropertyOptional({ description: 'Name of the permission.', ...PERMISSION_NAME, example: 'getmap' })
  permission?: string;

  @ApiProperty({ description: 'The revision that has changed it.', type: 'integer', example: 58 })
  revision!: number;

  @ApiProperty({
    description: 'The user who has changed it; null for the system.',
    type: String,
    nullable: true,
    example: 'ada',
  })
  changed_by!: string | null;

  @ApiProperty({ description: 'When.', format: 'date-time', example: '2026-11-23T09:17:05.120Z' })
  changed_at!: string;
}
