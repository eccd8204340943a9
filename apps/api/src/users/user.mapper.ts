import {
  type NewUser,
  type ShownUser,
  USER_TABLE,
  type UserChange,
  type UserRow,
  changeOf,
  keptTokensInvalid,
  nameOfStatus,
  settableOf,
  shownAs,
} from '@gatehouse/directory';
import { UUID } from '@gatehouse/names';
import type { CreateUserDto, UpdateUserDto, UserDto, UserSummaryDto } from '@gatehouse/dto';

const listed = shownAs(USER_TABLE, ['list'], { status: nameOfStatus });
const detailed = shownAs(USER_TABLE, ['details']);

/** The id of the anonymous user is never shown. */
export function toUser(user: ShownUser, groupNames: string[], isAnonymous: boolean): UserDto {
  return {
    ...listed(user),
    group_names: groupNames,
    has_pending_group: false,
    ...detailed(user),
    ...(isAnonymous ? {} : { user_id: user.id }),
  };
}

export function toUserSummary(user: UserRow, isAnonymous: boolean): UserSummaryDto {
  const summary: UserSummaryDto = listed(user);
  if (!isAnonymous) summary.user_id = user.id;
  return summary;
}

export function toNewUser(body: CreateUserDto): NewUser {
  return {
    ...settableOf(USER_TABLE, body),
    password: body.password,
    groupName: body.group_name ?? undefined,
  };
}

export function toUserChange(body: UpdateUserDto): UserChange {
  return {
    ...changeOf(USER_TABLE, body),
    password: body.password,
    keptTokens: keptTokensOf(body.keep_tokens),
  };
}

/** Throws `keep_tokens_invalid`. */
function keptTokensOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw keptTokensInvalid(null);
  return value.map((id: unknown) => {
    if (typeof id !== 'string' || !UUID.test(id)) throw keptTokensInvalid(null);
    return id.toLowerCase();
  });
}
