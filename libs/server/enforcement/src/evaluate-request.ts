import {
  type AccessSnapshot,
  type AccessView,
  type PermissionName,
  type ServiceView,
  type Verdict,
  enforce,
  enforceOutside,
} from '@gatehouse/access-engine';
import { serviceOptions } from '@gatehouse/proxy-options';
import {
  type Outside,
  type PatternEngine,
  type Reading,
  type ServiceRequest,
  type ServiceType,
  resolvedConfiguration,
} from '@gatehouse/service-types';
import { outsideNeedsOf } from './service-authority';
import { readingContext } from './routed-request';

/** A request as it was read, and the decision about it. */
export interface EvaluatedRequest {
  readonly reading: Reading;
  readonly verdict: Verdict;
}

/** Reads a request by the grammar of its service's type and decides about it. Reference: permission-rules#authority. */
export function evaluateRequest(
  snapshot: AccessSnapshot,
  userId: number | undefined,
  service: ServiceView,
  type: ServiceType,
  request: ServiceRequest,
  patterns: PatternEngine,
): EvaluatedRequest {
  const reading = type.read(request, readingContext(snapshot, service, type, patterns));
  return { reading, verdict: verdictOf(reading, snapshot, userId, service, type) };
}

/** What the permission assignments decide about a request that was read. */
export function verdictOf(
  reading: Reading,
  access: Pick<AccessView, 'decide' | 'authority' | 'isDeniedBelow'>,
  userId: number | undefined,
  service: ServiceView,
  type: ServiceType,
): Verdict {
  const { resourceId } = service;
  return reading.kind === 'covered'
    ? enforce(access, userId, resourceId, reading.target)
    : enforceOutside(access, userId, resourceId, neededOutside(reading, service, type));
}

/** What a request that the grammar does not cover needs everywhere. */
export function neededOutside(
  { forAdministrators }: Outside,
  service: ServiceView,
  type: ServiceType,
): readonly PermissionName[] | 'administrator' {
  const configuration = resolvedConfiguration(type, service.configuration) ?? {};
  const needs = outsideNeedsOf(type, configuration, serviceOptions(service.proxy));
  return forAdministrators || needs === 'administrator' ? 'administrator' : needs.names;
}
