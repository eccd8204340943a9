import type { ServiceTree, TargetResource } from '@gatehouse/access-engine';

/**
 * Follows path segments down from the service as far as resources of those names exist. At the first that does not, the
 * walk ends: the resource reached represents the requested one, not exactly. Reference: request-mapping#parameters,
 * request-mapping#api.
 */
export function walk(tree: ServiceTree, segments: readonly string[]): TargetResource {
  let resourceId = tree.serviceId;
  for (const segment of segments) {
    const child = tree.childByName(resourceId, segment);
    if (child === undefined) return { resourceId, exact: false };
    resourceId = child;
  }
  return { resourceId, exact: true };
}
