import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { ObjectOwners } from '@gatehouse/desired-state';
import { RECORDED, Groups, Memberships } from '@gatehouse/directory';
import {
  CreateGroupDto,
  GroupCreatedDto,
  GroupMembersDto,
  GroupReplyDto,
  GroupsReplyDto,
  ListGroupsQuery,
  MembershipQuery,
  UpdateGroupDto,
} from '@gatehouse/dto';
import { Endpoint, withStatus } from '@gatehouse/http';
import { LazyList, type Written } from '@gatehouse/wire';
import { PagedLists } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { GroupListing } from './group-listing';
import { toGroupChange, toGroupDetail, toNewGroup, toGroupSummary } from './group.mapper';
import { MembershipFilter } from './membership-filter';

@Controller('groups')
export class GroupsController {
  constructor(
    private readonly groups: Groups,
    private readonly listing: GroupListing,
    private readonly memberships: Memberships,
    private readonly filter: MembershipFilter,
    private readonly lists: PagedLists,
    private readonly owners: ObjectOwners,
  ) {}

  @Endpoint(Get(), {
    name: 'list_groups',
    summary: 'List groups',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Groups listed.', body: GroupsReplyDto },
  })
  list(@Query() query: ListGroupsQuery): Promise<Written<GroupsReplyDto>> {
    return this.listing.list(query);
  }

  @Endpoint(Post(), {
    name: 'create_group',
    summary: 'Create a group',
    access: 'administrator',
    success: { status: 201, detail: 'Group created.', body: GroupCreatedDto },
    errors: ['group_name_too_long', 'group_name_taken', ...withStatus(400, 'group_name_reserved')],
  })
  async create(@Body() body: CreateGroupDto): Promise<GroupCreatedDto> {
    return { group: toGroupSummary(await this.groups.create(toNewGroup(body))) };
  }

  @Endpoint(Get(':group_name'), {
    name: 'get_group',
    summary: 'Read a group',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Group found.', body: GroupReplyDto },
  })
  async get(@Target('group_name') group: Group): Promise<Written<GroupReplyDto>> {
    const names = await this.lists.names({}, (page) => this.memberships.memberNamesOf(group, page));
    const count = names instanceof LazyList ? await this.memberships.memberCountOf(group) : names.length;
    const priority = this.groups.rules.priorityOf(group.name);
    const managed_by = await this.owners.of({ kind: 'group', id: group.id });
    return { group: { ...toGroupDetail(group, { names, count }, priority), managed_by } };
  }

  @Endpoint(Patch(':group_name'), {
    name: 'update_group',
    summary: 'Change a group',
    access: 'administrator',
    success: { status: 200, detail: 'Group changed.' },
    errors: [
      'group_unchanged',
      'group_name_too_long',
      'group_name_taken',
      ...withStatus(400, 'group_name_reserved'),
    ],
    protect: [{ param: 'group_name', rule: 'ordinary' }],
    ifMatch: [RECORDED.group],
  })
  async update(@Target('group_name') group: Group, @Body() body: UpdateGroupDto): Promise<void> {
    await this.groups.update(group, toGroupChange(body));
  }

  @Endpoint(Delete(':group_name'), {
    name: 'delete_group',
    summary: 'Delete a group',
    access: 'administrator',
    success: { status: 200, detail: 'Group deleted.' },
    protect: [{ param: 'group_name', rule: 'ordinary' }],
  })
  async delete(@Target('group_name') group: Group): Promise<void> {
    await this.groups.delete(group);
  }

  @Endpoint(Get(':group_name/users'), {
    name: 'list_group_users',
    summary: 'List the members of a group',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Members listed.', body: GroupMembersDto },
    errors: ['membership_status_invalid'],
  })
  async members(
    @Target('group_name') group: Group,
    @Query() query: MembershipQuery,
  ): Promise<Written<GroupMembersDto>> {
    const read = this.filter.apply(
      query,
      (page) => this.memberships.memberNamesOf(group, page),
      (page) => this.memberships.terms.pendingUserNames(group, page),
    );
    return { user_names: await this.lists.names({}, read) };
  }
}
