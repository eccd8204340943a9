import { Body, Controller, Delete, Get, Post, Put, Query, type Type } from '@nestjs/common';
import type { AccessSnapshot, Permission } from '@gatehouse/access-engine';
import type { Group } from '@gatehouse/database';
import {
  GroupPermissionDto,
  GroupPermissionsQuery,
  PermissionBodyDto,
  type PermissionListDto,
} from '@gatehouse/dto';
import { Permissions, type ProtectedResource, groupPrincipal } from '@gatehouse/directory';
import { Endpoint, type Reply } from '@gatehouse/http';
import { Target } from '../targets/path-targets';
import { CurrentSnapshot } from '../snapshot/current-snapshot';
import { type GroupList, permissionsOfGroup } from './permission-lists';
import { toGroupPermission, toSetReply } from './permission.mapper';
import type { ResourcePath } from './resource-path';
import { ASSIGNMENT_ERRORS, PERMISSION_ERRORS } from './permission-errors';

/**
 * The permissions of a group on a service or a resource, for either form of its path.
 * Reference: permission-rules#group-permission-lists.
 */
export function groupPermissionsController<Param extends 'service_name' | 'resource_id'>(
  { word, param, path, pipe }: ResourcePath<Param>,
  { body: list, present }: GroupList,
): Type {
  const collection = `:group_name/${path}/permissions`;

  @Controller('groups')
  class GroupPermissionsController {
    constructor(private readonly permissions: Permissions) {}

    @Endpoint(Get(collection), {
      name: `list_group_${word}_permissions`,
      summary: `List the permissions of a group on a ${word}`,
      access: 'administrator',
      growth: { boundedBy: 'the names of permissions' },
      success: { status: 200, detail: 'Permissions listed.', body: list },
    })
    list(
      @Target('group_name') group: Group,
      @Target(param, pipe) resource: ProtectedResource,
      @Query() query: GroupPermissionsQuery,
      @CurrentSnapshot() access: AccessSnapshot,
    ): PermissionListDto {
      return present(permissionsOfGroup(access, group.id, resource.id, query));
    }

    @Endpoint(Post(collection), {
      name: `create_group_${word}_permission`,
      summary: `Assign a permission on a ${word} to a group`,
      access: 'administrator',
      success: { status: 201, detail: 'Permission created.', body: GroupPermissionDto },
      errors: [...ASSIGNMENT_ERRORS, 'permission_already_set'],
    })
    async create(
      @Target('group_name') group: Group,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<GroupPermissionDto> {
      return toGroupPermission(
        group,
        resource,
        await this.permissions.grant(groupPrincipal(group), resource, body),
      );
    }

    @Endpoint(Put(collection), {
      name: `set_group_${word}_permission`,
      summary: `Assign a permission on a ${word} to a group, replacing one of the same name`,
      access: 'administrator',
      success: { status: 200, also: [201], detail: 'Permission replaced.', body: GroupPermissionDto },
      errors: ASSIGNMENT_ERRORS,
    })
    async set(
      @Target('group_name') group: Group,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<Reply> {
      const set = await this.permissions.set(groupPrincipal(group), resource, body);
      return toSetReply(set, toGroupPermission(group, resource, set.permission));
    }

    @Endpoint(Delete(collection), {
      name: `delete_group_${word}_permission`,
      summary: `Remove the permission on a ${word} named in the body from a group`,
      access: 'administrator',
      success: { status: 200, detail: 'Permission deleted.', body: GroupPermissionDto },
      errors: [...PERMISSION_ERRORS, 'permission_not_set'],
    })
    async delete(
      @Target('group_name') group: Group,
      @Target(param, pipe) resource: ProtectedResource,
      @Body() body: PermissionBodyDto,
    ): Promise<GroupPermissionDto> {
      return toGroupPermission(
        group,
        resource,
        await this.permissions.revokeGiven(groupPrincipal(group), resource, body),
      );
    }

    @Endpoint(Delete(`${collection}/:permission_name`), {
      name: `delete_group_${word}_permission_by_name`,
      summary: `Remove a permission on a ${word} from a group`,
      access: 'administrator',
      success: { status: 200, detail: 'Permission deleted.', body: GroupPermissionDto },
      errors: ['permission_not_applicable', 'permission_not_set'],
    })
    async deleteByName(
      @Target('group_name') group: Group,
      @Target(param, pipe) resource: ProtectedResource,
      @Target('permission_name') permission: Permission,
    ): Promise<GroupPermissionDto> {
      return toGroupPermission(
        group,
        resource,
        await this.permissions.revoke(groupPrincipal(group), resource, permission),
      );
    }
  }
  return GroupPermissionsController;
}
