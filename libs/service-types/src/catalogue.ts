import type { PermissionName, TypeCatalogue } from '@gatehouse/access-engine';
import { accessService } from './types/access';
import { apiService, projectApiService } from './types/api';
import { geoserverService } from './types/geoserver';
import { geoserverWfsService } from './types/geoserver-wfs';
import { geoserverWmsService } from './types/geoserver-wms';
import { geoserverWpsService } from './types/geoserver-wps';
import { ncwmsService } from './types/ncwms';
import type { PatternEngine } from './pattern-engine';
import type { ChildTypeName, ConfigurationProblem, ResourceTypeName, ServiceType } from './service-type';
import { threddsService } from './types/thredds';
import { wfsService } from './types/wfs';
import { wpsService } from './types/wps';

/** Every service type, sorted by name. Reference: request-mapping#service-types. */
export const SERVICE_TYPES: readonly ServiceType[] = [
  accessService,
  apiService,
  geoserverService,
  geoserverWfsService,
  geoserverWmsService,
  geoserverWpsService,
  ncwmsService,
  projectApiService,
  threddsService,
  wfsService,
  wpsService,
];

const BY_NAME = new Map(SERVICE_TYPES.map((type) => [type.name, type]));

/** The names of all service types, sorted. */
export const SERVICE_TYPE_NAMES: readonly string[] = SERVICE_TYPES.map((type) => type.name);

/**
 * Which resource types can have children: files, layers and processes are always leaves.
 * Reference: request-mapping#structure.
 */
const MAY_HAVE_CHILDREN: Readonly<Record<ResourceTypeName, boolean>> = {
  service: true,
  directory: true,
  file: false,
  layer: false,
  workspace: true,
  route: true,
  process: false,
};

/** The names of all types of resource, `service` among them. */
export const RESOURCE_TYPE_NAMES = Object.keys(MAY_HAVE_CHILDREN) as readonly ResourceTypeName[];

/** The type of that exact name. */
export function serviceTypeOf(name: string): ServiceType | undefined {
  return BY_NAME.get(name);
}

/** The resource type of that exact name. */
export function resourceTypeOf(name: string): ResourceTypeName | undefined {
  return Object.hasOwn(MAY_HAVE_CHILDREN, name) ? (name as ResourceTypeName) : undefined;
}

/** Whether resources of a type can have children in any service. */
export function mayHaveChildren(type: ResourceTypeName): boolean {
  return MAY_HAVE_CHILDREN[type];
}

/** The types of resource that a service of this type can contain, sorted. */
export function childTypesOf(type: ServiceType): readonly ChildTypeName[] {
  return (Object.keys(type.resourceTypes) as ChildTypeName[]).sort();
}

/** The types that may be directly below a resource of type `parent` in such a service, sorted. */
export function childTypesAllowedBelow(
  type: ServiceType,
  parent: ResourceTypeName,
): readonly ChildTypeName[] {
  if (!mayHaveChildren(parent)) return [];
  return type.structure ? [...(type.structure[parent] ?? [])].sort() : childTypesOf(type);
}

/** The permissions that apply to a resource (or the service itself) in a service of this type, sorted. */
export function allowedPermissions(type: ServiceType, resource: ResourceTypeName): readonly PermissionName[] {
  return [...(resource === 'service' ? type.permissions : (type.resourceTypes[resource] ?? []))].sort();
}

type Configuration = Readonly<Record<string, unknown>>;

const NOTHING_STORED: Configuration = {};
const RESOLVED = new Map(
  SERVICE_TYPES.map(({ name }) => [name, new WeakMap<Configuration, Configuration>()]),
);

/**
 * The effective configuration of a service; `null` when its type has none. `stored` is an object, which must not
 * change afterwards, or null. Cached by stored object, because every request to the service needs it.
 */
export function resolvedConfiguration(type: ServiceType, stored: unknown): Configuration | null {
  if (!type.configuration) return null;
  const key = isObject(stored) ? stored : NOTHING_STORED;
  const cached = RESOLVED.get(type.name)?.get(key);
  if (cached) return cached;
  const resolved = type.configuration.resolve(key);
  RESOLVED.get(type.name)?.set(key, resolved);
  return resolved;
}

/** The problems of a configuration to be stored; `null` removes the configuration and is always valid. */
export function configurationProblems(
  type: ServiceType,
  value: unknown,
  patterns: PatternEngine,
): readonly ConfigurationProblem[] {
  if (value === null) return [];
  if (!isObject(value)) return [{ path: '', expected: 'an object or null' }];
  return type.configuration?.problemsOf(value, patterns) ?? [];
}

/**
 * The problems of a stored configuration that prevent requests from being read, such as a pattern of an earlier version
 * that the engine cannot compile. Cached by stored object, because every request to the service needs them.
 */
export function configurationObstacles(
  type: ServiceType,
  stored: unknown,
  patterns: PatternEngine,
): readonly ConfigurationProblem[] {
  const resolved = resolvedConfiguration(type, stored);
  return (resolved && type.configuration?.obstaclesIn?.(resolved, patterns)) ?? [];
}

function isObject(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NAMES_OF = new Map(SERVICE_TYPES.map((type) => [type.name, permissionsIn(type)]));

const NAMES_BELOW = new Map(
  SERVICE_TYPES.map(({ name, resourceTypes }) => [name, [...new Set(Object.values(resourceTypes).flat())]]),
);

function permissionsIn(type: ServiceType): readonly PermissionName[] {
  return [...new Set([...type.permissions, ...Object.values(type.resourceTypes).flat()])].sort();
}

/** The catalogue in the form that snapshots use. */
export const TYPE_CATALOGUE: TypeCatalogue = {
  permissionsOf: (serviceType, resourceType) => {
    const type = serviceTypeOf(serviceType);
    const resource = resourceTypeOf(resourceType);
    return type && resource ? allowedPermissions(type, resource) : [];
  },
  namesOf: (serviceType) => NAMES_OF.get(serviceType) ?? [],
  namesBelow: (serviceType) => NAMES_BELOW.get(serviceType) ?? [],
};
