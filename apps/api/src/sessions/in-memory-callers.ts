import { Inject, Injectable } from '@nestjs/common';
import { SessionDirectory, SessionsUnavailable } from '@gatehouse/access';
import type { RequestScope, SignedInCaller } from '@gatehouse/http';
import type { LiveSession } from '@gatehouse/identity';
import type { InMemoryRecords } from '../snapshot/in-memory-records';
import { InMemoryState } from '../snapshot/in-memory-state';

/** Callers from the memory of this process, at the newest revision. */
@Injectable()
export class InMemoryCallers {
  constructor(
    private readonly state: InMemoryState,
    @Inject(SessionDirectory) private readonly sessions: SessionDirectory,
  ) {}

  /** Undefined if it cannot be decided from memory, because confirming the newest revision timed out. */
  async find(
    token: string,
    scope: Pick<RequestScope, 'confirmedRevision'>,
  ): Promise<SignedInCaller | 'unknown' | undefined> {
    if (!(await this.state.at(scope))) return undefined;
    try {
      const found = this.sessions.find(token);
      const session = found instanceof Promise ? await found : found;
      return session ? callerOf(session, this.state.records()) : 'unknown';
    } catch (error) {
      if (error instanceof SessionsUnavailable) return undefined;
      throw error;
    }
  }
}

function callerOf(session: LiveSession, { snapshot }: InMemoryRecords): SignedInCaller | 'unknown' {
  const user = snapshot.user(session.userId);
  if (!user) return 'unknown';
  const isAdministrator = snapshot.isAdministrator(user.id);
  return { kind: 'user', userId: user.id, userName: user.name, isAdministrator, session };
}
