import { ApiProperty } from '@nestjs/swagger';
import { Loose } from './loose-field';
import { Text } from './text-field';
import {
  RESOURCE_TYPE,
  SYNCHRONIZATION_CHANGE_KIND,
  SYNCHRONIZATION_CHANGE_STATE,
  SYNCHRONIZATION_DECISION,
  patternOf,
} from './vocabulary';
import { Whole } from './whole-field';

const TIME = { format: 'date-time', type: String } as const;
const MAX_ID = 2 ** 31 - 1;
const MAX_PATTERN_LENGTH = 1_000;

const KIND = {
  about: 'Only changes of this kind.',
  optional: true,
  malformed: 422,
  pattern: patternOf(SYNCHRONIZATION_CHANGE_KIND),
  vocabulary: SYNCHRONIZATION_CHANGE_KIND,
  example: 'appeared',
} as const;
const PATTERN = {
  about: 'Only changes whose path fits: names joined by slashes; `*` stands for any text.',
  optional: true,
  malformed: 422,
  maxLength: MAX_PATTERN_LENGTH,
  example: 'archive/*',
} as const;

/** Page of changes, in their order: up to `limit` that follow `after`. */
export class SynchronizationChangesQuery {
  @Text(KIND)
  kind?: string;

  @Text({
    about: 'Only changes in this state.',
    optional: true,
    malformed: 422,
    pattern: patternOf(SYNCHRONIZATION_CHANGE_STATE),
    vocabulary: SYNCHRONIZATION_CHANGE_STATE,
    example: 'open',
  })
  state?: string;

  @Text(PATTERN)
  pattern?: string;

  @Whole({
    about: 'The `change_id` of the last change of the previous page.',
    optional: true,
    min: 0,
    max: MAX_ID,
    example: 100,
  })
  after?: number;

  @Whole({
    about: 'Maximum number of changes in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** How a service and the registered resources differ in one place. */
export class SynchronizationChangeDto {
  @ApiProperty({
    description: 'Number among the changes of the synchronization.',
    type: 'integer',
    example: 1,
  })
  change_id!: number;

  @ApiProperty({ description: 'How they differ.', ...SYNCHRONIZATION_CHANGE_KIND, example: 'appeared' })
  kind!: string;

  @ApiProperty({
    description: 'Names from below the service down; those of the service may be no valid names.',
    type: [String],
    example: ['archive', 'rivers.nc'],
  })
  path!: readonly string[];

  @ApiProperty({ description: 'Type of the resource.', ...RESOURCE_TYPE, example: 'file' })
  resource_type!: string;

  @ApiProperty({
    description: 'Display name: the title that the service states; of what has vanished, the registered one.',
    example: 'Rivers',
  })
  resource_display_name!: string;

  @ApiProperty({
    description: 'Identifier of the registered resource; null if there is none.',
    nullable: true,
    type: 'integer',
    example: null,
  })
  resource_id!: number | null;

  @ApiProperty({
    description: 'Of what has vanished, the number of registered resources below it.',
    type: 'integer',
    example: 0,
  })
  resources_below!: number;

  @ApiProperty({
    description: 'Of what was renamed, probably, the new name.',
    nullable: true,
    type: String,
    example: null,
  })
  new_name!: string | null;

  @ApiProperty({
    description: 'Why it cannot be registered, or was not applied without being asked; null for no reason.',
    nullable: true,
    type: String,
    example: null,
  })
  problem!: string | null;

  @ApiProperty({ description: 'What has become of it.', ...SYNCHRONIZATION_CHANGE_STATE, example: 'open' })
  state!: string;

  @ApiProperty({
    description: 'Name of the user who has decided; null if nobody has.',
    nullable: true,
    type: String,
    example: null,
  })
  decided_by!: string | null;

  @ApiProperty({ description: 'When it was decided.', nullable: true, ...TIME, example: null })
  decided!: string | null;
}

export class SynchronizationChangesReplyDto {
  @ApiProperty({
    description: 'The synchronization that has found them; null if there was none.',
    nullable: true,
    type: 'integer',
    example: 7,
  })
  synchronization_id!: number | null;

  @ApiProperty({
    description: 'The changes; parents precede their children.',
    type: [SynchronizationChangeDto],
  })
  changes!: SynchronizationChangeDto[];
}

/** A decision about open changes: those of a list, or all that fit kind and pattern. */
export class DecideSynchronizationChangesDto {
  @Text({
    about:
      'Whether the registered resources are changed accordingly, or the changes are not suggested again.',
    malformed: 422,
    pattern: patternOf(SYNCHRONIZATION_DECISION),
    vocabulary: SYNCHRONIZATION_DECISION,
    example: 'accept',
  })
  decision!: string;

  @Whole({
    about: 'The synchronization whose changes were read.',
    min: 1,
    max: MAX_ID,
    example: 7,
  })
  synchronization_id!: number;

  @Loose({
    about:
      'The `change_id` of each change, at most 2,000; without it, all open ones that fit `kind` and `pattern`.',
    optional: true,
    schema: { type: 'array', items: { type: 'integer' }, maxItems: 2_000 },
    example: [1, 2],
  })
  change_ids?: unknown;

  @Text(KIND)
  kind?: string;

  @Text(PATTERN)
  pattern?: string;
}

/** A change about which could not be decided. */
export class RefusedChangeDto {
  @ApiProperty({ description: 'Number of the change.', type: 'integer', example: 2 })
  change_id!: number;

  @ApiProperty({ description: 'Code of the error.', example: 'resource_name_taken' })
  error_code!: string;
}

export class DecidedChangesReplyDto {
  @ApiProperty({ description: 'Number of changes that were settled.', type: 'integer', example: 1 })
  settled!: number;

  @ApiProperty({
    description:
      'Those that could not be applied, which stay open; and those of `change_ids` that do not exist (`synchronization_change_not_found`) or were settled otherwise (`synchronization_change_settled`).',
    type: [RefusedChangeDto],
  })
  refused!: RefusedChangeDto[];

  @ApiProperty({ description: 'Whether others fit: the same request goes on with them.', example: false })
  more!: boolean;
}
