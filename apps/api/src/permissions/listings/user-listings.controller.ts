import { Controller, Get, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { ProtectedService, UserRow } from '@gatehouse/directory';
import {
  ListedServicesReplyDto,
  ResourcesReplyDto,
  AssignmentSourcesQuery,
  ServiceTreeReplyDto,
  UserResourcesQuery,
  UserServicesQuery,
} from '@gatehouse/dto';
import { type Caller, Endpoint, FromCaller } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import { Target } from '../../targets/path-targets';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { AssignmentListings, extentFor } from './assignment-listings';
import { countedFor } from './counted-assignments';
import { restrictedRulesOf } from '../../sessions/api-token-rules';

/** The services and resources on which a user has permission assignments. Reference: permission-rules#listings. */
@Controller('users/:user_name')
export class UserListingsController {
  constructor(private readonly listings: AssignmentListings) {}

  @Endpoint(Get('services'), {
    name: 'list_user_services',
    summary: 'List the services on which a user has permissions',
    access: 'owner-or-anonymous',
    growth: 'streamed',
    success: { status: 200, detail: 'Services listed.', body: ListedServicesReplyDto },
    errors: ['service_type_unknown'],
    forRestrictedTokens: true,
  })
  services(
    @Target('user_name') user: UserRow,
    @Query() query: UserServicesQuery,
    @FromCaller() caller: Caller,
    @CurrentSnapshot() _access: AccessSnapshot,
  ): Written<ListedServicesReplyDto> {
    return this.listings.listServices(countedFor(user.id, query, restrictedRulesOf(caller)), query);
  }

  @Endpoint(Get('resources'), {
    name: 'list_user_resources',
    summary: 'List the resources on which a user has permissions, or all resources for administrators',
    access: 'owner-or-anonymous',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', body: ResourcesReplyDto },
    errors: ['service_type_unknown'],
    forRestrictedTokens: true,
  })
  resources(
    @Target('user_name') user: UserRow,
    @Query() query: UserResourcesQuery,
    @FromCaller() caller: Caller,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Written<ResourcesReplyDto> {
    const rules = restrictedRulesOf(caller);
    return this.listings.listResourcesOfUser(access, user.id, query, extentFor(caller, query), rules);
  }

  @Endpoint(Get('services/:service_name/resources'), {
    name: 'list_user_service_resources',
    summary: 'List the resources of a service on which a user has permissions',
    access: 'owner-or-anonymous',
    growth: 'streamed',
    success: { status: 200, detail: 'Resources listed.', body: ServiceTreeReplyDto },
    protect: [{ param: 'service_name', rule: 'visible' }],
    forRestrictedTokens: true,
  })
  serviceResources(
    @Target('user_name') user: UserRow,
    @Target('service_name') service: ProtectedService,
    @Query() query: AssignmentSourcesQuery,
    @FromCaller() caller: Caller,
    @CurrentSnapshot() _access: AccessSnapshot,
  ): Written<ServiceTreeReplyDto> {
    return this.listings.ofService(service, countedFor(user.id, query, restrictedRulesOf(caller)));
  }
}
