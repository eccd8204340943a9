import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { DiscoverableGroups } from '@gatehouse/directory';
import {
  DiscoverableGroupsDto,
  type GroupPublicDto,
  GroupPublicReplyDto,
  ListDiscoverableGroupsQuery,
  MembershipDto,
} from '@gatehouse/dto';
import { Endpoint, FromCaller, type Reply, type SignedInCaller } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { PagedLists, shownList } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { membershipReply } from '../groups/membership-reply';

type DiscoverableGroup = Pick<Group, 'name' | 'description'>;

/** INVARIANT: the access `authenticated` admits signed-in callers only. */
@Controller('register/groups')
export class DiscoverableGroupsController {
  constructor(
    private readonly groups: DiscoverableGroups,
    private readonly lists: PagedLists,
  ) {}

  @Endpoint(Get(), {
    name: 'list_discoverable_groups',
    summary: 'List the groups that any signed-in user may join',
    access: 'authenticated',
    growth: 'streamed',
    success: { status: 200, detail: 'Groups listed.', body: DiscoverableGroupsDto },
    reservedStatuses: [403],
  })
  async list(@Query() { detail }: ListDiscoverableGroupsQuery): Promise<Written<DiscoverableGroupsDto>> {
    const nameOf = ({ name }: DiscoverableGroup) => name;
    const groups = await this.lists.entries({}, nameOf, (page) => this.groups.list(page));
    const names = { group_names: shownList(groups, nameOf) };
    return detail ? { ...names, groups: shownList(groups, publicView) } : names;
  }

  @Endpoint(Get(':group_name'), {
    name: 'get_discoverable_group',
    summary: 'Read a group that any signed-in user may join',
    access: 'authenticated',
    success: { status: 200, detail: 'Group found.', body: GroupPublicReplyDto },
  })
  get(@Target('group_name') group: Group): GroupPublicReplyDto {
    return { group: publicView(this.groups.check(group)) };
  }

  @Endpoint(Post(':group_name'), {
    name: 'join_discoverable_group',
    summary: 'Join a group',
    access: 'authenticated',
    success: { status: 201, detail: 'You joined the group.', body: MembershipDto, also: [202] },
    errors: [
      'membership_exists',
      'user_not_found',
      'group_terms_mail_unavailable',
      'anonymous_user_protected',
      'service_account_not_allowed',
    ],
  })
  async join(@Target('group_name') group: Group, @FromCaller() caller: SignedInCaller): Promise<Reply> {
    const { userName, state } = await this.groups.join(caller.userId, group);
    return membershipReply({ user_name: userName, group_name: group.name }, state);
  }

  @Endpoint(Delete(':group_name'), {
    name: 'leave_discoverable_group',
    summary: 'Leave a group',
    access: 'authenticated',
    success: { status: 200, detail: 'You left the group.' },
    errors: [
      'membership_not_found',
      'anonymous_group_mandatory',
      'configured_administrator_membership',
      'user_not_found',
      'anonymous_user_protected',
      'service_account_not_allowed',
    ],
  })
  async leave(@Target('group_name') group: Group, @FromCaller() caller: SignedInCaller): Promise<void> {
    await this.groups.leave(caller.userId, group);
  }
}

function publicView({ name, description }: DiscoverableGroup): GroupPublicDto {
  return { group_name: name, description };
}
