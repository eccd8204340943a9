import { Module } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { Accounts, OneTimeLinks, RegistrationLimits, Registrations, Users } from '@gatehouse/directory';
import { LOGGER, SETTINGS, provide, provideBy } from '@gatehouse/http';
import { RequestCounts } from '@gatehouse/identity';
import { MailQueue } from '@gatehouse/mail';
import { GroupsModule } from '../groups/groups.module';
import { DiscoverableGroupsController } from './discoverable-groups.controller';
import { PendingUsersController } from './pending-users.controller';
import { RegistrationJobs } from './registration-jobs';
import { ApproveLinks, ConfirmLinks, DeclineLinks, RegistrationViews } from './registration-links';
import { QueuedRegistrationMails } from './queued-registration-mails';
import { RegistrationTarget, SubmittedNameTarget } from './registration.target';

@Module({
  imports: [GroupsModule],
  controllers: [DiscoverableGroupsController, PendingUsersController],
  providers: [
    provide(RegistrationLimits, RequestCounts, SETTINGS, LOGGER),
    provide(QueuedRegistrationMails, MailQueue, SETTINGS),
    provideBy(
      Registrations,
      {
        unitOfWork: UnitOfWork,
        users: Users,
        accounts: Accounts,
        links: OneTimeLinks,
        mails: QueuedRegistrationMails,
        limits: RegistrationLimits,
        settings: SETTINGS,
      },
      (parts) => new Registrations(parts),
    ),
    RegistrationJobs,
    RegistrationViews,
    ConfirmLinks,
    ApproveLinks,
    DeclineLinks,
    RegistrationTarget,
    SubmittedNameTarget,
  ],
})
export class RegistrationModule {}
