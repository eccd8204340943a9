import type { LiveSession } from './sessions';

/**
 * The session that identifies the caller of a request, of those that its cookies name. Sessions of different users identify
 * nobody: a page of a sibling host or of another port can add a cookie to those of its visitors, and nothing tells which of
 * them it is. Of one user, the latest sign-in counts. Reference: sessions#several-cookies.
 */
export function identifyingSession(named: readonly LiveSession[]): LiveSession | undefined {
  let [latest] = named;
  for (const session of named) {
    if (!latest || session.userId !== latest.userId) return undefined;
    if (session.startedAt > latest.startedAt) latest = session;
  }
  return latest;
}
