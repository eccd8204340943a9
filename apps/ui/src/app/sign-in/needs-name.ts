import type { IdentityProviderSummaryDto } from '@gatehouse/dto';

/** Whether a sign-in with a provider begins with a name or identifier of the person, as with OpenID 2.0. */
export function needsName({ protocol }: Pick<IdentityProviderSummaryDto, 'protocol'>): boolean {
  return protocol === 'openid2';
}
