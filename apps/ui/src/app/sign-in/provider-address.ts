import type { IdentityProviderSummaryDto } from '@gatehouse/dto';

/**
 * Where a sign-in with a provider begins. It leads to `wanted` afterwards, a path on our origin, or else to the console. `name` is
 * the name of the user at a provider that needs it.
 */
export function providerAddress(
  { sign_in_url }: Pick<IdentityProviderSummaryDto, 'sign_in_url'>,
  origin: string,
  wanted: string | null,
  name?: string,
): string {
  const address = new URL(sign_in_url, origin);
  if (name !== undefined) address.searchParams.set('id', name);
  if (wanted !== null) address.searchParams.set('return', wanted);
  return address.href;
}
