import { Inject, Injectable } from '@nestjs/common';
import { type PermissionList, allowedPermissionList } from '@gatehouse/access-engine';
import {
  type ResourceTypeName,
  SERVICE_TYPES,
  type ServiceType,
  allowedPermissions,
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
import {
  type ProtectedService,
  type Public,
  SERVICE_TABLE,
  Services,
  shownAs,
  structureOf,
} from '@gatehouse/directory';
import { type RequestScope, SETTINGS } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';
import { type Written, shareText } from '@gatehouse/wire';
import { InMemoryState } from '../snapshot/in-memory-state';
import { LiveServices } from './live-services';

const toPublic = shownAs(SERVICE_TABLE, ['public']);
const toListed = shownAs(SERVICE_TABLE, ['list']);
const toDetailed = shownAs(SERVICE_TABLE, ['details']);

/** What all callers who can see a service may know of it. */
type PublicService = Pick<ProtectedService, 'id' | 'name' | 'type'> & Public<typeof SERVICE_TABLE>;

/** The fields of services in replies, for single services and listings. Reference: http#service-object, http#service-routes. */
@Injectable()
export class ServiceViews {
  constructor(
    private readonly services: Services,
    private readonly state: InMemoryState,
    private readonly live: LiveServices,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The listing for administrators: each requested type has a key, even without services; `flatten` returns one list,
   * sorted by name.
   */
  list(
    types: readonly ServiceType[],
    query: { flatten?: boolean },
    scope: RequestScope,
  ): Written<ServicesReplyDto> | Promise<Written<ServicesReplyDto>> {
    const listed = { types, keys: types, show: (service: ProtectedService) => this.listed(service) };
    return this.state.read<Written<ServicesReplyDto>>(
      scope,
      () => ({ services: query.flatten ? this.live.sorted(listed) : this.live.byTypeAndName(listed) }),
      async () => {
        const shown = (await this.services.list(types)).map((service) => this.listed(service));
        return { services: query.flatten ? shown : categorized(types, shown) };
      },
    );
  }

  basic(service: PublicService): BasicServiceDto {
    const { id, name, type } = service;
    return {
      service_name: name,
      service_type: type.name,
      ...toPublic(service),
      service_configurable: type.configuration !== undefined,
      resource_id: id,
      public_url: `${this.settings.proxyPublicUrl}/${encodeURIComponent(name).replaceAll('%3A', ':')}`,
    };
  }

  /** The fields in listings for administrators. */
  listed(service: ProtectedService): ServiceDto {
    return { ...this.basic(service), ...toListed(service), ...allowedList(service.type, 'service') };
  }

  configured(service: ProtectedService): ConfiguredServiceDto {
    return {
      ...this.basic(service),
      ...toListed(service),
      ...toDetailed(service),
      configuration: resolvedConfiguration(service.type, service.configuration),
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

/** The permissions allowed on resources of a type in services of a type. Cached: a tree shows the same list many times. */
export function allowedList(service: ServiceType, resource: ResourceTypeName): PermissionList {
  const key = `${service.name}/${resource}`;
  const cached = allowedLists.get(key);
  if (cached) return cached;
  const { permission_names, permissions } = allowedPermissionList(allowedPermissions(service, resource));
  const list = { permission_names: shareText(permission_names), permissions: shareText(permissions) };
  allowedLists.set(key, list);
  return list;
}

/**
 * The service types that a listing requests, in the order of SERVICE_TYPES; undefined means all. Unknown names are ignored.
 * Reference: http#query-parameters.
 */
export function requestedTypes(text: string | undefined): readonly ServiceType[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const names = text
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return SERVICE_TYPES.filter((type) => names.includes(type.name));
}

/** Services by type and then by name, with a key for each of `types` even without services. */
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
