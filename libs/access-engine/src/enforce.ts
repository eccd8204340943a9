import type { PermissionName } from './permission';
import type { Decision, Reason } from './resolve';
import type { Target } from './target';

/** Whatever can decide about one permission on one resource, such as an `AccessSnapshot`. */
export interface Decider {
  decide(
    userId: number | undefined,
    resourceId: number,
    permission: PermissionName,
    exact: boolean,
  ): Decision;
}

/** The decision about a request; `not-mapped` when it is not known what the request asks for. */
export interface Verdict {
  readonly access: Decision['access'];
  readonly reason: Reason | 'not-mapped';
}

const NOT_MAPPED: Verdict = Object.freeze({ access: 'deny', reason: 'not-mapped' });

/**
 * Decides about a request by what it asks for: every resource must be allowed, and the first refusal is the answer.
 * What cannot be mapped is refused to everybody, administrators included. spec: permissions 3.6.
 */
export function enforce(
  decider: Decider,
  userId: number | undefined,
  target: Target | { readonly invalid: string } | undefined,
): Verdict {
  if (!target || 'invalid' in target) return NOT_MAPPED;
  let verdict = NOT_MAPPED;
  for (const { resourceId, exact } of target.resources) {
    verdict = decider.decide(userId, resourceId, target.permission, exact);
    if (verdict.access === 'deny') return verdict;
  }
  return verdict;
}
