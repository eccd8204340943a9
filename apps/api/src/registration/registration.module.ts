import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { UsersModule } from '../users/users.module';
import { DiscoverableGroupsController } from './discoverable-groups.controller';
import { DiscoverableGroupsService } from './discoverable-groups.service';

@Module({
  imports: [GroupsModule, UsersModule],
  controllers: [DiscoverableGroupsController],
  providers: [DiscoverableGroupsService],
})
export class RegistrationModule {}
