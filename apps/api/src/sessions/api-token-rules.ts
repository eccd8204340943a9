import type { PermissionName, RestrictionEntry, TokenRules } from '@gatehouse/access-engine';
import type { Caller } from '@gatehouse/http';
import type { ListedApiToken } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';

export function tokenNotFound(id: string) {
  return problem(
    'token_not_found',
    {},
    { param: { name: 'token_id', value: id, conditions: { not_none: false } } },
  );
}

/** The rules of a stored token, as the engine has them. */
export function rulesOf({
  isAdministrator,
  restriction,
}: Pick<ListedApiToken, 'isAdministrator' | 'restriction'>) {
  return {
    isAdministrator,
    restriction:
      restriction?.map(({ resource_id: resourceId, scope, names }): RestrictionEntry => ({
        resourceId,
        scope,
        names: names as readonly PermissionName[],
      })) ?? null,
  };
}

/** The rules of the API token of a caller, if it has a restriction: what the API answers is then computed with it. */
export function restrictedRulesOf(caller: Caller): TokenRules | undefined {
  const token = caller.kind === 'user' ? caller.session.apiToken : undefined;
  return token && token.restriction !== null ? token : undefined;
}
