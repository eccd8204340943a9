import { Inject, Injectable } from '@nestjs/common';
import { Accounts } from '@gatehouse/directory';
import type { SignedInCaller } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';

/** Callers from the database: slower, used while the change feed is interrupted. */
@Injectable()
export class StoredCallers {
  constructor(
    @Inject(SessionStore) private readonly sessions: SessionStore,
    private readonly accounts: Accounts,
  ) {}

  async find(token: string): Promise<SignedInCaller | 'unknown'> {
    const session = await this.sessions.find(token);
    const account = session && (await this.accounts.summaryOf(session.userId));
    if (!account) return 'unknown';
    const { name, isAdministrator } = account;
    return { kind: 'user', userId: session.userId, userName: name, isAdministrator, session };
  }
}
