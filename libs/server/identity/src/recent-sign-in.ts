import type { Settings } from '@gatehouse/settings';
import type { LiveSession } from './session-store';

/** A signed-in caller of a request. */
export interface CallerSession {
  readonly userId: number;
  readonly session: Pick<LiveSession, 'signedInAt' | 'apiToken'>;
}

/**
 * Whether the session of a caller began recently with an interactive sign-in, so that the owner of the account is present.
 * Reference: sessions#sensitive-changes.
 */
export function isRecentSignIn(
  { session: { signedInAt } }: Pick<CallerSession, 'session'>,
  { recentSignIn }: Pick<Settings, 'recentSignIn'>,
): boolean {
  return signedInAt !== null && Date.now() - signedInAt.getTime() < recentSignIn * 1000;
}
