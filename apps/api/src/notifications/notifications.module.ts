import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { MessageJournal } from '@gatehouse/outbox';
import { NotificationTarget } from './notification.target';
import { NotificationsController } from './notifications.controller';

@Module({
  controllers: [NotificationsController],
  providers: [
    NotificationTarget,
    {
      provide: MessageJournal,
      inject: [UnitOfWork],
      useFactory: (unitOfWork: UnitOfWork) => new MessageJournal(unitOfWork),
    },
  ],
})
export class NotificationsModule {}
