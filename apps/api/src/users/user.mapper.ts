import {
  type NewUser,
  type ShownUser,
  type UserChange,
  type UserRow,
  nameOfStatus,
} from '@gatehouse/directory';
import type { CreateUserDto, UpdateUserDto, UserDto, UserSummaryDto } from '@gatehouse/dto';

/** The id of the anonymous user is never shown. */
export function toUser(user: ShownUser, groupNames: string[], isAnonymous: boolean): UserDto {
  return {
    user_name: user.name,
    email: user.email,
    status: nameOfStatus(user.status),
    group_names: groupNames,
    has_pending_group: false,
    locale: user.locale,
    ...(isAnonymous ? {} : { user_id: user.id }),
  };
}

export function toUserSummary(user: UserRow, isAnonymous: boolean): UserSummaryDto {
  return {
    user_name: user.name,
    email: user.email,
    status: nameOfStatus(user.status),
    ...(isAnonymous ? {} : { user_id: user.id }),
  };
}

export function toNewUser(body: CreateUserDto): NewUser {
  return {
    name: body.user_name,
    email: body.email,
    password: body.password,
    groupName: body.group_name ?? undefined,
  };
}

export function toUserChange(body: UpdateUserDto): UserChange {
  return {
    name: body.user_name,
    email: body.email,
    password: body.password,
    status: body.status,
    locale: body.locale,
  };
}
