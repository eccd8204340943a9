import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { DiscoverableGroupsController } from './discoverable-groups.controller';
import { PendingUsersController } from './pending-users.controller';
import { RegistrationJobs } from './registration-jobs';
import { RegistrationLimits } from './registration-limits';
import { ApproveLinks, ConfirmLinks, DeclineLinks, RegistrationViews } from './registration-links';
import { RegistrationMails } from './registration-mails';
import { RegistrationTarget, SubmittedNameTarget } from './registration.target';
import { Registrations } from './registrations';

@Module({
  imports: [GroupsModule],
  controllers: [DiscoverableGroupsController, PendingUsersController],
  providers: [
    Registrations,
    RegistrationLimits,
    RegistrationMails,
    RegistrationJobs,
    RegistrationViews,
    ConfirmLinks,
    ApproveLinks,
    DeclineLinks,
    RegistrationTarget,
    SubmittedNameTarget,
  ],
  exports: [Registrations],
})
export class RegistrationModule {}
