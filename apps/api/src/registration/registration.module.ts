import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module';
import { DiscoverableGroupsController } from './discoverable-groups.controller';

@Module({
  imports: [GroupsModule],
  controllers: [DiscoverableGroupsController],
})
export class RegistrationModule {}
