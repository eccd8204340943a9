import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { Group } from '@gatehouse/database';
import type { ProtectedService } from '@gatehouse/directory';
import {
  ListedServicesReplyDto,
  ResourcesReplyDto,
  ServiceTreeReplyDto,
  ServiceTypeQuery,
} from '@gatehouse/dto';
import { Endpoint } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { Target } from '../../targets/path-targets';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { AssignmentListings } from './assignment-listings';
import { assignmentsOfGroup, assignmentsOfGroupInTree } from './counted-assignments';

/** The services and resources on which a group has permission assignments. Reference: http#group-listings. */
@Controller('groups/:group_name')
export class GroupListingsController {
  constructor(private readonly listings: AssignmentListings) {}

  @Endpoint(Get('services'), {
    name: 'list_group_services',
    summary: 'List the services on which a group has permissions',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Services listed.', body: ListedServicesReplyDto },
    errors: ['service_type_unknown'],
  })
  services(
    @Target('group_name') group: Group,
    @Query() query: ServiceTypeQuery,
    @CurrentSnapshot() _access: AccessSnapshot,
  ): Written<ListedServicesReplyDto> {
    return this.listings.listServices(assignmentsOfGroup(group.id), query);
  }

  @Endpoint(Get('resources'), {
    name: 'list_group_resources',
    summary: 'List all services with the resources on which a group has permissions',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', body: ResourcesReplyDto },
    errors: ['service_type_unknown'],
  })
  resources(
    @Target('group_name') group: Group,
    @Query() query: ServiceTypeQuery,
    @CurrentSnapshot() _access: AccessSnapshot,
  ): Written<ResourcesReplyDto> {
    return this.listings.listResources(assignmentsOfGroupInTree(group.id), query, 'services', false);
  }

  @Endpoint(Get('services/:service_name/resources'), {
    name: 'list_group_service_resources',
    summary: 'List the resources of a service on which a group has permissions',
    access: 'administrator',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', body: ServiceTreeReplyDto },
  })
  serviceResources(
    @Target('group_name') group: Group,
    @Target('service_name') service: ProtectedService,
    @CurrentSnapshot() _access: AccessSnapshot,
  ): Written<ServiceTreeReplyDto> {
    return this.listings.ofService(service, assignmentsOfGroup(group.id));
  }
}
