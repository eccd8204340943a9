import type { LocatedResource, ProtectedResource, ProtectedService } from '@gatehouse/directory';

/** One of the ways in which a path names a protected resource, with what its controllers are built from. */
export interface ResourcePath<Entity> {
  /** Word in operation ids and sentences. */
  readonly word: string;
  /** Path parameter whose target it is. */
  readonly param: string;
  /** Part of the path, e.g. `services/:service_name`. */
  readonly path: string;
  /** Makes the protected resource from the target. */
  readonly pipe: { transform(target: Entity): ProtectedResource };
}

export const SERVICE_PATH: ResourcePath<ProtectedService> = {
  word: 'service',
  param: 'service_name',
  path: 'services/:service_name',
  pipe: {
    transform: ({ id, name, type }) => ({ id, name, displayName: name, type: 'service', serviceType: type }),
  },
};

export const RESOURCE_PATH: ResourcePath<LocatedResource> = {
  word: 'resource',
  param: 'resource_id',
  path: 'resources/:resource_id',
  pipe: { transform: ({ service, ...resource }) => ({ ...resource, serviceType: service.type }) },
};
