import { Injectable } from '@nestjs/common';
import { type User, UserStatus } from '@gatehouse/database';
import { Memberships, STATUS_CHOICES, Users, parseStatusFilter } from '@gatehouse/directory';
import type { ListUsersQuery, UserDto, UsersReplyDto } from '@gatehouse/dto';
import type { RequestScope } from '@gatehouse/http';
import { listText, problem } from '@gatehouse/problems';
import { KnownState } from '../access/known-state';
import { toUser, toUserSummary } from './user.mapper';

/** Users as replies show them, singly and in listings. */
@Injectable()
export class UserListing {
  constructor(
    private readonly users: Users,
    private readonly memberships: Memberships,
    private readonly state: KnownState,
  ) {}

  async view(user: User): Promise<UserDto> {
    return toUser(user, await this.memberships.groupNamesOf(user), this.users.rules.isAnonymous(user.name));
  }

  /** The user, for an operation that only reads. */
  read(id: number, scope: RequestScope): UserDto | Promise<UserDto> {
    return this.state.read(
      scope,
      (records) => {
        const user = records.user(id);
        return user && toUser(user, records.groupNamesOf(id), this.users.rules.isAnonymous(user.name));
      },
      async () => this.view(await this.users.byId(id)),
    );
  }

  async list(query: ListUsersQuery): Promise<UsersReplyDto> {
    const statuses = this.statusesOf(query.status);
    if (!query.detail) return { user_names: await this.users.names(statuses, query) };
    const users = await this.users.list(statuses, query);
    return { users: users.map((user) => toUserSummary(user, this.users.rules.isAnonymous(user.name))) };
  }

  private statusesOf(text: string | undefined): readonly UserStatus[] | undefined {
    if (text === undefined) return undefined;
    const filter = parseStatusFilter(text);
    if (!filter) {
      const values = listText(STATUS_CHOICES);
      throw problem(
        'user_status_filter_invalid',
        { values },
        { param: { name: 'status', value: null, compare: values, conditions: { not_none: false } } },
      );
    }
    if (filter.namesPending) throw problem('registration_disabled');
    return filter.statuses;
  }
}
