import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import {
  CreateServiceResourceDto,
  PushBodyDto,
  PushQuery,
  ResourceCreatedDto,
  ResourceQuery,
  ResourceReplyDto,
  ServiceTreeWithUrlDto,
} from '@gatehouse/dto';
import { type LocatedResource, type ProtectedService, Resources } from '@gatehouse/directory';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { Target } from '../targets/path-targets';
import { ResourceTrees } from './resource-trees';
import { toNewResource, toResourceSummary } from './resource.mapper';
import { NEW_RESOURCE_ERRORS } from './resource-errors';

/** Resources under the name of their service. Reference: http#service-routes. */
@Controller('services/:service_name/resources')
export class ServiceResourcesController {
  constructor(
    private readonly resources: Resources,
    private readonly trees: ResourceTrees,
  ) {}

  @Endpoint(Get(), {
    name: 'list_service_resources',
    summary: 'List the resources of a service',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', membersByName: ServiceTreeWithUrlDto },
    errors: ['change_feed_interrupted'],
  })
  list(
    @Target('service_name') service: ProtectedService,
    @FromScope() scope: RequestScope,
  ): Promise<Record<string, Written<ServiceTreeWithUrlDto>>> {
    return this.trees.ofService(service, scope);
  }

  @Endpoint(Post(), {
    name: 'create_service_resource',
    summary: 'Create a resource of a service',
    access: 'administrator',
    success: { status: 201, detail: 'Resource created.', body: ResourceCreatedDto },
    errors: [...NEW_RESOURCE_ERRORS, 'parent_resource_not_in_service'],
  })
  async create(
    @Target('service_name') service: ProtectedService,
    @Body() body: CreateServiceResourceDto,
  ): Promise<ResourceCreatedDto> {
    const parent = await this.resources.parentBelow(service, body.parent_id);
    return { resource: toResourceSummary(await this.resources.create(parent, toNewResource(body))) };
  }

  @Endpoint(Get(':resource_id'), {
    name: 'get_service_resource',
    summary: 'Read a resource of a service with its descendants or ancestors',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resource found.', body: ResourceReplyDto },
    errors: ['resource_not_in_service', 'change_feed_interrupted'],
  })
  get(
    @Target('resource_id') resource: LocatedResource,
    @Query() query: ResourceQuery,
    @FromScope() scope: RequestScope,
  ): Promise<Written<ResourceReplyDto>> {
    return this.trees.ofResource(resource, query, scope);
  }

  @Endpoint(Delete(':resource_id'), {
    name: 'delete_service_resource',
    summary: 'Delete a resource of a service and its descendants',
    access: 'administrator',
    success: { status: 200, detail: 'Resource deleted.' },
    errors: ['resource_not_in_service'],
    protect: [{ param: 'resource_id', rule: 'below_service' }],
  })
  async delete(
    @Target('resource_id') resource: LocatedResource,
    @Body() _body: PushBodyDto,
    @Query() _query: PushQuery,
  ): Promise<void> {
    await this.resources.delete(resource);
  }
}
