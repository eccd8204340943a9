import { type ResourceTypeName, type ServiceType, childTypesAllowedBelow } from '@gatehouse/service-types';

/** The resource types allowed below each resource type of a service; empty if every type is allowed below every other. */
export function structureOf(type: ServiceType): Record<string, readonly string[]> {
  const parents = Object.keys(type.structure ?? {}) as ResourceTypeName[];
  return Object.fromEntries(parents.map((parent) => [parent, childTypesAllowedBelow(type, parent)]));
}
