import { ApiProperty } from '@nestjs/swagger';
import { Whole } from './whole-field';
import { namedBeside } from './named-schemas';
import { ACTOR_KIND, CHANGED_ENTITY, CHANGE_OPERATION } from './vocabulary';

/** Page of the change log: up to `limit` revisions that follow `after`. */
export class ChangesQuery {
  @Whole({
    about: 'Revision that the page follows; from the first one where it is absent.',
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    example: 41,
  })
  after?: number;

  @Whole({
    about:
      'Most revisions of the reply; 100 where it is absent. A page ends earlier where they hold many changes.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

/** Who made a change, from where and in which request. */
export class ActorDto {
  @ApiProperty({
    description: 'Somebody with a session, somebody without, or the service itself.',
    ...ACTOR_KIND,
    example: 'user',
  })
  kind!: string;

  @ApiProperty({ description: 'Identifier of the user.', nullable: true, type: 'integer', example: 1 })
  user_id!: number | null;

  @ApiProperty({
    description: 'Name of the user at that time.',
    nullable: true,
    type: String,
    example: 'admin',
  })
  user_name!: string | null;

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

/** One row that a revision has changed. */
export class ChangeDto {
  @ApiProperty({
    description: 'What the row describes.',
    ...CHANGED_ENTITY,
    example: 'group_rule',
  })
  entity!: string;

  @ApiProperty({
    description: 'What happened to it.',
    ...CHANGE_OPERATION,
    example: 'insert',
  })
  operation!: string;

  @ApiProperty({
    description: 'The row before, without secrets; null when it is new.',
    ...ROW,
    example: null,
  })
  before!: Record<string, unknown> | null;

  @ApiProperty({
    description: 'The row after, without secrets; null when it is gone.',
    ...ROW,
    example: { group_id: 4, resource_id: 31, name: 'read', access: 'allow', scope: 'recursive' },
  })
  after!: Record<string, unknown> | null;
}

/** Everything that was committed together. */
export class RevisionDto {
  @ApiProperty({
    description: 'Its number; each is one more than the one before.',
    example: 42,
    type: 'integer',
  })
  revision!: number;

  @ApiProperty({ description: 'When it began.', format: 'date-time', example: '2026-11-21T09:15:00.000Z' })
  time!: string;

  @ApiProperty({ description: 'Who made it.', type: ActorDto })
  actor!: ActorDto;

  @ApiProperty({ description: 'What it changed, in order; possibly nothing.', type: [ChangeDto] })
  changes!: ChangeDto[];
}

export class ChangesReplyDto {
  @ApiProperty({ description: 'The newest committed revision.', example: 57, type: 'integer' })
  newest_revision!: number;

  @ApiProperty({ description: 'Revisions that follow `after`, in order.', type: [RevisionDto] })
  revisions!: RevisionDto[];
}
