import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { RECORDED, type ProtectedService, Services } from '@gatehouse/directory';
import { SERVICE_TYPES } from '@gatehouse/service-types';
import {
  CreateServiceDto,
  ListServicesQuery,
  PermissionListDto,
  PushBodyDto,
  PushQuery,
  ServiceDetailReplyDto,
  ServiceReplyDto,
  ServicesReplyDto,
  UpdateServiceDto,
} from '@gatehouse/dto';
import { ObjectOwners } from '@gatehouse/desired-state';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { Portal } from '@gatehouse/portal';
import type { Written } from '@gatehouse/wire';
import { Target } from '../targets/path-targets';
import { ServiceViews, allowedList, requestedTypes } from './service-views';
import { toServiceChange, toNewService } from './service.mapper';
import { CHANGED_SERVICE_ERRORS, NEW_SERVICE_ERRORS } from './service-errors';

@Controller('services')
export class ServicesController {
  constructor(
    private readonly services: Services,
    private readonly views: ServiceViews,
    private readonly owners: ObjectOwners,
    private readonly portal: Portal,
  ) {}

  @Endpoint(Get(), {
    name: 'list_services',
    summary: 'List services',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Services listed.', body: ServicesReplyDto },
    errors: ['service_type_unknown'],
  })
  list(
    @Query() query: ListServicesQuery,
    @FromScope() scope: RequestScope,
  ): Written<ServicesReplyDto> | Promise<Written<ServicesReplyDto>> {
    return this.views.list(requestedTypes(query.type) ?? SERVICE_TYPES, query, scope);
  }

  @Endpoint(Post(), {
    name: 'create_service',
    summary: 'Create a service',
    access: 'administrator',
    growth: { boundedBy: 'the configuration of one service' },
    success: { status: 201, detail: 'Service created.', body: ServiceReplyDto },
    errors: NEW_SERVICE_ERRORS,
  })
  async create(@Body() body: CreateServiceDto): Promise<ServiceReplyDto> {
    const created = await this.portal.pushing(
      body.service_push,
      'service_created',
      () => this.services.create(toNewService(body)),
      (service) => service,
    );
    return { service: this.views.configured(created) };
  }

  @Endpoint(Get(':service_name'), {
    name: 'get_service',
    summary: 'Read a service',
    access: 'administrator',
    growth: { boundedBy: 'the configuration of one service' },
    success: { status: 200, detail: 'Service found.', body: ServiceDetailReplyDto },
  })
  async get(@Target('service_name') service: ProtectedService): Promise<ServiceDetailReplyDto> {
    const managed_by = await this.owners.of({ kind: 'resource', id: service.id });
    return { service: { ...this.views.detail(service), managed_by } };
  }

  @Endpoint(Patch(':service_name'), {
    name: 'update_service',
    summary: 'Change a service',
    access: 'administrator',
    growth: { boundedBy: 'the configuration of one service' },
    success: { status: 200, detail: 'Service changed.', body: ServiceReplyDto },
    errors: CHANGED_SERVICE_ERRORS,
    ifMatch: [RECORDED.service, RECORDED.serviceName],
  })
  async update(
    @Target('service_name') service: ProtectedService,
    @Body() body: UpdateServiceDto,
  ): Promise<ServiceReplyDto> {
    const changed = await this.portal.pushing(
      body.service_push,
      'service_changed',
      () => this.services.update(service, toServiceChange(body)),
      (stored) => stored,
    );
    return { service: this.views.configured(changed) };
  }

  @Endpoint(Delete(':service_name'), {
    name: 'delete_service',
    summary: 'Delete a service, its resources and all permission assignments on them',
    access: 'administrator',
    growth: { boundedBy: 'the configuration of one service' },
    success: { status: 200, detail: 'Service deleted.', body: ServiceReplyDto },
  })
  async delete(
    @Target('service_name') service: ProtectedService,
    @Body() body: PushBodyDto,
    @Query() query: PushQuery,
  ): Promise<ServiceReplyDto> {
    const deleted = await this.portal.pushing(
      body.service_push ?? query.service_push,
      'service_deleted',
      () => this.services.delete(service),
      (stored) => stored,
    );
    return { service: this.views.configured(deleted) };
  }

  @Endpoint(Get(':service_name/permissions'), {
    name: 'list_service_permissions',
    summary: 'List the permissions that can be set on a service',
    access: 'administrator',
    growth: { boundedBy: 'the names of permissions' },
    success: { status: 200, detail: 'Permissions listed.', body: PermissionListDto },
  })
  permissions(@Target('service_name') service: ProtectedService): PermissionListDto {
    return allowedList(service.type, 'service');
  }
}
