import { Module } from '@nestjs/common';
import { GroupTermsController } from './group-terms.controller';
import { GroupTarget } from './group.target';
import { GroupsController } from './groups.controller';
import { MembershipFilter } from './membership-filter';
import { TermsLink } from './terms-link';

@Module({
  controllers: [GroupsController, GroupTermsController],
  providers: [GroupTarget, MembershipFilter, TermsLink],
  exports: [MembershipFilter],
})
export class GroupsModule {}
