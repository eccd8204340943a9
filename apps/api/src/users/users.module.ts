import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { AccountCallers } from './account-callers';
import { CredentialCheck } from './credential-check';
import { OwnerConfirmation } from './owner-confirmation';
import { UserListing } from './user-listing';
import { UserTarget } from './user.target';
import { UsersController } from './users.controller';

@Module({
  imports: [GroupsModule],
  controllers: [UsersController],
  providers: [AccountCallers, CredentialCheck, OwnerConfirmation, UserListing, UserTarget],
  exports: [CredentialCheck, OwnerConfirmation, UserListing],
})
export class UsersModule {}
