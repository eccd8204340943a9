import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { UserListing } from './user-listing';
import { UserTarget } from './user.target';
import { UsersController } from './users.controller';

@Module({
  imports: [GroupsModule],
  controllers: [UsersController],
  providers: [UserListing, UserTarget],
  exports: [UserListing],
})
export class UsersModule {}
