import { ApiProperty } from '@nestjs/swagger';
import { LOGIN } from '@gatehouse/names';
import { namedBeside } from './named-schemas';
import { Text } from './text-field';
import { NOTIFICATION_KIND, NOTIFICATION_STATE, patternOf } from './vocabulary';
import { Whole } from './whole-field';

/** Page of notifications, the newest first: up to `limit` that are older than `before`. */
export class NotificationsQuery {
  @Text({
    about: 'Only notifications of this kind.',
    optional: true,
    malformed: 422,
    pattern: patternOf(NOTIFICATION_KIND),
    vocabulary: NOTIFICATION_KIND,
    example: 'mail',
  })
  kind?: string;

  @Text({
    about: 'Only notifications in this state.',
    optional: true,
    malformed: 422,
    pattern: patternOf(NOTIFICATION_STATE),
    vocabulary: NOTIFICATION_STATE,
    example: 'failed',
  })
  state?: string;

  @Text({
    about: 'Only notifications about this user.',
    optional: true,
    malformed: 422,
    pattern: LOGIN,
    maxLength: 256,
    example: 'bob',
  })
  user_name?: string;

  @Whole({
    about: 'The `sequence` of the last notification of the previous page.',
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    example: 1042,
  })
  before?: number;

  @Whole({
    about: 'Maximum number of notifications in the reply; 100 by default.',
    optional: true,
    min: 1,
    max: 1000,
    example: 100,
  })
  limit?: number;
}

const TIME = { format: 'date-time', type: String } as const;

/** A mail, a webhook call, or a push to the workflow portal. Reference: notifications#outbox. */
export class NotificationSummaryDto {
  @ApiProperty({
    description:
      'Identifier; the same in all attempts, also after a replay. The `Message-ID` of a mail is derived from it.',
    format: 'uuid',
    example: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
  })
  notification_id!: string;

  @ApiProperty({
    description: 'Position in the queue: newer notifications have higher numbers.',
    type: 'integer',
    example: 1042,
  })
  sequence!: number;

  @ApiProperty({
    description: 'Whether it is a mail, a webhook call, or a push to the workflow portal.',
    ...NOTIFICATION_KIND,
    example: 'mail',
  })
  kind!: string;

  @ApiProperty({ description: 'What has become of it.', ...NOTIFICATION_STATE, example: 'sent' })
  state!: string;

  @ApiProperty({
    description: 'Name of the user whom it is about; null if there is none, or no longer.',
    nullable: true,
    type: String,
    example: 'bob',
  })
  user_name!: string | null;

  @ApiProperty({ description: 'Number of attempts so far.', type: 'integer', example: 1 })
  attempts!: number;

  @ApiProperty({
    description: 'Why the last attempt failed; null if it did not.',
    nullable: true,
    type: String,
    example: '451 greylisted, try again later',
  })
  last_error!: string | null;

  @ApiProperty({ description: 'When it was queued.', ...TIME, example: '2026-11-22T08:00:00.000Z' })
  created!: string;

  @ApiProperty({
    description: 'When the last attempt began.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:01.000Z',
  })
  attempted!: string | null;

  @ApiProperty({
    description: 'Earliest time of the next attempt; null if there is none.',
    nullable: true,
    ...TIME,
    example: null,
  })
  next_attempt!: string | null;

  @ApiProperty({
    description: 'When it was sent or given up.',
    nullable: true,
    ...TIME,
    example: '2026-11-22T08:00:02.000Z',
  })
  finished!: string | null;
}

export class NotificationDto extends NotificationSummaryDto {
  @ApiProperty({
    description:
      'Notifications of one kind with the same key are delivered one after the other; null if the order does not matter.',
    nullable: true,
    type: String,
    example: 'user:7',
  })
  key!: string | null;

  @ApiProperty({
    description: 'What is to be sent, by kind, without secrets. One-time links have their identifiers.',
    ...namedBeside('NotificationPayload'),
    example: { template: 'password_reset', to: 'bob@example.org' },
  })
  payload!: Record<string, unknown>;
}

export class NotificationsReplyDto {
  @ApiProperty({ description: 'The newest first.', type: [NotificationSummaryDto] })
  notifications!: NotificationSummaryDto[];
}

export class NotificationReplyDto {
  @ApiProperty({ description: 'The notification.', type: NotificationDto })
  notification!: NotificationDto;
}
