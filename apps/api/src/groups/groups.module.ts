import { Module } from '@nestjs/common';
import { GroupRules } from './group.rules';
import { GroupTarget } from './group.target';
import { GroupsController } from './groups.controller';
import { GroupsRepository } from './groups.repository';
import { GroupsService } from './groups.service';
import { MembershipFilter } from './membership-filter';

@Module({
  controllers: [GroupsController],
  providers: [GroupsRepository, GroupRules, GroupsService, GroupTarget, MembershipFilter],
  exports: [GroupsService, GroupRules, MembershipFilter],
})
export class GroupsModule {}
