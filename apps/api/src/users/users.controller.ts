import type { IncomingMessage } from 'node:http';
import {
  Body,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  Patch,
  Post,
  Query,
  createParamDecorator,
} from '@nestjs/common';
import type { Group } from '@gatehouse/database';
import { ObjectOwners } from '@gatehouse/desired-state';
import { Memberships, RECORDED, Users, type ShownUser } from '@gatehouse/directory';
import {
  CreateUserDto,
  JoinGroupDto,
  ListUsersQuery,
  MembershipDto,
  MembershipQuery,
  UpdateUserDto,
  UserGroupsDto,
  UserReplyDto,
  UsersReplyDto,
} from '@gatehouse/dto';
import {
  type Caller,
  Endpoint,
  FromCaller,
  FromScope,
  Reply,
  type RequestScope,
  scopeOf,
  withStatus,
} from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import type { Written } from '@gatehouse/wire';
import { Target } from '../targets/path-targets';
import { MembershipFilter } from '../groups/membership-filter';
import { membershipReply } from '../groups/membership-reply';
import { AccountCallers } from './account-callers';
import { toNewUser, toUserChange } from './user.mapper';
import { UserListing } from './user-listing';
import { ACCOUNT_ERRORS, CONFIRMATION_ERRORS } from './user-errors';

const AWAITS_CONFIRMATION =
  'User changed, except the email address: it changes when the link that was sent to the new address is used.';

/** The user as named in the path: the name, in any case, or the keyword of `SVC_LOGGED_USER`. */
const NamedAs = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    scopeOf(context.switchToHttp().getRequest<IncomingMessage>()).params['user_name'] ?? '',
);

@Controller('users')
export class UsersController {
  constructor(
    private readonly users: Users,
    private readonly listing: UserListing,
    private readonly memberships: Memberships,
    private readonly filter: MembershipFilter,
    private readonly callers: AccountCallers,
    private readonly owners: ObjectOwners,
  ) {}

  @Endpoint(Get(), {
    name: 'list_users',
    summary: 'List users',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Users listed.', body: UsersReplyDto },
    errors: ['user_status_filter_invalid', 'registration_disabled'],
  })
  list(@Query() query: ListUsersQuery): Promise<Written<UsersReplyDto>> {
    return this.listing.list(query);
  }

  @Endpoint(Post(), {
    name: 'create_user',
    summary: 'Create a user',
    access: 'administrator',
    growth: { boundedBy: 'the groups of one user' },
    success: { status: 201, detail: 'User created.', body: UserReplyDto },
    errors: [...ACCOUNT_ERRORS, 'user_name_reserved', 'group_not_found', 'group_terms_mail_unavailable'],
  })
  async create(@Body() body: CreateUserDto): Promise<UserReplyDto> {
    return { user: await this.listing.view(await this.users.create(toNewUser(body))) };
  }

  @Endpoint(Get(':user_name'), {
    name: 'get_user',
    summary: 'Read a user',
    access: 'owner-or-anonymous',
    growth: { boundedBy: 'the groups of one user' },
    success: { status: 200, detail: 'User found.', body: UserReplyDto },
  })
  async get(
    @Target('user_name') user: ShownUser,
    @FromScope() scope: RequestScope,
    @FromCaller() caller: Caller,
  ): Promise<UserReplyDto> {
    const shown = await this.listing.read(user.id, scope);
    const isAdministrator = caller.kind === 'user' && caller.isAdministrator;
    if (!isAdministrator) return { user: shown };
    return { user: { ...shown, managed_by: await this.owners.of({ kind: 'user', id: user.id }) } };
  }

  @Endpoint(Patch(':user_name'), {
    name: 'update_user',
    summary: 'Change a user',
    access: 'owner',
    success: { status: 200, detail: 'User changed.', also: [202] },
    errors: [
      ...ACCOUNT_ERRORS,
      ...withStatus(403, 'user_name_reserved'),
      'user_unchanged',
      'user_status_pending_not_allowed',
      'administrator_required',
      'service_account_not_allowed',
      'configured_administrator_password_only',
      'password_too_common',
      'password_like_user_name',
      'keep_tokens_invalid',
      'email_change_rate_limited',
      ...CONFIRMATION_ERRORS,
    ],
    protect: [{ param: 'user_name', rule: 'person' }],
    ifMatch: [RECORDED.user],
  })
  async update(
    @Target('user_name') user: ShownUser,
    @NamedAs() named: string,
    @FromCaller() caller: Caller,
    @Body() body: UpdateUserDto,
  ): Promise<Reply | undefined> {
    const request = { caller, named, currentPassword: body.current_password };
    const { awaitsConfirmation } = await this.users.update(
      user,
      toUserChange(body),
      this.callers.of(user, request),
    );
    return awaitsConfirmation ? new Reply(undefined, [], 202, AWAITS_CONFIRMATION) : undefined;
  }

  @Endpoint(Delete(':user_name'), {
    name: 'delete_user',
    summary: 'Delete a user',
    access: 'owner',
    success: { status: 200, detail: 'User deleted.' },
    errors: ['service_account_not_allowed', 'token_not_sufficient'],
    protect: [{ param: 'user_name', rule: 'editable' }],
  })
  async delete(
    @Target('user_name') user: ShownUser,
    @NamedAs() named: string,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    // A stolen token could remove the account that revokes it.
    const isOwn = caller.kind === 'user' && caller.userId === user.id;
    if (isOwn && caller.session.apiToken && user.kind === 'person') throw problem('token_not_sufficient');
    const request = { caller, named, currentPassword: undefined };
    await this.users.delete(user, this.callers.of(user, request));
  }

  @Endpoint(Get(':user_name/groups'), {
    name: 'list_user_groups',
    summary: 'List the groups of a user',
    access: 'owner-or-anonymous',
    growth: { boundedBy: 'the groups of one user' },
    success: { status: 200, detail: 'Groups listed.', body: UserGroupsDto },
    errors: ['membership_status_invalid'],
  })
  async groups(
    @Target('user_name') user: ShownUser,
    @Query() query: MembershipQuery,
  ): Promise<UserGroupsDto> {
    const read = this.filter.apply(
      query,
      () => this.memberships.groupNamesOf(user),
      () => this.memberships.terms.pendingGroupNames(user),
    );
    return { group_names: [...(await read({}))] };
  }

  @Endpoint(Post(':user_name/groups'), {
    name: 'join_group_as_administrator',
    summary: 'Add a user to a group',
    access: 'administrator',
    success: { status: 201, detail: 'User joined the group.', body: MembershipDto, also: [202] },
    errors: [
      'group_not_found',
      'membership_exists',
      'group_terms_mail_unavailable',
      'service_account_not_allowed',
    ],
    protect: [{ param: 'user_name', rule: 'person' }],
  })
  async join(@Target('user_name') user: ShownUser, @Body() body: JoinGroupDto): Promise<Reply> {
    const state = await this.memberships.join(user, body.group_name);
    return membershipReply({ user_name: user.name, group_name: body.group_name }, state);
  }

  @Endpoint(Delete(':user_name/groups/:group_name'), {
    name: 'leave_group_as_administrator',
    summary: 'Remove a user from a group',
    access: 'administrator',
    success: { status: 200, detail: 'User left the group.' },
    errors: ['membership_not_found', 'anonymous_group_mandatory', 'configured_administrator_membership'],
    protect: [{ param: 'user_name', rule: 'person' }],
  })
  async leave(@Target('user_name') user: ShownUser, @Target('group_name') group: Group): Promise<void> {
    await this.memberships.leave(user, group);
  }
}
