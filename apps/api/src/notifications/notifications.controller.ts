import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { NotificationReplyDto, NotificationsQuery, NotificationsReplyDto } from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import { type JournalEntry, MessageJournal } from '@gatehouse/outbox';
import { problem } from '@gatehouse/problems';
import { Target } from '../targets/path-targets';
import { toNotification, toNotificationSummary } from './notification.mapper';

const PAGE = 100;

@Controller('notifications')
export class NotificationsController {
  constructor(@Inject(MessageJournal) private readonly journal: MessageJournal) {}

  @Endpoint(Get(), {
    name: 'list_notifications',
    summary:
      'List mails, webhook calls and pushes to the workflow portal that were sent, are queued or have failed',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Notifications listed.', body: NotificationsReplyDto },
  })
  async list(@Query() query: NotificationsQuery): Promise<NotificationsReplyDto> {
    const { kind, state, user_name: userName, before, limit = PAGE } = query;
    const entries = await this.journal.list({ kind, state, userName, before, limit });
    return { notifications: entries.map(toNotificationSummary) };
  }

  @Endpoint(Get(':notification_id'), {
    name: 'get_notification',
    summary: 'Read a mail, webhook call or push to the workflow portal',
    access: 'administrator',
    growth: { boundedBy: 'the payload of one message' },
    success: { status: 200, detail: 'Notification found.', body: NotificationReplyDto },
  })
  get(@Target('notification_id') entry: JournalEntry): NotificationReplyDto {
    return { notification: toNotification(entry) };
  }

  @Endpoint(Post(':notification_id/replay'), {
    name: 'replay_notification',
    summary: 'Send a mail, webhook call or push to the workflow portal again',
    access: 'administrator',
    success: { status: 202, detail: 'Notification queued.' },
    errors: ['notification_queued'],
  })
  async replay(@Target('notification_id') { id }: JournalEntry): Promise<void> {
    if (!(await this.journal.replay(id))) throw problem('notification_queued');
  }
}
