import { Controller, Get, Query } from '@nestjs/common';
import {
  SERVICE_TYPE_NAMES,
  type ServiceType,
  childTypesOf,
  mayHaveChildren,
} from '@gatehouse/service-types';
import {
  FlattenQuery,
  ResourceTypeNamesDto,
  ResourceTypesReplyDto,
  ServiceTypesDto,
  ServicesReplyDto,
} from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { Target } from '../targets/path-targets';
import { ServiceViews, allowedList } from './service-views';

/** Registered before the controller of services: `types` is not the name of a service. */
@Controller('services/types')
export class ServiceTypesController {
  constructor(private readonly views: ServiceViews) {}

  @Endpoint(Get(), {
    name: 'list_service_types',
    summary: 'List the types of services',
    access: 'administrator',
    growth: { boundedBy: 'the types of services' },
    success: { status: 200, detail: 'Service types listed.', body: ServiceTypesDto },
  })
  types(): ServiceTypesDto {
    return { service_types: SERVICE_TYPE_NAMES };
  }

  @Endpoint(Get(':service_type'), {
    name: 'list_services_of_type',
    summary: 'List the services of a type',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Services listed.', body: ServicesReplyDto },
    errors: ['service_type_unknown'],
  })
  list(
    @Target('service_type') type: ServiceType,
    @Query() query: FlattenQuery,
    @FromScope() scope: RequestScope,
  ): Written<ServicesReplyDto> | Promise<Written<ServicesReplyDto>> {
    return this.views.list([type], query, scope);
  }

  @Endpoint(Get(':service_type/resources'), {
    name: 'list_resource_types_of_service_type',
    summary: 'List the types of resources of a type of service, with their permissions',
    access: 'administrator',
    growth: { boundedBy: 'the types of services' },
    success: { status: 200, detail: 'Resource types listed.', body: ResourceTypesReplyDto },
    errors: ['service_type_name_invalid', 'service_type_not_found'],
  })
  resources(@Target('service_type') type: ServiceType): ResourceTypesReplyDto {
    return {
      resource_types: childTypesOf(type).map((resource) => ({
        resource_type: resource,
        resource_child_allowed: mayHaveChildren(resource),
        ...allowedList(type, resource),
      })),
    };
  }

  @Endpoint(Get(':service_type/resources/types'), {
    name: 'list_resource_type_names_of_service_type',
    summary: 'List the names of the types of resources of a type of service',
    access: 'administrator',
    growth: { boundedBy: 'the types of services' },
    success: { status: 200, detail: 'Resource types listed.', body: ResourceTypeNamesDto },
    errors: ['service_type_name_invalid', 'service_type_not_found'],
  })
  resourceTypes(@Target('service_type') type: ServiceType): ResourceTypeNamesDto {
    return { resource_types: childTypesOf(type) };
  }
}
