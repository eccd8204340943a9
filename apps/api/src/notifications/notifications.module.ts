import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { provide } from '@gatehouse/http';
import { MessageJournal } from '@gatehouse/outbox';
import { NotificationTarget } from './notification.target';
import { NotificationsController } from './notifications.controller';

@Module({
  controllers: [NotificationsController],
  providers: [NotificationTarget, provide(MessageJournal, UnitOfWork)],
})
export class NotificationsModule {}
