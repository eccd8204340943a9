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
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
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
    return { service: this.views.configured(await this.services.create(toNewService(body))) };
  }

  @Endpoint(Get(':service_name'), {
    name: 'get_service',
    summary: 'Read a service',
    access: 'administrator',
    growth: { boundedBy: 'the configuration of one service' },
    success: { status: 200, detail: 'Service found.', body: ServiceDetailReplyDto },
  })
  get(@Target('service_name') service: ProtectedService): ServiceDetailReplyDto {
    return { service: this.views.detail(service) };
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
    return { service: this.views.configured(await this.services.update(service, toServiceChange(body))) };
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
    @Body() _body: PushBodyDto,
    @Query() _query: PushQuery,
  ): Promise<ServiceReplyDto> {
    return { service: this.views.configured(await this.services.delete(service)) };
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
