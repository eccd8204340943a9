import type { Authority } from './authority';
import type { PermissionName } from './permission';
import type { Reason } from './reason';
import type { Decision } from './resolve';
import type { Target } from './target';

/** Decides about one permission on one resource; `AccessSnapshot` implements it. */
export interface Decider {
  decide(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
  ): Decision;
  authority(userId: number | undefined, serviceId: number): Pick<Authority, 'isAdministrator' | 'everywhere'>;
}

/**
 * The decision about a request. `everywhere` and `not-everywhere` refer to a permission that is needed everywhere in the
 * service; `not-covered` to a request that the grammar does not cover, by a caller without all permissions.
 */
export interface Verdict {
  readonly access: Decision['access'];
  readonly reason: Reason | 'everywhere' | 'not-everywhere' | 'not-covered';
  /** The permission that determined the decision, if any. */
  readonly permission?: PermissionName;
}

const ADMINISTRATOR: Verdict = Object.freeze({ access: 'allow', reason: 'administrator' });
const NOT_COVERED: Verdict = Object.freeze({ access: 'deny', reason: 'not-covered' });

/**
 * Decides about a request by what it needs: every requirement must be met, and the first one that is not determines the
 * result. Reference: permissions#decision, permissions#authority.
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
