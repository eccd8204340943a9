import type { LocatedResource, ProtectedResource, ProtectedService } from '@gatehouse/directory';

/** A form of path that identifies a protected resource, with what is needed to build its controllers. */
export interface ResourcePath<Entity> {
  /** Word in operation ids and sentences. */
  readonly word: string;
  /** Path parameter that identifies the resource. */
  readonly param: string;
  /** Part of the path, e.g. `services/:service_name`. */
  readonly path: string;
  /** Converts the target to the protected resource. */
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
