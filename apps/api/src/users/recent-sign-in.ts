import type { SignedInCaller } from '@gatehouse/http';
import type { Settings } from '@gatehouse/settings';

/**
 * Whether the session of a caller began recently with an interactive sign-in, so that the owner of the account is present.
 * Reference: sessions#sensitive-changes.
 */
export function isRecentSignIn(
  { session: { signedInAt } }: Pick<SignedInCaller, 'session'>,
  { recentSignIn }: Pick<Settings, 'recentSignIn'>,
): boolean {
  return signedInAt !== null && Date.now() - signedInAt.getTime() < recentSignIn * 1000;
}
