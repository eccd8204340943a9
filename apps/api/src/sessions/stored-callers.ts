import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS, type SignedInCaller } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import type { Settings } from '@gatehouse/settings';

interface Account {
  name: string;
  is_administrator: boolean;
}

/** Callers as the database knows them: the slower way, for while the change feed is interrupted. */
@Injectable()
export class StoredCallers {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  async find(token: string): Promise<SignedInCaller | 'nobody'> {
    const session = await this.sessions.find(token);
    const account = session && (await this.accountOf(session.userId));
    if (!account) return 'nobody';
    const { name, is_administrator: isAdministrator } = account;
    return { kind: 'user', userId: session.userId, userName: name, isAdministrator, session };
  }

  private async accountOf(userId: number): Promise<Account | undefined> {
    const [account] = await this.dataSource.query<Account[]>(
      `SELECT u.name, EXISTS (SELECT 1 FROM memberships m JOIN groups g ON g.id = m.group_id
         WHERE m.user_id = u.id AND g.name = $2) AS is_administrator
       FROM users u WHERE u.id = $1`,
      [userId, this.settings.adminGroup],
    );
    return account;
  }
}
