import type { LiveSession } from './session-store';

/**
 * The session that identifies the caller of a request, of those that its cookies name. Sessions of different users identify
 * nobody: a page of a sibling host or of another port can add a cookie to those of its visitors, and nothing tells which of
 * them it is. Of one user, the latest interactive sign-in counts. Reference: sessions#several-cookies.
 */
export function identifyingSession(named: readonly LiveSession[]): LiveSession | undefined {
  let [latest] = named;
  for (const session of named) {
    if (!latest || session.userId !== latest.userId) return undefined;
    if (signInTime(session) > signInTime(latest)) latest = session;
  }
  return latest;
}

/** Sessions that a token has opened come after all others. */
function signInTime({ signedInAt }: LiveSession): number {
  return signedInAt?.getTime() ?? -Infinity;
}
