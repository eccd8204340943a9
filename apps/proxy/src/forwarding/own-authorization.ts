import type { Caller } from '@gatehouse/enforcement';
import { apiTokenIn } from '@gatehouse/identity';
import type { ServiceOptions } from '@gatehouse/proxy-options';

/**
 * Whether an `Authorization` header is for Gatehouse, so that the service must not receive it: it has identified the caller, or has
 * an API token, also where that was not accepted. Reference: sessions#api-tokens.
 */
// INVARIANT: credentials that are accepted at Gatehouse reach no service that has not opted in.
export function isForGatehouse(
  authorization: string,
  caller: Caller | undefined,
  { forwardCredentials }: Pick<ServiceOptions, 'forwardCredentials'>,
): boolean {
  if (forwardCredentials) return false;
  const hasIdentified = caller?.credentials === 'authorization' || caller?.credentials === 'basic';
  return hasIdentified || apiTokenIn(authorization) !== undefined;
}
