import type { Authority } from './authority';
import type { PermissionName } from './permission';
import type { Reason } from './reason';
import type { Decision } from './resolve';
import { type Target, type UnregisteredName, isUnregistered } from './target';

/** Decides about one permission on one resource; `AccessSnapshot` implements it. */
export interface Decider {
  decide(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
  ): Decision;
  authority(userId: number | undefined, serviceId: number): Pick<Authority, 'isAdministrator' | 'everywhere'>;
  isDeniedBelow(userId: number | undefined, resourceId: number, permission: PermissionName): boolean;
}

/**
 * The decision about a request. `everywhere` and `not-everywhere` refer to a permission that is needed everywhere in the
 * service; `not-covered` to a request that the grammar does not cover, by a caller without all permissions; `denied-below` and
 * `not-registered` to a name that is not registered: something below its closest registered ancestor is denied, or such names
 * are reserved for administrators.
 */
export interface Verdict {
  readonly access: Decision['access'];
  readonly reason:
    | Reason
    | 'everywhere'
    | 'not-everywhere'
    | 'not-covered'
    | 'denied-below'
    | 'not-registered';
  /** The permission that determined the decision, if any. */
  readonly permission?: PermissionName;
  /** The name that is not registered, where it determined a denial. */
  readonly unregistered?: UnregisteredName;
}

const ADMINISTRATOR: Verdict = Object.freeze({ access: 'allow', reason: 'administrator' });
const NOT_COVERED: Verdict = Object.freeze({ access: 'deny', reason: 'not-covered' });

/**
 * Decides about a request by what it needs: every requirement must be met, and the first one that is not determines the
 * result. Reference: permission-rules#decision, permission-rules#authority.
 */
export function enforce(
  decider: Decider,
  userId: number | undefined,
  serviceId: number,
  target: Target,
): Verdict {
  let verdict = NOT_COVERED;
  for (const { permission, on } of target) {
    if (on === 'everywhere') {
      verdict = everywhere(decider, userId, serviceId, permission);
      if (verdict.access === 'deny') return verdict;
      continue;
    }
    if (isUnregistered(on)) {
      verdict = below(decider, userId, serviceId, permission, on);
      if (verdict.access === 'deny') return verdict;
      continue;
    }
    for (const { resourceId, exact } of on) {
      const { access, reason } = decider.decide(userId, resourceId, permission, exact);
      verdict = { access, reason, permission };
      if (access === 'deny') return verdict;
    }
  }
  return verdict;
}

/** Decides about a request that the grammar does not cover: `needs` are permissions everywhere, or an administrator. */
export function enforceOutside(
  decider: Decider,
  userId: number | undefined,
  serviceId: number,
  needs: readonly PermissionName[] | 'administrator',
): Verdict {
  const authority = decider.authority(userId, serviceId);
  if (authority.isAdministrator) return ADMINISTRATOR;
  if (needs === 'administrator' || needs.length === 0) return NOT_COVERED;
  const missing = needs.find((name) => !authority.everywhere.has(name));
  return missing === undefined
    ? { access: 'allow', reason: 'everywhere' }
    : { access: 'deny', reason: 'not-covered', permission: missing };
}

function everywhere(
  decider: Decider,
  userId: number | undefined,
  serviceId: number,
  permission: PermissionName,
): Verdict {
  const authority = decider.authority(userId, serviceId);
  if (authority.isAdministrator) return { ...ADMINISTRATOR, permission };
  return authority.everywhere.has(permission)
    ? { access: 'allow', reason: 'everywhere', permission }
    : { access: 'deny', reason: 'not-everywhere', permission };
}

/** The permission is inherited, and nothing below may be denied. Reference: permission-rules#below. */
function below(
  decider: Decider,
  userId: number | undefined,
  serviceId: number,
  permission: PermissionName,
  unregistered: UnregisteredName,
): Verdict {
  const { access, reason } = decider.decide(userId, unregistered.inheritsFrom, permission, false);
  if (access === 'deny') return { access, reason, permission };
  if (unregistered.isReserved) {
    return decider.authority(userId, serviceId).isAdministrator
      ? { access, reason, permission }
      : { access: 'deny', reason: 'not-registered', permission, unregistered };
  }
  return decider.isDeniedBelow(userId, unregistered.below, permission)
    ? { access: 'deny', reason: 'denied-below', permission, unregistered }
    : { access, reason, permission };
}
