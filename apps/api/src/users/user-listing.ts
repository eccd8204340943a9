import { Inject, Injectable } from '@nestjs/common';
import { type User, UserStatus } from '@gatehouse/database';
import {
  GroupTerms,
  Memberships,
  type PendingUserRow,
  PendingUsers,
  STATUS_CHOICES,
  Users,
  nameOfStatus,
  parseStatusFilter,
} from '@gatehouse/directory';
import type { ListUsersQuery, UserDto, UserSummaryDto, UsersReplyDto } from '@gatehouse/dto';
import { type RequestScope, SETTINGS } from '@gatehouse/http';
import { inByteOrder } from '@gatehouse/names';
import { listText, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { InMemoryState } from '../snapshot/in-memory-state';
import { toUser, toUserSummary } from './user.mapper';

/** Users as replies show them, singly and in listings. */
@Injectable()
export class UserListing {
  constructor(
    private readonly users: Users,
    private readonly memberships: Memberships,
    private readonly terms: GroupTerms,
    private readonly state: InMemoryState,
    private readonly pendingUsers: PendingUsers,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'registrationEnabled'>,
  ) {}

  async view(user: User): Promise<UserDto> {
    return this.withPending(user.id, await this.stored(user));
  }

  /** The user, for an operation that only reads. */
  async read(id: number, scope: RequestScope): Promise<UserDto> {
    let mayBePending = true;
    const user = await this.state.read(
      scope,
      (records) => {
        mayBePending = records.hasGroupsWithTerms;
        const known = records.user(id);
        return known && toUser(known, records.groupNamesOf(id), this.users.rules.isAnonymous(known.name));
      },
      async () => this.stored(await this.users.byId(id)),
    );
    return mayBePending ? this.withPending(id, user) : user;
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
    const isPendingListed = statuses?.includes(UserStatus.Pending) && this.settings.registrationEnabled;
    const pending = isPendingListed ? (await this.pendingUsers.list(query)).map(toPendingSummary) : [];
    if (!query.detail) {
      const names = (await this.users.names(statuses, query)).map((user_name) => ({ user_name }));
      return {
        user_names: merged<{ readonly user_name: string }>(names, pending, query.limit).map(
          ({ user_name }) => user_name,
        ),
      };
    }
    const users = (await this.users.list(statuses, query)).map((user) =>
      toUserSummary(user, this.users.rules.isAnonymous(user.name)),
    );
    return { users: merged(users, pending, query.limit) };
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
    if (filter.namesPending && !this.settings.registrationEnabled) throw problem('registration_disabled');
    return filter.statuses;
  }
}

/** A registration as a row of the listing: it has no id. */
function toPendingSummary({ name, email }: PendingUserRow): UserSummaryDto {
  return { user_name: name, email, status: nameOfStatus(UserStatus.Pending) };
}

/** A page of two lists that are each sorted by name, in the order of their code points. */
function merged<T extends { readonly user_name: string }>(
  users: readonly T[],
  pending: readonly T[],
  limit: number | undefined,
): T[] {
  if (pending.length === 0) return [...users];
  const rows = [...users, ...pending].sort((one, other) => inByteOrder(one.user_name, other.user_name));
  return limit === undefined ? rows : rows.slice(0, limit);
}
