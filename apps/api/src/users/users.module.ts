import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { UserListing } from './user-listing';
import { UserTarget } from './user.target';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UserRules } from './users.rules';
import { UsersService } from './users.service';

@Module({
  imports: [GroupsModule],
  controllers: [UsersController],
  providers: [UsersRepository, UserRules, UsersService, UserListing, UserTarget],
  exports: [UsersService, UserListing, UserRules, UsersRepository],
})
export class UsersModule {}
