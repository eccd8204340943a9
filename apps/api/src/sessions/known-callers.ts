import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { SessionDirectory, SessionsUnavailable, SnapshotFollower } from '@gatehouse/access';
import { type SignedInCaller, scopeOf } from '@gatehouse/http';

/** Milliseconds that the snapshot is waited for, and for which it is not asked again when it did not answer. */
const TIMEOUT_MS = 1_000;

/** Callers as the access snapshot knows them at the newest revision. */
@Injectable()
export class KnownCallers {
  private askAgainAt = -Infinity;

  constructor(
    @Inject(SnapshotFollower) private readonly follower: SnapshotFollower,
    @Inject(SessionDirectory) private readonly sessions: SessionDirectory,
  ) {}

  /** Undefined when it cannot be told here, because the snapshot does not reach the newest revision in time. */
  async find(token: string, request: IncomingMessage): Promise<SignedInCaller | 'nobody' | undefined> {
    const scope = scopeOf(request);
    scope.knownRevision ??= await this.newestRevision();
    if (scope.knownRevision === undefined) return undefined;
    try {
      const session = await this.sessions.find(token);
      const snapshot = this.follower.snapshot();
      const user = session && snapshot.user(session.userId);
      if (!user) return 'nobody';
      const isAdministrator = snapshot.isAdministrator(user.id);
      return { kind: 'user', userId: user.id, userName: user.name, isAdministrator, session };
    } catch (error) {
      if (error instanceof SessionsUnavailable) return undefined;
      throw error;
    }
  }

  private async newestRevision(): Promise<number | undefined> {
    if (performance.now() < this.askAgainAt) return undefined;
    const newest = await this.follower.confirmNewest(TIMEOUT_MS);
    if (newest === undefined) this.askAgainAt = performance.now() + TIMEOUT_MS;
    return newest;
  }
}
