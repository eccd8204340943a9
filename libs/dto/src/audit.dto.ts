import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PARAM, type Pattern } from '@gatehouse/names';
import { ActorDto } from './change.dto';
import { FlagField } from './flag-field';
import { namedBeside } from './named-schemas';
import { ENTRY_LIMIT } from './page-fields';
import { Text } from './text-field';
import { AUDIT_OBJECT_KIND } from './vocabulary';
import { Whole } from './whole-field';

const patternOf = (name: string, { source }: RegExp, test: (text: string) => boolean): Pattern => ({
  name,
  source,
  test,
});

const KIND = /^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+)?$/;
const KINDS = /^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+)?(?:,[a-z]+(?:_[a-z]+)*(?:\.[a-z]+)?){0,15}$/;
const OBJECT = /^(?:user|group|service|resource):[A-Za-z0-9]+(?:[: _.-][A-Za-z0-9]+)*$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z$/;

const AUDIT_KIND = patternOf('AUDIT_KIND', KIND, (text) => KIND.test(text));
const AUDIT_KINDS = patternOf('AUDIT_KINDS', KINDS, (text) => KINDS.test(text));
const AUDIT_OBJECT = patternOf('AUDIT_OBJECT', OBJECT, (text) => OBJECT.test(text));
/** The syntax allows days that no calendar has. */
const INSTANT = patternOf('INSTANT', TIME, (text) => TIME.test(text) && !Number.isNaN(Date.parse(text)));

/** Which entries of the audit log are wanted. */
export class AuditFilterQuery {
  @Text({
    about: 'Only what this user did, regardless of case; the user may be deleted.',
    optional: true,
    malformed: 422,
    pattern: PARAM,
    maxLength: 128,
    example: 'admin',
  })
  actor?: string;

  @Text({
    about:
      'Only entries of this kind, such as `user.deleted`, or of all kinds with this first word, such as `user_permission`.',
    optional: true,
    malformed: 422,
    pattern: AUDIT_KIND,
    maxLength: 64,
    example: 'user_permission',
  })
  kind?: string;

  @Text({
    about:
      'No entries of these kinds: up to 16, in the form of `kind`, separated by commas. `session,sign_in,access` leaves out sign-ins, sign-outs and refused requests.',
    optional: true,
    malformed: 422,
    pattern: AUDIT_KINDS,
    maxLength: 512,
    example: 'session,sign_in,access',
  })
  exclude_kind?: string;

  @Whole({
    about:
      'Only entries of this revision; if it is a large deletion, also those of the steps that remove its rows.',
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 42,
  })
  revision?: number;

  @Text({
    about:
      'Only entries about this object, deleted ones included: `user:`, `group:`, `service:` or `resource:`, followed by a name or an identifier. Names of resources are not unique, so that they are found by identifiers; a text of digits is always an identifier.',
    optional: true,
    malformed: 422,
    pattern: AUDIT_OBJECT,
    maxLength: 140,
    example: 'group:hydrologists',
  })
  object?: string;

  @Text({
    about: 'Only entries from this time on, in UTC.',
    optional: true,
    malformed: 422,
    pattern: INSTANT,
    maxLength: 32,
    example: '2026-11-01T00:00:00Z',
  })
  from?: string;

  @Text({
    about: 'Only entries before this time, in UTC.',
    optional: true,
    malformed: 422,
    pattern: INSTANT,
    maxLength: 32,
    example: '2026-12-01T00:00:00Z',
  })
  to?: string;

  @Whole({
    about: 'The `id` of the last entry of the previous page: only older entries are listed.',
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 5120,
  })
  after?: number;
}

/** A page of the audit log, the newest entries first. */
export class AuditQuery extends AuditFilterQuery {
  @FlagField({
    about:
      'One entry for each revision: of those selected, the one that describes it best, such as the deletion of a user rather than that of its memberships, with a `summary`, and with the `id` of the newest one.',
    optional: true,
    example: true,
  })
  by_revision?: boolean;

  @Whole(ENTRY_LIMIT)
  limit?: number;
}

/** An object that an entry is about. */
export class AuditObjectDto {
  @ApiProperty({ description: 'What it is.', ...AUDIT_OBJECT_KIND, example: 'group' })
  kind!: string;

  @ApiProperty({ description: 'Its identifier.', type: 'integer', example: 4 })
  id!: number;

  @ApiProperty({
    description: 'Its name now, or the last one if it was deleted; null if it is not known.',
    nullable: true,
    type: String,
    example: 'hydrologists',
  })
  name!: string | null;

  @ApiProperty({
    description:
      'Of a resource: names from the service down to it, joined by `/`, now, or the last ones if it was deleted; otherwise null.',
    nullable: true,
    type: String,
    example: null,
  })
  path!: string | null;
}

/** A field with its old and its new value. */
export class FieldChangeDto {
  @ApiProperty({ description: 'Name of the field.', example: 'access' })
  field!: string;

  @ApiProperty({
    description: 'The value before, as text or JSON; null if there was none.',
    nullable: true,
    type: String,
    example: 'allow',
  })
  before!: string | null;

  @ApiProperty({
    description: 'The value after, as text or JSON; null if there is none.',
    nullable: true,
    type: String,
    example: 'deny',
  })
  after!: string | null;

  @ApiProperty({ description: 'Whether the values are secret and therefore not recorded.', example: false })
  concealed!: boolean;
}

/** How many entries of a kind a revision has. */
export class KindCountDto {
  @ApiProperty({ description: 'Kind of the entries.', example: 'group_permission.created' })
  kind!: string;

  @ApiProperty({ description: 'How many there are.', type: 'integer', example: 3 })
  count!: number;
}

/** The revision that undid another one. */
export class UndoingRevisionDto {
  @ApiProperty({ description: 'Its number.', type: 'integer', example: 43 })
  revision!: number;

  @ApiProperty({ description: 'When it happened.', format: 'date-time', example: '2026-11-21T09:20:00.000Z' })
  time!: string;

  @ApiProperty({
    description: 'Name of the user who did it; null if it was no user.',
    nullable: true,
    type: String,
    example: 'admin',
  })
  user_name!: string | null;
}

/** The removal of rows after a large deletion. */
export class RowRemovalDto {
  @ApiProperty({
    description:
      'How many rows were removed after the revision, each an entry; `revision` lists them with those of the deletion.',
    type: 'integer',
    example: 448000,
  })
  rows!: number;

  @ApiProperty({ description: 'Whether it goes on.', example: true })
  in_progress!: boolean;
}

/** A revision as a whole. */
export class RevisionSummaryDto {
  @ApiProperty({
    description:
      'Kinds of all its entries, including those that the filter does not select; most frequent first.',
    type: [KindCountDto],
  })
  kinds!: KindCountDto[];

  @ApiProperty({
    description:
      'Display name of the identity provider if the revision added the account of a user who signed in there for the first time; otherwise null.',
    nullable: true,
    type: String,
    example: null,
  })
  provider!: string | null;

  @ApiProperty({
    description:
      'Whether it can be undone now: it changed permission assignments only, and they are as it left them. Of more than 1,000 assignments, the first 1,000 are compared.',
    example: true,
  })
  undoable!: boolean;

  @ApiPropertyOptional({
    description: 'The revision that undid it, if there is one that was not undone in turn.',
    type: UndoingRevisionDto,
  })
  undone_by?: UndoingRevisionDto;
}

/** A change of one object, or an event that changed nothing. */
export class AuditEntryDto {
  @ApiProperty({ description: 'Later entries have higher numbers.', type: 'integer', example: 5121 })
  id!: number;

  @ApiProperty({ description: 'When it happened.', format: 'date-time', example: '2026-11-21T09:15:00.000Z' })
  time!: string;

  @ApiProperty({ description: 'What happened.', example: 'group_permission.changed' })
  kind!: string;

  @ApiProperty({
    description: 'The revision that made the change; null for events.',
    nullable: true,
    type: 'integer',
    example: 42,
  })
  revision!: number | null;

  @ApiProperty({ description: 'Who did it.', type: ActorDto })
  actor!: ActorDto;

  @ApiProperty({ description: 'What it is about.', type: [AuditObjectDto] })
  objects!: AuditObjectDto[];

  @ApiProperty({ description: 'The fields that have changed; none for events.', type: [FieldChangeDto] })
  changes!: FieldChangeDto[];

  @ApiProperty({
    description:
      'What the changed row is beside its objects, after the change, by field: `name`, `access` and `scope` of a permission assignment, `name` of an identity provider.',
    ...namedBeside('AuditAbout'),
    example: { name: 'read', access: 'deny', scope: 'recursive' },
  })
  about!: Record<string, string>;

  @ApiProperty({
    description: 'Further facts about an event, by name.',
    ...namedBeside('AuditDetails'),
    example: {},
  })
  details!: Record<string, unknown>;

  @ApiProperty({
    description: 'How often an event occurred: repetitions within a minute are one entry.',
    type: 'integer',
    example: 1,
  })
  occurrences!: number;

  @ApiPropertyOptional({
    description: 'The revision as a whole, with `by_revision`; not for events.',
    type: RevisionSummaryDto,
  })
  summary?: RevisionSummaryDto;

  @ApiPropertyOptional({
    description: 'Of a large deletion, whose rows a job removes afterwards in steps; not in exports.',
    type: RowRemovalDto,
  })
  removal?: RowRemovalDto;
}

export class AuditReplyDto {
  @ApiProperty({ description: 'The newest first.', type: [AuditEntryDto] })
  entries!: AuditEntryDto[];
}
