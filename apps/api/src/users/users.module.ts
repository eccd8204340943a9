import { Module } from '@nestjs/common';
import { EventJournal } from '@gatehouse/audit';
import { Accounts } from '@gatehouse/directory';
import { SETTINGS, provide } from '@gatehouse/http';
import { PasswordWork, SignInLimiter } from '@gatehouse/identity';
import { CredentialCheck, OwnerConfirmation } from '@gatehouse/sign-in';
import { GroupsModule } from '../groups/groups.module';
import { AccountCallers } from './account-callers';
import { ServiceAccountsController } from './service-accounts.controller';
import { UserListing } from './user-listing';
import { UserTarget } from './user.target';
import { UsersController } from './users.controller';

@Module({
  imports: [GroupsModule],
  controllers: [UsersController, ServiceAccountsController],
  providers: [
    AccountCallers,
    UserListing,
    UserTarget,
    provide(CredentialCheck, Accounts, PasswordWork, SignInLimiter, SETTINGS, EventJournal),
    provide(OwnerConfirmation, CredentialCheck, SETTINGS),
  ],
  exports: [CredentialCheck, OwnerConfirmation, UserListing],
})
export class UsersModule {}
