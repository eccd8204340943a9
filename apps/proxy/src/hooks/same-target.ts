import { type AccessSnapshot, type ServiceView, type Target } from '@gatehouse/access-engine';
import { type RequestBody, isInvalid, resolvedConfiguration, serviceTypeOf } from '@gatehouse/service-types';
import type { ServiceRoute } from '../enforcement/routes';
import { RoutedRequest } from '../enforcement/service-request';

/** A request for a service with the body that it was decided on; undefined where its body was not read. */
export interface DecidedRequest {
  readonly service: ServiceView;
  readonly method: string;
  readonly body: RequestBody | undefined;
}

/**
 * Whether a request asks for the same with another query, so that the decision about it stands: the same permission on the
 * same resources, and no need of a body that was not read. Spec: permissions 3.6.
 */
export function asksForTheSame(
  snapshot: AccessSnapshot,
  { service, method, body }: DecidedRequest,
  before: ServiceRoute,
  after: ServiceRoute,
): boolean {
  const type = serviceTypeOf(service.type);
  if (!type) return false;
  const configuration = resolvedConfiguration(type, service.configuration) ?? {};
  const changed = new RoutedRequest(method, after, body);
  if (body === undefined && type.needsBody?.(changed, configuration)) return false;
  const targetOf = (routed: RoutedRequest): Target | undefined => {
    const target = type.targetOf(routed, snapshot.treeOf(service.resourceId), configuration);
    return isInvalid(target) ? undefined : target;
  };
  const [one, other] = [targetOf(new RoutedRequest(method, before, body)), targetOf(changed)];
  return one !== undefined && other !== undefined && isSame(one, other);
}

function isSame(one: Target, other: Target): boolean {
  return (
    one.permission === other.permission &&
    one.resources.length === other.resources.length &&
    one.resources.every(({ resourceId, exact }, index) => {
      const twin = other.resources[index];
      return twin?.resourceId === resourceId && twin.exact === exact;
    })
  );
}
