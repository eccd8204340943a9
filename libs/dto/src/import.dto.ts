import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Whole } from './whole-field';

const TIME = { format: 'date-time', type: String } as const;
const MAX_ID = 2 ** 31 - 1;

export class ImportsQuery {
  @Whole({
    about: 'The `import_id` of the last one of the previous page.',
    optional: true,
    min: 1,
    max: MAX_ID,
    example: 7,
  })
  before?: number;

  @Whole({
    about: 'Maximum number of imports in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** An import without its report. */
export class ImportDto {
  @ApiProperty({ description: 'Identifier.', type: 'integer', example: 7 })
  import_id!: number;

  @ApiProperty({
    description: 'Name of the source, which is the same wherever it is read from.',
    example: 'magpie',
  })
  source_name!: string;

  @ApiProperty({
    description: 'Address of the database, without credentials, or path of the dump.',
    example: 'postgresql://db.example.org/magpie',
  })
  address!: string;

  @ApiProperty({
    description: 'What has become of it.',
    enum: ['running', 'succeeded', 'failed', 'interrupted'],
    enumName: 'ImportState',
    example: 'succeeded',
  })
  state!: string;

  @ApiProperty({ description: 'When it began.', ...TIME, example: '2026-11-22T08:00:00.000Z' })
  started!: string;

  @ApiProperty({
    description: 'When it ended.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:05.000Z',
  })
  finished!: string | null;

  @ApiProperty({
    description: 'Why it has failed; null if it has not.',
    nullable: true,
    type: String,
    example: null,
  })
  failure!: string | null;
}

/** How many objects of a kind there are, and what became of them. */
export class ImportCountsDto {
  @ApiProperty({ description: 'Kind of object.', example: 'user' })
  kind!: string;

  @ApiProperty({ description: 'In the source.', type: 'integer', example: 120 })
  source!: number;

  @ApiProperty({ description: 'New ones.', type: 'integer', example: 118 })
  create!: number;

  @ApiProperty({ description: 'Changed ones.', type: 'integer', example: 0 })
  change!: number;

  @ApiProperty({ description: 'Deleted ones.', type: 'integer', example: 0 })
  remove!: number;

  @ApiProperty({ description: 'Those that are as they were.', type: 'integer', example: 1 })
  unchanged!: number;

  @ApiProperty({
    description: 'Those that were not imported, for a reason that is a conflict.',
    type: 'integer',
    example: 1,
  })
  skip!: number;
}

/** One object, or several, that could not be imported as they are. */
export class ImportConflictDto {
  @ApiProperty({ description: 'Kind of object.', example: 'user' })
  kind!: string;

  @ApiProperty({
    description: 'Identifiers in the source.',
    type: 'array',
    items: { type: 'integer' },
    example: [12],
  })
  ids!: number[];

  @ApiProperty({ description: 'What it is.', example: 'Bob' })
  subject!: string;

  @ApiProperty({ description: 'What has become of it, in English.', example: 'imported as bob' })
  detail!: string;

  @ApiPropertyOptional({
    description: 'What the file of decisions said instead of the rule.',
    example: 'rename',
  })
  decision?: string;
}

/** Conflicts of one code. */
export class ImportConflictsDto {
  @ApiProperty({ description: 'Code, by which decisions name it.', example: 'user_name_invalid' })
  code!: string;

  @ApiProperty({
    description: 'What is in conflict, in the language of `Accept-Language`.',
    example: 'Users with a name that no user can have.',
  })
  summary!: string;

  @ApiProperty({
    description: 'What is done without a decision, in the same language.',
    example: 'They are not imported.',
  })
  rule!: string;

  @ApiProperty({
    description: 'What can be decided instead.',
    type: 'array',
    items: { type: 'string' },
    example: ['skip', 'rename: …'],
  })
  alternatives!: string[];

  @ApiProperty({ description: 'How many there are.', type: 'integer', example: 1 })
  count!: number;

  @ApiProperty({ description: 'The first 20.', type: [ImportConflictDto] })
  examples!: ImportConflictDto[];
}

/** What an import has found and done. */
export class ImportReportDto {
  @ApiProperty({ description: 'Revision of the schema of the source.', example: '91af68bcdc67' })
  revision!: string;

  @ApiProperty({
    description: 'The moment of the source that was read.',
    ...TIME,
    example: '2026-11-22T07:59:00.000Z',
  })
  taken!: string;

  @ApiProperty({ description: 'Whether the identifiers of the source were kept.', example: true })
  keeps_ids!: boolean;

  @ApiProperty({ description: 'By kind of object.', type: [ImportCountsDto] })
  counts!: ImportCountsDto[];

  @ApiProperty({ description: 'By code.', type: [ImportConflictsDto] })
  conflicts!: ImportConflictsDto[];
}

export class ImportWithReportDto extends ImportDto {
  @ApiProperty({ description: 'What was found and done.', type: ImportReportDto })
  report!: ImportReportDto;
}

export class ImportsReplyDto {
  @ApiProperty({ description: 'Imports, the newest first.', type: [ImportDto] })
  imports!: ImportDto[];
}

export class ImportReplyDto {
  @ApiProperty({ description: 'The import.', type: ImportWithReportDto })
  import!: ImportWithReportDto;
}
