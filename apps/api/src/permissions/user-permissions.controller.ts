import { Body, Controller, Delete, Get, Post, Put, Query, type Type } from '@nestjs/common';
import { type AccessSnapshot, type Permission, accessWith } from '@gatehouse/access-engine';
import {
  PermissionBodyDto,
  PermissionListDto,
  UserPermissionDto,
  UserPermissionsQuery,
} from '@gatehouse/dto';
import { Permissions, type ProtectedResource, userPrincipal, type UserRow } from '@gatehouse/directory';
import { type Caller, Endpoint, FromCaller, type Reply } from '@gatehouse/http';
import { problem } from '@gatehouse/problems';
import { restrictedRulesOf } from '../sessions/api-token-rules';
import { Target } from '../targets/path-targets';
import { CurrentSnapshot } from '../snapshot/current-snapshot';
import { permissionsOfUser, sharedList } from './permission-lists';
import { toUserPermission, toSetReply } from './permission.mapper';
import type { ResourcePath } from './resource-path';
import { ASSIGNMENT_ERRORS, PERMISSION_ERRORS } from './permission-errors';

/**
 * The permissions of a user on a service or a resource, for either form of its path.
 * Reference: permission-rules#replies-to-writes.
 */
export function userPermissionsController<Param extends 'service_name' | 'resource_id'>({
  word,
  param,
  path,
  pipe,
}: ResourcePath<Param>): Type {
  const collection = `:user_name/${path}/permissions`;
  const protect = [{ param: 'user_name', rule: 'person' }];
  // Ids can be told apart, names cannot. Reference: permission-rules#visibility.
  const concealed = param === 'service_name' ? [{ param, rule: 'visible' }] : [];

  @Controller('users')
  class UserPermissionsController {
    constructor(private readonly permissions: Permissions) {}

    @Endpoint(Get(collection), {
      name: `list_user_${word}_permissions`,
      summary: `List the permissions of a user on a ${word}`,
      access: 'owner-or-anonymous',
      growth: { boundedBy: 'the assignments to one user and its groups on one resource' },
      success: { status: 200, detail: 'Permissions listed.', body: PermissionListDto },
      errors: ['token_restricted'],
      protect: concealed,
      forRestrictedTokens: true,
    })
    list(
      @Target('user_name') user: UserRow,
      @Target(param, pipe) resource: ProtectedResource,
      @Query() query: UserPermissionsQuery,
      @CurrentSnapshot() access: AccessSnapshot,
      @FromCaller() caller: Caller,
    ): PermissionListDto {
      const rules = restrictedRulesOf(caller);
      if (!rules) return permissionsOfUser(access, user.id, resource.id, query);
      if (!query.effective) throw problem('token_restricted');
      return sharedList(accessWith(access, rules).effective(user.id, resource.id));
    }

    @Endpoint(Post(collection), {
      name: `create_user_${word}_permission`,
      summary: `Assign a permission on a ${word} to a user`,
      access: 'administrator',
      success: { status: 201, detail: 'Permission created.', body: UserPermissionDto },
      errors: [...ASSIGNMENT_ERRORS, 'permission_already_set'],
      protect,
    })
    async create(
      @Target('user_name') user: UserRow,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<UserPermissionDto> {
      return toUserPermission(
        user,
        resource,
        await this.permissions.grant(userPrincipal(user), resource, body),
      );
    }

    @Endpoint(Put(collection), {
      name: `set_user_${word}_permission`,
      summary: `Assign a permission on a ${word} to a user, replacing one of the same name`,
      access: 'administrator',
      success: { status: 200, also: [201], detail: 'Permission replaced.', body: UserPermissionDto },
      errors: ASSIGNMENT_ERRORS,
      protect,
    })
    async set(
      @Target('user_name') user: UserRow,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<Reply> {
      const set = await this.permissions.set(userPrincipal(user), resource, body);
      return toSetReply(set, toUserPermission(user, resource, set.permission));
    }

    @Endpoint(Delete(collection), {
      name: `delete_user_${word}_permission`,
      summary: `Remove the permission on a ${word} named in the body from a user`,
      access: 'administrator',
      success: { status: 200, detail: 'Permission deleted.' },
      errors: [...PERMISSION_ERRORS, 'permission_not_set'],
      protect,
    })
    async delete(
      @Target('user_name') user: UserRow,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<void> {
      await this.permissions.revokeGiven(userPrincipal(user), resource, body);
    }

    @Endpoint(Delete(`${collection}/:permission_name`), {
      name: `delete_user_${word}_permission_by_name`,
      summary: `Remove a permission on a ${word} from a user`,
      access: 'administrator',
      success: { status: 200, detail: 'Permission deleted.' },
      errors: ['permission_not_applicable', 'permission_not_set'],
      protect,
    })
    async deleteByName(
      @Target('user_name') user: UserRow,
      @Target(param, pipe) resource: ProtectedResource,
      @Target('permission_name') permission: Permission,
    ): Promise<void> {
      await this.permissions.revoke(userPrincipal(user), resource, permission);
    }
  }
  return UserPermissionsController;
}
