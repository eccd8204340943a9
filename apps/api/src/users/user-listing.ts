import { Injectable } from '@nestjs/common';
import { type User, UserStatus } from '@gatehouse/database';
import type { ListUsersQuery, UserDto, UsersReplyDto } from '@gatehouse/dto';
import { badRequest, listText, notFound } from '@gatehouse/http';
import { STATUS_CHOICES, parseStatusFilter } from './user-status';
import { toUser, toUserSummary } from './user.mapper';
import { UserRules } from './users.rules';
import { UsersService } from './users.service';

/** Users as the outside sees them, alone and in listings. Spec: http-api 4.5 and 8.1. */
@Injectable()
export class UserListing {
  constructor(
    private readonly users: UsersService,
    private readonly rules: UserRules,
  ) {}

  async view(user: User): Promise<UserDto> {
    return toUser(user, await this.users.groupNamesOf(user), this.rules.isAnonymous(user.name));
  }

  async list(query: ListUsersQuery): Promise<UsersReplyDto> {
    const statuses = this.statusesOf(query.status);
    if (!query.detail) return { user_names: await this.users.names(statuses, query) };
    const users = await this.users.list(statuses, query);
    return { users: users.map((user) => toUserSummary(user, this.rules.isAnonymous(user.name))) };
  }

  private statusesOf(text: string | undefined): readonly UserStatus[] | undefined {
    if (text === undefined) return undefined;
    const filter = parseStatusFilter(text);
    if (!filter) {
      throw badRequest('This is not a status of users.', {
        param: {
          name: 'status',
          value: null,
          compare: listText(STATUS_CHOICES),
          conditions: { not_none: false },
        },
      });
    }
    if (filter.namesPending) throw notFound('Registration is not enabled, so that nobody is pending.');
    return filter.statuses;
  }
}
