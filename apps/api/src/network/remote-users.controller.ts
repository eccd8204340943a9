import { Body, Controller, Delete, Get, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { RECORDED, Users } from '@gatehouse/directory';
import {
  ConfirmationDto,
  CreateRemoteUserDto,
  RemoteUserDto,
  RemoteUsersQuery,
  RemoteUsersReplyDto,
  UpdateRemoteUserDto,
} from '@gatehouse/dto';
import { type Caller, type DeclaredError, Endpoint, FromCaller, withStatus } from '@gatehouse/http';
import { type ListedRemoteUser, remoteUserNotFound } from '@gatehouse/network';
import { problem } from '@gatehouse/problems';
import { OwnerConfirmation } from '@gatehouse/sign-in';
import type { Written } from '@gatehouse/wire';
import { PagedLists, shownList } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { CONFIRMATION_ERRORS } from '../users/user-errors';
import { NetworkMode, NetworkModeGuard } from './network-mode';
import { toRemoteUser } from './network.mapper';

const VALUE_ERRORS: readonly DeclaredError[] = [
  ...withStatus(400, 'remote_user_name_invalid'),
  'network_node_not_found',
  'user_not_found',
  'network_user_not_allowed',
  'service_account_not_allowed',
  'remote_user_exists',
  ...CONFIRMATION_ERRORS,
];

/** Users of other instances. Reference: network-protocol#remote-users. */
@Controller('network')
@UseGuards(NetworkModeGuard)
export class RemoteUsersController {
  constructor(
    private readonly mode: NetworkMode,
    private readonly users: Users,
    private readonly confirmation: OwnerConfirmation,
    private readonly lists: PagedLists,
  ) {}

  @Endpoint(Get('remote_users'), {
    name: 'list_remote_users',
    summary: 'List the users of other instances',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Remote users listed.', body: RemoteUsersReplyDto },
    errors: ['network_disabled'],
  })
  async list(@Query() { user_name: userName }: RemoteUsersQuery): Promise<Written<RemoteUsersReplyDto>> {
    const { remoteUsers } = this.mode.get();
    const list = await this.lists.list<ListedRemoteUser>((part) => remoteUsers.list(userName, part));
    return { remote_users: shownList(list, toRemoteUser) };
  }

  @Endpoint(Post('remote_users'), {
    name: 'create_remote_user',
    summary: 'Admit a user of another instance',
    access: 'administrator',
    success: { status: 201, detail: 'Remote user created.' },
    errors: ['network_disabled', ...VALUE_ERRORS],
  })
  async create(@Body() body: CreateRemoteUserDto, @FromCaller() caller: Caller): Promise<void> {
    const { nodes, remoteUsers } = this.mode.get();
    const node = await nodes.byName(body.node_name);
    const user = await this.userOf(body.user_name);
    await this.confirm(caller, [user?.id], body);
    await remoteUsers.create(node, body.remote_user_name, user);
  }

  @Endpoint(Get('remote_users/current'), {
    name: 'list_own_remote_users',
    summary: 'List the users of other instances that are linked with the account of the caller',
    access: 'authenticated',
    growth: { boundedBy: 'one remote user of each node' },
    success: { status: 200, detail: 'Remote users listed.', body: RemoteUsersReplyDto },
    errors: ['network_disabled'],
  })
  async own(@FromCaller() caller: Caller): Promise<RemoteUsersReplyDto> {
    const userId = caller.kind === 'user' ? caller.userId : 0;
    return { remote_users: (await this.mode.get().remoteUsers.linkedWith(userId)).map(toRemoteUser) };
  }

  @Endpoint(Get('nodes/:node_name/remote_users/:remote_user_name'), {
    name: 'get_remote_user',
    summary: 'Read a user of another instance',
    access: 'authenticated',
    success: { status: 200, detail: 'Remote user found.', body: RemoteUserDto },
  })
  get(@Target('remote_user_name') remoteUser: ListedRemoteUser, @FromCaller() caller: Caller): RemoteUserDto {
    refuseStrangers(remoteUser, caller);
    return toRemoteUser(remoteUser);
  }

  @Endpoint(Patch('nodes/:node_name/remote_users/:remote_user_name'), {
    name: 'update_remote_user',
    summary: 'Change a user of another instance',
    access: 'administrator',
    success: { status: 200, detail: 'Remote user changed.' },
    errors: [...VALUE_ERRORS, 'remote_user_unchanged'],
    ifMatch: [RECORDED.remoteUser],
  })
  async update(
    @Target('remote_user_name') remoteUser: ListedRemoteUser,
    @Body() body: UpdateRemoteUserDto,
    @FromCaller() caller: Caller,
  ): Promise<void> {
    const { nodes, remoteUsers } = this.mode.get();
    const { remote_user_name: name, node_name: nodeName } = body;
    const user = await this.userOf(body.user_name);
    await this.confirm(caller, [user?.id, remoteUser.userId], body);
    await remoteUsers.update(remoteUser, {
      name: name ?? undefined,
      node: nodeName ? await nodes.byName(nodeName) : undefined,
      user: body.assign_anonymous ? null : user,
    });
  }

  @Endpoint(Delete('nodes/:node_name/remote_users/:remote_user_name'), {
    name: 'delete_remote_user',
    summary: 'Delete a user of another instance',
    access: 'authenticated',
    success: { status: 200, detail: 'Remote user deleted.' },
    errors: [...CONFIRMATION_ERRORS],
  })
  async delete(
    @Target('remote_user_name') remoteUser: ListedRemoteUser,
    @FromCaller() caller: Caller,
    @Body() body: ConfirmationDto,
  ): Promise<void> {
    refuseStrangers(remoteUser, caller);
    await this.confirm(caller, [remoteUser.userId], body);
    await this.mode.get().remoteUsers.delete(remoteUser);
  }

  /** Callers confirm changes of links with their own account. */
  private async confirm(
    caller: Caller,
    userIds: readonly (number | null | undefined)[],
    { current_password: currentPassword }: ConfirmationDto,
  ): Promise<void> {
    if (caller.kind === 'user' && userIds.includes(caller.userId)) {
      await this.confirmation.require(caller, currentPassword);
    }
  }

  /** Throws `user_not_found`. Names are compared exactly. */
  private async userOf(name: string | null | undefined) {
    if (name === undefined || name === null) return undefined;
    const user = await this.users.byName(name);
    if (user.name !== name) throw problem('user_not_found');
    return user;
  }
}

/** Only administrators and the linked user may continue. For others it does not exist. */
function refuseStrangers({ userId, name }: ListedRemoteUser, caller: Caller): void {
  const mayContinue = caller.kind === 'user' && (caller.isAdministrator || caller.userId === userId);
  if (!mayContinue) throw remoteUserNotFound(name);
}
