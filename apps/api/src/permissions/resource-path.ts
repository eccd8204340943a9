import type { ProtectedResource } from '@gatehouse/directory';
import type { PathTargets } from '../targets/path-targets';

/** A form of path that identifies a protected resource, with what is needed to build its controllers. */
export interface ResourcePath<Param extends 'service_name' | 'resource_id'> {
  /** Word in operation ids and sentences. */
  readonly word: string;
  /** Path parameter that identifies the resource. */
  readonly param: Param;
  /** Part of the path, e.g. `services/:service_name`. */
  readonly path: string;
  /** Converts the target to the protected resource. */
  readonly pipe: { transform(target: PathTargets[Param]): ProtectedResource };
}

export const SERVICE_PATH: ResourcePath<'service_name'> = {
  word: 'service',
  param: 'service_name',
  path: 'services/:service_name',
  pipe: {
    transform: ({ id, name, type }) => ({ id, name, displayName: name, type: 'service', serviceType: type }),
  },
};

export const RESOURCE_PATH: ResourcePath<'resource_id'> = {
  word: 'resource',
  param: 'resource_id',
  path: 'resources/:resource_id',
  pipe: { transform: ({ service, ...resource }) => ({ ...resource, serviceType: service.type }) },
};
