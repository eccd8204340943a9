import type { ResourceTypeName, ServiceType } from '@gatehouse/service-types';
import type { LocatedResource } from '../resources/resources.service';
import type { ProtectedService } from '../services/services.service';

/** What a rule is about: a resource, or a service as the root of its resources. */
export interface Place {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
  /** Type of the service that it belongs to: on this depends what can be set on it. */
  readonly serviceType: ServiceType;
}

/** One of the ways in which a path names a place, with what controllers of that way are made of. */
export interface PlacePath<Entity> {
  /** Word in operation ids and sentences. */
  readonly word: string;
  /** Path parameter whose target it is. */
  readonly param: string;
  /** Part of the path, e.g. `services/:service_name`. */
  readonly path: string;
  /** Makes the place out of the target. */
  readonly pipe: { transform(target: Entity): Place };
}

export const SERVICE_PATH: PlacePath<ProtectedService> = {
  word: 'service',
  param: 'service_name',
  path: 'services/:service_name',
  pipe: {
    transform: ({ id, name, type }) => ({ id, name, displayName: name, type: 'service', serviceType: type }),
  },
};

export const RESOURCE_PATH: PlacePath<LocatedResource> = {
  word: 'resource',
  param: 'resource_id',
  path: 'resources/:resource_id',
  pipe: { transform: ({ service, ...resource }) => ({ ...resource, serviceType: service.type }) },
};
