import {
  type AccessSnapshot,
  type BelowExplanation,
  type EverywhereExplanation,
  type Explanation,
  type PermissionName,
  type Requirement,
  type ServiceView,
  type UnregisteredName,
  isUnregistered,
} from '@gatehouse/access-engine';
import { type Reading, serviceTypeOf } from '@gatehouse/service-types';
import { neededOutside } from '../evaluate-request';

/** A permission that a request needs on one resource, and why the caller has it or not. */
export interface ResourceNeed {
  readonly resourceId: number;
  /** Whether it is the requested resource itself; otherwise it is the closest registered ancestor. */
  readonly exact: boolean;
  readonly explanation: Explanation;
}

/** A permission that a request needs. */
export type Need =
  | {
      readonly permission: PermissionName;
      /** Resources in the order of evaluation, those without the permission first; at most {@link MAX_EXPLAINED}. */
      readonly resources: readonly ResourceNeed[];
      /** Number of all resources on which it is needed. */
      readonly total: number;
      readonly isMet: boolean;
    }
  | {
      readonly permission: PermissionName;
      readonly everywhere: EverywhereExplanation;
      readonly isMet: boolean;
    }
  | {
      readonly permission: PermissionName;
      readonly unregistered: UnregisteredName;
      /** Why the name inherits the permission or not. */
      readonly inherited: Explanation;
      readonly below: BelowExplanation;
      readonly isMet: boolean;
    };

/** What a request needs, all of which must be met. */
export interface ExplainedNeeds {
  /** Only administrators may send it. */
  readonly administrator: boolean;
  readonly permissions: readonly Need[];
}

/** Most resources of one permission that are explained: a request may name thousands. */
const MAX_EXPLAINED = 20;

/** Explains what a request needs, as it was read, for a user or an anonymous caller. Reference: permission-rules#explain. */
export function explainedNeeds(
  snapshot: AccessSnapshot,
  userId: number | undefined,
  service: ServiceView,
  reading: Reading,
): ExplainedNeeds {
  if (reading.kind === 'covered') {
    const permissions = reading.target.map((requirement) =>
      explainedRequirement(snapshot, userId, service, requirement),
    );
    return { administrator: false, permissions };
  }
  const type = serviceTypeOf(service.type);
  const needs = type ? neededOutside(reading, service, type) : 'administrator';
  if (needs === 'administrator') return { administrator: true, permissions: [] };
  return {
    administrator: needs.length === 0,
    permissions: needs.map((permission) => everywhere(snapshot, userId, service, permission)),
  };
}

function explainedRequirement(
  snapshot: AccessSnapshot,
  userId: number | undefined,
  service: ServiceView,
  { permission, on }: Requirement,
): Need {
  if (on === 'everywhere') return everywhere(snapshot, userId, service, permission);
  if (isUnregistered(on)) return unregisteredNeed(snapshot, userId, permission, on);
  const denied = on.filter(
    ({ resourceId, exact }) => snapshot.decide(userId, resourceId, permission, exact).access === 'deny',
  );
  const first =
    denied.length === 0 ? on : [...denied, ...on.filter((resource) => !denied.includes(resource))];
  const resources = first.slice(0, MAX_EXPLAINED).map(({ resourceId, exact }) => ({
    resourceId,
    exact,
    explanation: snapshot.explain(userId, resourceId, permission, exact),
  }));
  return { permission, resources, total: on.length, isMet: denied.length === 0 };
}

function unregisteredNeed(
  snapshot: AccessSnapshot,
  userId: number | undefined,
  permission: PermissionName,
  unregistered: UnregisteredName,
): Need {
  const inherited = snapshot.explain(userId, unregistered.inheritsFrom, permission, false);
  const below = snapshot.explainBelow(userId, unregistered.below, permission);
  const mayBeNamed = !unregistered.isReserved || snapshot.isAdministrator(userId);
  const isMet = inherited.access === 'allow' && mayBeNamed && !below.isDenied;
  return { permission, unregistered, inherited, below, isMet };
}

function everywhere(
  snapshot: AccessSnapshot,
  userId: number | undefined,
  service: ServiceView,
  permission: PermissionName,
): Need {
  const explanation = snapshot.explainEverywhere(userId, service.resourceId, permission);
  const isMet = explanation.granted || snapshot.isAdministrator(userId);
  return { permission, everywhere: explanation, isMet };
}
