import type { User } from '@gatehouse/database';
import type { CreateUserDto, UpdateUserDto, UserDto, UserSummaryDto } from '@gatehouse/dto';
import { nameOfStatus } from './user-status';
import type { UserRow } from './users.repository';
import type { UserChange, UserRequest } from './users.service';

/** Spec: http-api 4.5. The id of the anonymous user is never shown. */
export function toUser(user: User, groupNames: string[], isAnonymous: boolean): UserDto {
  return {
    user_name: user.name,
    email: user.email,
    status: nameOfStatus(user.status),
    group_names: groupNames,
    has_pending_group: false,
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

export function toUserRequest(body: CreateUserDto): UserRequest {
  return {
    name: body.user_name,
    email: body.email,
    password: body.password,
    groupName: body.group_name ?? undefined,
  };
}

export function toUserChange(body: UpdateUserDto): UserChange {
  return { name: body.user_name, email: body.email, password: body.password, status: body.status };
}
