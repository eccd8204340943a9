import type { AccessSnapshot, Requirement, ServiceView } from '@gatehouse/access-engine';
import {
  type PatternEngine,
  type Reading,
  type RequestBody,
  readPairs,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { type ServiceRoute, type RequestLimits, RoutedRequest, readingContext } from '@gatehouse/enforcement';

/** A request for a service with the body that was authorized; undefined if the body was not read. */
export interface DecidedRequest {
  readonly service: ServiceView;
  readonly method: string;
  readonly body: RequestBody | undefined;
}

/**
 * Whether a request needs the same with another query, so that its decision remains valid: the same permissions on the same
 * resources. Parameters that the change adds were configured by an administrator and are in every list. A request that the
 * grammar does not cover was allowed because its caller may do everything. Reference: permission-rules#decision.
 */
export function asksForTheSame(
  snapshot: AccessSnapshot,
  { service, method, body }: DecidedRequest,
  before: ServiceRoute,
  after: ServiceRoute,
  limits: RequestLimits,
  patterns: PatternEngine,
): boolean {
  const type = serviceTypeOf(service.type);
  if (!type) return false;
  const context = readingContext(snapshot, service, type, patterns);
  const parameters = new Set([...context.parameters, ...addedNames(before.query, after.query)]);
  const read = (route: ServiceRoute): Reading =>
    type.read(new RoutedRequest({ method, route }, limits, body), { ...context, parameters });
  const [one, other] = [read(before), read(after)];
  if (one.kind === 'outside') {
    return other.kind === 'covered' || !other.forAdministrators || one.forAdministrators;
  }
  return other.kind === 'covered' && isSame(one.target, other.target);
}

function addedNames(before: string, after: string): readonly string[] {
  const [known, all] = [readPairs(before.slice(1), 'query'), readPairs(after.slice(1), 'query')];
  if ('kind' in known || 'kind' in all) return [];
  const names = new Set(known.map(({ name }) => name));
  return all.map(({ name }) => name).filter((name) => !names.has(name));
}

function isSame(one: readonly Requirement[], other: readonly Requirement[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
