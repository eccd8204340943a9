import { Inject, Injectable } from '@nestjs/common';
import type { SignedInCaller } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import { problem } from '@gatehouse/problems';

/** Minutes after a sign-in for which it is recent. */
const MINUTES = 15;

/** Guards changes that give access to an account for longer than a session lasts. Reference: providers#identities. */
@Injectable()
export class RecentSignIns {
  constructor(@Inject(SessionStore) private readonly sessions: Pick<SessionStore, 'startOf'>) {}

  /** Throws `recent_sign_in_required` if the session of the caller is older. */
  async require({ session }: Pick<SignedInCaller, 'session'>): Promise<void> {
    const start = await this.sessions.startOf(session.sessionId);
    const isRecent = start !== undefined && Date.now() - start.getTime() < MINUTES * 60_000;
    if (!isRecent) throw problem('recent_sign_in_required', { minutes: MINUTES });
  }
}
