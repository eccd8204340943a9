import type { AccessSnapshot } from '@gatehouse/access-engine';
import { type DeclaredError } from '@gatehouse/http';
import { notFoundParam, problem } from '@gatehouse/problems';

/** Errors of {@link principalInQuery}. */
export const PRINCIPAL_ERRORS: readonly DeclaredError[] = [
  'principal_required',
  'user_not_found',
  'group_not_found',
];

export interface FoundPrincipal {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
}

/** The user or group that a query names: exactly one of them. */
export function principalInQuery(
  access: AccessSnapshot,
  { user_name: user, group_name: group }: { user_name?: string; group_name?: string },
): FoundPrincipal {
  if ((user === undefined) === (group === undefined)) throw problem('principal_required');
  if (user !== undefined) {
    const found = access.userByName(user);
    if (!found) throw problem('user_not_found', {}, notFoundParam('user_name', user));
    return { kind: 'user', ...found };
  }
  const found = access.groupByName(group ?? '');
  if (!found) throw problem('group_not_found', {}, notFoundParam('group_name', group));
  return { kind: 'group', ...found };
}
