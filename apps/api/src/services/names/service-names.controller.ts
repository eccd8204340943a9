import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import type { ProtectedService } from '@gatehouse/directory';
import { AnnouncedNamesDto, UnregisteredNamesDto, UnregisteredNamesQuery } from '@gatehouse/dto';
import { Endpoint, FromScope, type RequestScope } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';
import { serviceOptions } from '@gatehouse/proxy-options';
import { type MapNames, resolvedConfiguration } from '@gatehouse/service-types';
import { FairScheduler } from '@gatehouse/scheduling';
import { Target } from '../../targets/path-targets';
import { CurrentSnapshot } from '../../snapshot/current-snapshot';
import { toAnnounced, toEntry } from './names.mapper';
import { ServiceCapabilities, capabilitiesAddresses } from './service-capabilities';

const DEFAULT_LIMIT = 100;

/** Names of layers that are not registered. Reference: console-api#names-that-are-not-registered. */
@Controller('services/:service_name')
export class ServiceNamesController {
  constructor(
    private readonly capabilities: ServiceCapabilities,
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
  ) {}

  @Endpoint(Get('unregistered_names'), {
    name: 'list_unregistered_names',
    summary: 'List for whom names that are not registered are refused on the maps of a service',
    access: 'administrator',
    growth: 'paged',
    success: { status: 200, detail: 'Principals listed.', body: UnregisteredNamesDto },
  })
  async unregistered(
    @Target('service_name') service: ProtectedService,
    @Query() { offset = 0, limit = DEFAULT_LIMIT }: UnregisteredNamesQuery,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<UnregisteredNamesDto> {
    const maps = mapsOf(service);
    const names = maps?.permissions ?? [];
    const request = { serviceId: service.id, names, scopeType: maps?.scopeType, offset, limit };
    const page = await this.scheduler.run(scope.address, access.views.deniedBelow(request));
    // Deleted since it was found.
    if (!page) throw problem('service_not_found', {}, notFoundParam('service_name', service.name));
    const { unregisteredNames, registeredNamesOnly } = serviceOptions(service.proxy);
    return {
      revision: page.revision,
      unregistered_names: unregisteredNames,
      registered_names_only: registeredNamesOnly,
      permission_names: [...names].sort(),
      total: page.total,
      offset,
      truncated: page.truncated,
      entries: page.entries.map(toEntry),
    };
  }

  @Endpoint(Get('announced_names'), {
    name: 'list_announced_names',
    summary:
      'List the names that the capabilities of a map service announce, and as which resources they are registered',
    access: 'administrator',
    growth: { boundedBy: 'the capabilities that are read from one service' },
    success: { status: 200, detail: 'Names listed.', body: AnnouncedNamesDto },
    errors: ['service_without_maps', 'service_capabilities_unreadable'],
  })
  async announced(
    @Target('service_name') service: ProtectedService,
    @FromScope() scope: RequestScope,
    @CurrentSnapshot() access: AccessSnapshot,
  ): Promise<AnnouncedNamesDto> {
    const maps = mapsOf(service);
    if (!maps) throw problem('service_without_maps');
    const { endpoint } = serviceOptions(service.proxy);
    const addresses = capabilitiesAddresses(service.url ?? '', endpoint ? [endpoint] : maps.endpoints);
    const { names, truncated } = await this.capabilities.names(addresses, scope.address);
    const tree = access.treeOf(service.id);
    return { truncated, names: names.map((name) => toAnnounced(name, maps, service.type, tree)) };
  }
}

function mapsOf({ type, configuration }: ProtectedService): MapNames | undefined {
  return type.maps?.(resolvedConfiguration(type, configuration) ?? {});
}
