import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { namedBeside } from './named-schemas';
import { SYNCHRONIZATION_MODE, SYNCHRONIZATION_STATE } from './vocabulary';
import { Whole } from './whole-field';

const TIME = { format: 'date-time', type: String } as const;
const MAX_ID = 2 ** 31 - 1;

/** What a synchronization has read so far. */
export class SynchronizationProgressDto {
  @ApiProperty({ description: 'Documents that were read.', type: 'integer', example: 12 })
  documents!: number;

  @ApiProperty({ description: 'Resources that were found.', type: 'integer', example: 340 })
  resources!: number;

  @ApiProperty({ description: 'Size of the documents.', type: 'integer', example: 123_456 })
  bytes!: number;
}

/** What a synchronization has found and done: `SynchronizationResult`. */
export interface SynchronizationResultDto {
  complete: boolean;
  skipped: readonly string[];
  resources: number;
  appeared: number;
  vanished: number;
  retitled: number;
  renamed: number;
  unusable: number;
  created: number;
  removed: number;
  held: readonly string[];
}

/** Why a synchronization has failed: `SynchronizationFailure`. */
export interface SynchronizationFailureDto {
  code: string;
  detail: string;
  /** That of the detail. */
  language: string;
}

/** A synchronization of a service. */
export class SynchronizationDto {
  @ApiProperty({ description: 'Identifier.', type: 'integer', example: 7 })
  synchronization_id!: number;

  @ApiProperty({
    description: 'Synchronization type of the service when it was requested.',
    example: 'thredds',
  })
  service_sync_type!: string;

  @ApiProperty({ description: 'What it does with differences.', ...SYNCHRONIZATION_MODE, example: 'suggest' })
  mode!: string;

  @ApiProperty({ description: 'What has become of it.', ...SYNCHRONIZATION_STATE, example: 'succeeded' })
  state!: string;

  @ApiProperty({
    description: 'Name of the user who has requested it; null for the schedule.',
    nullable: true,
    type: String,
    example: 'admin',
  })
  requested_by!: string | null;

  @ApiProperty({ description: 'When it was requested.', ...TIME, example: '2026-11-22T08:00:00.000Z' })
  requested!: string;

  @ApiProperty({
    description: 'When it began.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:01.000Z',
  })
  started!: string | null;

  @ApiProperty({
    description: 'When it ended.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:05.000Z',
  })
  finished!: string | null;

  @ApiProperty({ description: 'What was read so far.', type: SynchronizationProgressDto })
  progress!: SynchronizationProgressDto;

  @ApiProperty({
    description: 'What was found and done; null until everything was read.',
    ...namedBeside('SynchronizationResult'),
  })
  result!: SynchronizationResultDto | null;

  @ApiProperty({
    description: 'Why it has failed; null if it has not.',
    ...namedBeside('SynchronizationFailure'),
    example: null,
  })
  failure!: SynchronizationFailureDto | null;
}

export class SynchronizationReplyDto {
  @ApiProperty({ description: 'The synchronization.', type: SynchronizationDto })
  synchronization!: SynchronizationDto;
}

export class SynchronizationsReplyDto {
  @ApiProperty({ description: 'The newest first.', type: [SynchronizationDto] })
  synchronizations!: SynchronizationDto[];
}

/** How far a service is in step with the real one. */
export class SynchronizationStateDto {
  @ApiProperty({
    description: 'How its resources are synchronized.',
    nullable: true,
    type: String,
    example: 'thredds',
  })
  service_sync_type!: string | null;

  @ApiProperty({ description: 'Whether services of this synchronization type can be read.', example: true })
  supported!: boolean;

  @ApiProperty({ description: 'What is done with differences.', ...SYNCHRONIZATION_MODE, example: 'suggest' })
  mode!: string;

  @ApiProperty({
    description: 'Minutes between two synchronizations; null: only on demand.',
    nullable: true,
    type: 'integer',
    example: 60,
  })
  interval_minutes!: number | null;

  @ApiProperty({ description: 'Levels below the service that are read.', type: 'integer', example: 3 })
  depth!: number;

  @ApiProperty({
    description: 'When the service was last read completely; null for never.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:05.000Z',
  })
  last_synchronized!: string | null;

  @ApiProperty({
    description: 'Whether that is longer ago than `SVC_SYNC_MAX_AGE`, or has never been.',
    example: false,
  })
  out_of_sync!: boolean;

  @ApiProperty({
    description:
      'The origin to which credentials are sent; null without credentials for the URL of the service.',
    nullable: true,
    type: String,
    example: null,
  })
  credentials_origin!: string | null;

  @ApiPropertyOptional({
    description: 'The newest synchronization, which may be under way; absent if there is none.',
    type: SynchronizationDto,
  })
  latest?: SynchronizationDto;
}

export class SynchronizationStateReplyDto {
  @ApiProperty({ description: 'The state.', type: SynchronizationStateDto })
  synchronization!: SynchronizationStateDto;
}

/** Page of synchronizations, the newest first: up to `limit` that are older than `before`. */
export class SynchronizationsQuery {
  @Whole({
    about: 'The `synchronization_id` of the last one of the previous page.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 7,
  })
  before?: number;

  @Whole({
    about: 'Maximum number of synchronizations in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}
