import { FILE_SET_NAME } from '@gatehouse/names';
import { ApiProperty } from '@nestjs/swagger';
import { ConfigurationEffectDto } from './configuration-effect.dto';
import { FlagField } from './flag-field';
import { Loose } from './loose-field';
import { named, namedBeside } from './named-schemas';
import { MAX_OFFSET } from './page-fields';
import { KeptObjectDto, PlannedChangeDto } from './planned-change.dto';
import { Text } from './text-field';
import { PRUNE, patternOf } from './vocabulary';
import { Whole } from './whole-field';

/** Files of one request. */
export const MAX_CONFIGURATION_FILES = 1_000;
/** Changes and messages that a reply lists. */
export const MAX_LISTED_CHANGES = 1_000;

const FILES = {
  about: `Configuration files in YAML or JSON, at most ${MAX_CONFIGURATION_FILES}, in the order in which they are read. Variables in them are not replaced.`,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_CONFIGURATION_FILES,
    items: named('ConfigurationFile'),
  },
  example: [
    {
      name: 'maps.yml',
      content: 'permissions: [{service: maps, permission: getcapabilities, group: anonymous}]',
    },
  ],
} as const;

const STRICT = {
  about:
    'Whether entries of `permissions`, `users` and `groups` that cannot be used refuse the configuration. By default they are skipped.',
  optional: true,
  example: true,
} as const;

const SET = {
  about: 'Name of the file set that the files are. Default: default, as that of the files of a start.',
  pattern: FILE_SET_NAME,
  maxLength: 64,
  malformed: 422,
  optional: true,
  example: 'maps',
} as const;

const PRUNING = {
  about:
    'What to remove of what the set owns and the files no longer name, if nobody has changed it since. Entries that cannot be used refuse such a configuration. Default: none.',
  vocabulary: PRUNE,
  pattern: patternOf(PRUNE),
  malformed: 422,
  optional: true,
  example: 'assignments',
} as const;

const ADOPT = {
  about:
    'Whether the set owns from now on what the files name and others have created. By default it does not.',
  optional: true,
  example: false,
} as const;

/** Files whose changes to compute. Reference: configuration-files#messages. */
export class PlanConfigurationDto {
  @Loose({ ...FILES, schema: { ...FILES.schema } })
  files!: unknown;

  @FlagField(STRICT)
  strict?: boolean;

  @Text(SET)
  set?: string;

  @Text(PRUNING)
  prune?: 'none' | 'assignments' | 'objects';

  @FlagField(ADOPT)
  adopt?: boolean;

  @Whole({
    about:
      'Number of changed decisions before the page of `entries`, for each side of the effect; 0 by default.',
    optional: true,
    min: 0,
    max: MAX_OFFSET,
    example: 0,
  })
  effect_offset?: number;

  @Whole({
    about: 'Maximum number of changed decisions that each side of the effect lists; 0 by default.',
    optional: true,
    min: 0,
    max: MAX_LISTED_CHANGES,
    example: 100,
  })
  effect_limit?: number;
}

/** Files to apply. Reference: configuration-files#application. */
export class ApplyConfigurationDto {
  @Loose({ ...FILES, schema: { ...FILES.schema } })
  files!: unknown;

  @FlagField(STRICT)
  strict?: boolean;

  @Text(SET)
  set?: string;

  @Text(PRUNING)
  prune?: 'none' | 'assignments' | 'objects';

  @FlagField(ADOPT)
  adopt?: boolean;

  @Text({
    about: 'Hash of the plan that was reviewed.',
    malformed: 422,
    maxLength: 64,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  plan_hash!: string;

  @FlagField({
    about:
      'Whether prune may remove what keeps somebody from access, such as a denial. By default it is refused.',
    optional: true,
    example: false,
  })
  allow_gain?: boolean;

  @Whole({
    about: 'Revision of the plan that was reviewed, by which the reply names what has changed since.',
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 57,
  })
  revision?: number;

  @Text({
    about: 'History of the plan that was reviewed; it is refused if the database has another one.',
    optional: true,
    malformed: 422,
    maxLength: 64,
    example: '57-1795775000.123456',
  })
  history?: string;

  @Text({
    about: 'Hash of the effect that was reviewed; the plan is refused if it has another effect now.',
    optional: true,
    malformed: 422,
    maxLength: 64,
    example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  })
  effect_hash?: string;

  @FlagField({
    about: 'Whether the plan is also applied if its effect differs from that of `effect_hash`.',
    optional: true,
    example: true,
  })
  accept_effect?: boolean;
}

/** What is wrong or unusual in files. Reference: configuration-files#messages. */
export class ConfigurationMessageDto {
  @ApiProperty({
    description: 'What follows from it.',
    enum: ['refused', 'skipped', 'ignored', 'warning'],
    enumName: 'ConfigurationSeverity',
    example: 'skipped',
  })
  severity!: string;

  @ApiProperty({ description: 'Stable name of the error.', example: 'service_not_found' })
  error_code!: string;

  @ApiProperty({ description: 'The file.', type: String, nullable: true, example: 'maps.yml' })
  file!: string | null;

  @ApiProperty({ description: 'Line, from 1.', type: 'integer', nullable: true, example: 14 })
  line!: number | null;

  @ApiProperty({ description: 'Column, from 1.', type: 'integer', nullable: true, example: 5 })
  column!: number | null;

  @ApiProperty({ description: 'The value, by its names and positions.', example: 'permissions[0]' })
  path!: string;

  @ApiProperty({
    description: 'What is wrong, in the language of `Accept-Language`.',
    example: 'Service not found.',
  })
  detail!: string;

  @ApiProperty({
    description: 'What to do, in the language of `Accept-Language`.',
    example: 'Check the name, including its case; `GET /services` lists the existing ones.',
  })
  remedy!: string;
}

/** What files would change. Reference: configuration-files#application. */
export class ConfigurationPlanDto {
  @ApiProperty({
    description: 'Hash of the changes; equal for plans that change the same.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  plan_hash!: string;

  @ApiProperty({ description: 'Revision that the files are compared with.', type: 'integer', example: 57 })
  revision!: number;

  @ApiProperty({
    description:
      'Identity of the history of the database at that revision. A database restored from a backup has another one.',
    example: '57-1795775000.123456',
  })
  history!: string;

  @ApiProperty({
    description: 'Hash of the effect; equal for equal effects.',
    example: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  })
  effect_hash!: string;

  @ApiProperty({ description: 'Who would gain or lose which permission.', type: ConfigurationEffectDto })
  effect!: ConfigurationEffectDto;

  @ApiProperty({ description: 'Whether the configuration would be refused.', example: false })
  refused!: boolean;

  @ApiProperty({
    description: 'Number of changes of each kind.',
    ...namedBeside('PlannedChangeCounts'),
  })
  counts!: Readonly<Record<string, number>>;

  @ApiProperty({
    description: 'Number of revisions in which it would be applied.',
    type: 'integer',
    example: 1,
  })
  steps!: number;

  @ApiProperty({
    description: `The first ${MAX_LISTED_CHANGES} changes, in the order of their application.`,
    type: [PlannedChangeDto],
  })
  changes!: readonly PlannedChangeDto[];

  @ApiProperty({ description: 'Name of the file set.', example: 'default' })
  set!: string;

  @ApiProperty({
    description:
      'Whether somebody gains access by the removals of prune: an application then needs `allow_gain`.',
    example: false,
  })
  needs_allow_gain!: boolean;

  @ApiProperty({ description: 'Number of those that prune keeps.', type: 'integer', example: 0 })
  kept_count!: number;

  @ApiProperty({
    description: `The first ${MAX_LISTED_CHANGES} of what the files no longer name and prune keeps.`,
    type: [KeptObjectDto],
  })
  kept!: readonly KeptObjectDto[];

  @ApiProperty({ description: 'Number of messages.', type: 'integer', example: 1 })
  message_count!: number;

  @ApiProperty({
    description: `The first ${MAX_LISTED_CHANGES} messages, those that refuse the configuration first.`,
    type: [ConfigurationMessageDto],
  })
  messages!: readonly ConfigurationMessageDto[];
}

/** What an application has changed. */
export class ConfigurationAppliedDto {
  @ApiProperty({
    description: 'The revisions that it has written; none if there was nothing to change.',
    type: [Number],
    example: [58],
  })
  revisions!: readonly number[];

  @ApiProperty({
    description: 'Number of changes of each kind.',
    ...namedBeside('PlannedChangeCounts'),
  })
  counts!: Readonly<Record<string, number>>;
}
