import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ANONYMOUS, type Caller, type Identification, LOGGER, SETTINGS } from '@gatehouse/http';
import { type LiveSession, SessionStore, setCookie, tokensIn } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';

interface Account {
  name: string;
  is_administrator: boolean;
}

/** Who calls, by the session cookie; and the fresh cookie that a reply carries when it is time. Spec: http-api 6.2. */
@Injectable()
export class CookieIdentification implements Identification {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SessionStore) private readonly sessions: SessionStore,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  async identify(request: IncomingMessage & { res?: ServerResponse }): Promise<Caller> {
    // A client may still send the cookie of an earlier session beside the one that counts.
    for (const token of tokensIn(request.headers.cookie, this.settings.cookieName).slice(0, MOST_TOKENS)) {
      const session = await this.sessions.find(token);
      const account = session && (await this.accountOf(session.userId));
      if (!session || !account) continue;
      if (request.res) await this.reissue(session, request.res);
      return {
        kind: 'user',
        userId: session.userId,
        userName: account.name,
        isAdministrator: account.is_administrator,
        session,
      };
    }
    return ANONYMOUS;
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

  /** A request that would have been served with the old cookie is not failed over a new one. */
  private async reissue(session: LiveSession, response: ServerResponse): Promise<void> {
    if (!this.sessions.isDueForReissue(session)) return;
    try {
      const { token, maxAge } = await this.sessions.reissue(session);
      response.appendHeader('Set-Cookie', setCookie(this.settings, token, maxAge, new Date()));
    } catch (error) {
      this.logger.warn({ error, userId: session.userId }, 'the session cookie could not be reissued');
    }
  }
}

const MOST_TOKENS = 4;
