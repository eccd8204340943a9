import { Module } from '@nestjs/common';
import { GroupTarget } from './group.target';
import { GroupsController } from './groups.controller';
import { MembershipFilter } from './membership-filter';

@Module({
  controllers: [GroupsController],
  providers: [GroupTarget, MembershipFilter],
  exports: [MembershipFilter],
})
export class GroupsModule {}
