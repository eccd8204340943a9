import { ApiProperty } from '@nestjs/swagger';
import { Whole } from './whole-field';
import { namedBeside } from './named-schemas';
import { ACTOR_KIND, CHANGED_ENTITY, CHANGE_OPERATION } from './vocabulary';

/** Page of the change log: up to `limit` revisions that follow `after`. */
export class ChangesQuery {
  @Whole({
    about: 'Revision after which the page starts; by default, the page starts with the first revision.',
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 41,
  })
  after?: number;

  @Whole({
    about:
      'Maximum number of revisions in the reply; 100 by default. A page ends earlier if its revisions have many changes.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** Who made a change, from which address and in which request. */
export class ActorDto {
  @ApiProperty({
    description: 'A user with a session, an anonymous client, or the system.',
    ...ACTOR_KIND,
    example: 'user',
  })
  kind!: string;

  @ApiProperty({ description: 'Identifier of the user.', nullable: true, type: 'integer', example: 1 })
  user_id!: number | null;

  @ApiProperty({
    description: 'Name of the user at the time of the change.',
    nullable: true,
    type: String,
    example: 'admin',
  })
  user_name!: string | null;

  @ApiProperty({
    description:
      'In which role, where it is not that of an ordinary user: `administrator`, or `hook`, `job`, `link` or `undo`, followed by a colon and what it was.',
    nullable: true,
    type: String,
    example: 'administrator',
  })
  role!: string | null;

  @ApiProperty({ description: 'Address of the client.', nullable: true, type: String, example: '192.0.2.7' })
  address!: string | null;

  @ApiProperty({
    description: 'The `X-Request-Id` of the request.',
    nullable: true,
    type: String,
    example: '1c7a2f8e-7d5b-4a39-9a6e-0c5d1d0a3f11',
  })
  request_id!: string | null;
}

const ROW = namedBeside('ChangedRow');

/** One row that a revision changed. */
export class ChangeDto {
  @ApiProperty({
    description: 'Kind of object that the row describes.',
    ...CHANGED_ENTITY,
    example: 'group_rule',
  })
  entity!: string;

  @ApiProperty({
    description: 'How the row changed.',
    ...CHANGE_OPERATION,
    example: 'insert',
  })
  operation!: string;

  @ApiProperty({
    description: 'The row before the change, without secrets; null if it was created.',
    ...ROW,
    example: null,
  })
  before!: Record<string, unknown> | null;

  @ApiProperty({
    description: 'The row after the change, without secrets; null if it was deleted.',
    ...ROW,
    example: { group_id: 4, resource_id: 31, name: 'read', access: 'allow', scope: 'recursive' },
  })
  after!: Record<string, unknown> | null;
}

/** The changes that were committed in one transaction. */
export class RevisionDto {
  @ApiProperty({
    description: 'Revision number; consecutive.',
    example: 42,
    type: 'integer',
  })
  revision!: number;

  @ApiProperty({
    description: 'Time at which the transaction started.',
    format: 'date-time',
    example: '2026-11-21T09:15:00.000Z',
  })
  time!: string;

  @ApiProperty({ description: 'Who made the changes.', type: ActorDto })
  actor!: ActorDto;

  @ApiProperty({ description: 'The changes, in order; may be empty.', type: [ChangeDto] })
  changes!: ChangeDto[];
}

export class ChangesReplyDto {
  @ApiProperty({ description: 'The newest committed revision.', example: 57, type: 'integer' })
  newest_revision!: number;

  @ApiProperty({ description: 'Revisions that follow `after`, in order.', type: [RevisionDto] })
  revisions!: RevisionDto[];
}
