import { Module } from '@nestjs/common';
import { GroupTermsController } from './group-terms.controller';
import { GroupListing } from './group-listing';
import { GroupTarget } from './group.target';
import { GroupsController } from './groups.controller';
import { MembershipFilter } from './membership-filter';
import { TermsLink } from './terms-link';
import { TermsResending } from './terms-resending';

@Module({
  controllers: [GroupsController, GroupTermsController],
  providers: [GroupListing, GroupTarget, MembershipFilter, TermsLink, TermsResending],
  exports: [MembershipFilter],
})
export class GroupsModule {}
