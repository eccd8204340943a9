import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ObjectOwners } from '@gatehouse/desired-state';
import {
  ChildResourcesDto,
  ChildrenQuery,
  CreateResourceDto,
  PermissionListDto,
  PushBodyDto,
  PushQuery,
  RenameResourceDto,
  ResourceCreatedDto,
  ResourcePositionDto,
  ResourceQuery,
  ResourceRenamedDto,
  ResourceReplyDto,
  ResourcesReplyDto,
} from '@gatehouse/dto';
import { type ChildNode, RECORDED, type LocatedResource, Resources } from '@gatehouse/directory';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { Portal } from '@gatehouse/portal';
import type { Written } from '@gatehouse/wire';
import { PagedLists, shownList } from '../lists/paged-lists';
import { Target } from '../targets/path-targets';
import { allowedList } from '../services/service-views';
import { ResourceTrees } from './resource-trees';
import { toChild, toPosition, toRenamed, toNewResource, toResourceSummary } from './resource.mapper';
import { NEW_RESOURCE_ERRORS, RENAME_ERRORS } from './resource-errors';

@Controller('resources')
export class ResourcesController {
  constructor(
    private readonly resources: Resources,
    private readonly trees: ResourceTrees,
    private readonly lists: PagedLists,
    private readonly owners: ObjectOwners,
    private readonly portal: Portal,
  ) {}

  @Endpoint(Get(), {
    name: 'list_resources',
    summary: 'List all services with their resources',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', body: ResourcesReplyDto },
    errors: ['change_feed_interrupted'],
  })
  list(@FromScope() scope: RequestScope): Promise<Written<ResourcesReplyDto>> {
    return this.trees.all(scope);
  }

  @Endpoint(Post(), {
    name: 'create_resource',
    summary: 'Create a resource',
    access: 'administrator',
    success: { status: 201, detail: 'Resource created.', body: ResourceCreatedDto },
    errors: NEW_RESOURCE_ERRORS,
  })
  async create(@Body() body: CreateResourceDto): Promise<ResourceCreatedDto> {
    const parent = await this.resources.parentById(body.parent_id);
    return { resource: toResourceSummary(await this.resources.create(parent, toNewResource(body))) };
  }

  @Endpoint(Get(':resource_id'), {
    name: 'get_resource',
    summary: 'Read a resource with its descendants or ancestors',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resource found.', body: ResourceReplyDto },
    errors: ['change_feed_interrupted'],
    reservedStatuses: [422],
  })
  async get(
    @Target('resource_id') resource: LocatedResource,
    @Query() query: ResourceQuery,
    @FromScope() scope: RequestScope,
  ): Promise<Written<ResourceReplyDto>> {
    const managed_by = await this.owners.of({ kind: 'resource', id: resource.id });
    return { ...(await this.trees.ofResource(resource, query, scope)), managed_by };
  }

  @Endpoint(Patch(':resource_id'), {
    name: 'rename_resource',
    summary: 'Rename a resource',
    access: 'administrator',
    success: { status: 200, detail: 'Resource renamed.', body: ResourceRenamedDto },
    errors: RENAME_ERRORS,
    ifMatch: [RECORDED.resource],
  })
  async rename(
    @Target('resource_id') resource: LocatedResource,
    @Body() body: RenameResourceDto,
  ): Promise<ResourceRenamedDto> {
    const renamed = await this.portal.pushing(
      body.service_push,
      'service_changed',
      () => this.resources.rename(resource, body.resource_name),
      () => (resource.type === 'service' ? { ...resource.service, name: body.resource_name } : undefined),
    );
    return toRenamed(renamed, body.resource_name);
  }

  @Endpoint(Delete(':resource_id'), {
    name: 'delete_resource',
    summary: 'Delete a resource, its descendants and all permission assignments on them',
    access: 'administrator',
    success: { status: 200, detail: 'Resource deleted.' },
  })
  async delete(
    @Target('resource_id') resource: LocatedResource,
    @Body() body: PushBodyDto,
    @Query() query: PushQuery,
  ): Promise<void> {
    await this.portal.pushing(
      body.service_push ?? query.service_push,
      'service_deleted',
      () => this.resources.delete(resource),
      () => (resource.type === 'service' ? resource.service : undefined),
    );
  }

  @Endpoint(Get(':resource_id/children'), {
    name: 'list_resource_children',
    summary: 'List the children of a resource, page by page',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Children listed.', body: ChildResourcesDto },
  })
  async children(
    @Target('resource_id') resource: LocatedResource,
    @Query() page: ChildrenQuery,
  ): Promise<Written<ChildResourcesDto>> {
    const children =
      page.limit === undefined
        ? await this.lists.list<ChildNode>(({ limit, after }) =>
            this.resources.children(resource, { limit, after: after?.id ?? page.after }),
          )
        : await this.resources.children(resource, page);
    return { children: shownList(children, toChild) };
  }

  @Endpoint(Get(':resource_id/permissions'), {
    name: 'list_resource_permissions',
    summary: 'List the permissions that can be set on a resource',
    access: 'administrator',
    growth: { boundedBy: 'the names of permissions' },
    success: { status: 200, detail: 'Permissions listed.', body: PermissionListDto },
    reservedStatuses: [422],
  })
  permissions(@Target('resource_id') { service, type }: LocatedResource): PermissionListDto {
    return allowedList(service.type, type);
  }

  @Endpoint(Get(':resource_id/types'), {
    name: 'get_resource_position',
    summary: 'List the resource types allowed below a resource',
    access: 'administrator',
    growth: { boundedBy: 'the types of services' },
    success: { status: 200, detail: 'Types listed.', body: ResourcePositionDto },
  })
  types(@Target('resource_id') resource: LocatedResource): ResourcePositionDto {
    return toPosition(resource);
  }
}
