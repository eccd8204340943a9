import { Inject, Injectable } from '@nestjs/common';
import { type User, UserStatus } from '@gatehouse/database';
import {
  GroupTerms,
  Memberships,
  type Page,
  type PendingUserRow,
  PendingUsers,
  STATUS_CHOICES,
  Users,
  nameOfStatus,
  parseStatusFilter,
} from '@gatehouse/directory';
import type {
  ListServiceAccountsQuery,
  ListUsersQuery,
  UserDto,
  UserSummaryDto,
  UsersReplyDto,
} from '@gatehouse/dto';
import { type RequestScope, SETTINGS } from '@gatehouse/http';
import { inByteOrder } from '@gatehouse/names';
import { listText, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { Written } from '@gatehouse/wire';
import { InMemoryState } from '../snapshot/in-memory-state';
import { PagedLists } from '../lists/paged-lists';
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
    private readonly lists: PagedLists,
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

  async list(query: ListUsersQuery): Promise<Written<UsersReplyDto>> {
    const statuses = this.statusesOf(query.status);
    const isPendingListed = statuses?.includes(UserStatus.Pending) && this.settings.registrationEnabled;
    const pendingOn = async (page: Page) => (isPendingListed ? this.pendingUsers.list(page) : []);
    if (!query.detail) {
      const read = async (page: Page) => {
        const pending = (await pendingOn(page)).map(({ name }) => name);
        return merged(await this.users.names(statuses, page), pending, page, (name) => name);
      };
      return { user_names: await this.lists.names(query, read) };
    }
    const nameOf = (user: UserSummaryDto) => user.user_name;
    const read = async (page: Page) => {
      const pending = (await pendingOn(page)).map(toPendingSummary);
      const users = (await this.users.list(statuses, page)).map((user) =>
        toUserSummary(user, this.users.rules.isAnonymous(user.name)),
      );
      return merged(users, pending, page, nameOf);
    };
    return { users: await this.lists.entries(query, nameOf, read) };
  }

  async serviceAccounts(query: ListServiceAccountsQuery): Promise<Written<UsersReplyDto>> {
    if (!query.detail) {
      return { user_names: await this.lists.names(query, (page) => this.users.serviceAccountNames(page)) };
    }
    const read = async (page: Page) =>
      (await this.users.serviceAccounts(page)).map((user) => toUserSummary(user, false));
    return { users: await this.lists.entries(query, (user: UserSummaryDto) => user.user_name, read) };
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
  return { user_name: name, email, status: nameOfStatus(UserStatus.Pending), kind: 'person' };
}

/** A page of two lists that are each sorted by name, in the order of their code points. */
function merged<Row>(
  users: readonly Row[],
  pending: readonly Row[],
  { limit }: Page,
  nameOf: (row: Row) => string,
): readonly Row[] {
  if (pending.length === 0) return users;
  const rows = [...users, ...pending].sort((one, other) => inByteOrder(nameOf(one), nameOf(other)));
  return rows.slice(0, limit);
}
