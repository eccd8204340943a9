import { Inject, Injectable } from '@nestjs/common';
import { type PermissionList, allowedPermissionList } from '@gatehouse/access-engine';
import {
  type ResourceTypeName,
  SERVICE_TYPES,
  type ServiceType,
  allowedPermissions,
  childTypesAllowedBelow,
  childTypesOf,
  resolvedConfiguration,
} from '@gatehouse/service-types';
import type {
  BasicServiceDto,
  ConfiguredServiceDto,
  ServiceDetailDto,
  ServiceDto,
  ServicesReplyDto,
} from '@gatehouse/dto';
import { SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { type ProtectedService, ServicesService } from './services.service';

/** Services as the outside sees them, alone and in listings. Spec: http-api 12.1 and 12.2. */
@Injectable()
export class ServiceViews {
  constructor(
    private readonly services: ServicesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The listing of administrators: every type asked for has its key, with or without services; `flatten` gives one
   * list sorted by name.
   */
  async list(types: readonly ServiceType[], query: { flatten?: boolean }): Promise<ServicesReplyDto> {
    const services = (await this.services.list(types)).map((service) => this.listed(service));
    return { services: query.flatten ? services : categorized(types, services) };
  }

  basic({
    id,
    name,
    type,
    syncType,
  }: Omit<ProtectedService, 'url' | 'configuration' | 'proxy'>): BasicServiceDto {
    return {
      service_name: name,
      service_type: type.name,
      service_sync_type: syncType,
      service_configurable: type.configuration !== undefined,
      resource_id: id,
      public_url: `${this.settings.proxyPublicUrl}/${encodeURIComponent(name).replaceAll('%3A', ':')}`,
    };
  }

  /** As in the listings of administrators. */
  listed(service: ProtectedService): ServiceDto {
    return {
      ...this.basic(service),
      service_url: service.url,
      ...allowedList(service.type, 'service'),
    };
  }

  configured(service: ProtectedService): ConfiguredServiceDto {
    return {
      ...this.basic(service),
      service_url: service.url,
      configuration: resolvedConfiguration(service.type, service.configuration),
      proxy: service.proxy,
      ...allowedList(service.type, 'service'),
    };
  }

  detail(service: ProtectedService): ServiceDetailDto {
    const types = childTypesOf(service.type);
    return {
      ...this.configured(service),
      resource_child_allowed: types.length > 0,
      resource_types_allowed: types,
      resource_structure_allowed: structureOf(service.type),
    };
  }
}

const allowedLists = new Map<string, PermissionList>();

/** What can be set on a resource of some type in a service of some type. A tree shows the same list many times over. */
export function allowedList(service: ServiceType, resource: ResourceTypeName): PermissionList {
  const key = `${service.name}/${resource}`;
  const known = allowedLists.get(key);
  if (known) return known;
  const list = allowedPermissionList(allowedPermissions(service, resource));
  allowedLists.set(key, list);
  return list;
}

/** Which types may stand below which in a service; empty where each may stand below any. */
export function structureOf(type: ServiceType): Record<string, readonly string[]> {
  const parents = Object.keys(type.structure ?? {}) as ResourceTypeName[];
  return Object.fromEntries(parents.map((parent) => [parent, childTypesAllowedBelow(type, parent)]));
}

/**
 * The service types that a listing asks for, in their order: undefined for all of them; unknown ones are dropped.
 * Spec: http-api 1.5.
 */
export function typesAskedFor(text: string | undefined): readonly ServiceType[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const names = text
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return SERVICE_TYPES.filter((type) => names.includes(type.name));
}

/** What is shown of services, by type and then by name, with a key for each of `types` even where there is none. */
export function categorized<Shown extends { readonly service_name: string; readonly service_type: string }>(
  types: readonly ServiceType[],
  services: readonly Shown[],
): Record<string, Record<string, Shown>> {
  const byType = new Map(types.map((type) => [type.name, [] as [string, Shown][]]));
  for (const service of services) {
    const entries = byType.get(service.service_type) ?? [];
    byType.set(service.service_type, entries);
    entries.push([service.service_name, service]);
  }
  return Object.fromEntries(
    [...byType]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([type, entries]) => [type, Object.fromEntries(entries)]),
  );
}
