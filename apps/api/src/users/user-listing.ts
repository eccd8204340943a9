import { Injectable } from '@nestjs/common';
import { type User, UserStatus } from '@gatehouse/database';
import { GroupTerms, Memberships, STATUS_CHOICES, Users, parseStatusFilter } from '@gatehouse/directory';
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
    private readonly terms: GroupTerms,
    private readonly state: KnownState,
  ) {}

  async view(user: User): Promise<UserDto> {
    return this.withPending(user.id, await this.stored(user));
  }

  /** The user, for an operation that only reads. */
  async read(id: number, scope: RequestScope): Promise<UserDto> {
    const user = await this.state.read(
      scope,
      (records) => {
        const known = records.user(id);
        return known && toUser(known, records.groupNamesOf(id), this.users.rules.isAnonymous(known.name));
      },
      async () => this.stored(await this.users.byId(id)),
    );
    return this.withPending(id, user);
  }

  private async stored(user: User): Promise<UserDto> {
    return toUser(user, await this.memberships.groupNamesOf(user), this.users.rules.isAnonymous(user.name));
  }

  /** Pending memberships are not among the data in memory. */
  private async withPending(id: number, user: UserDto): Promise<UserDto> {
    return { ...user, has_pending_group: await this.terms.hasPending(id) };
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
