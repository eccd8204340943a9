import type { DataSource } from 'typeorm';
import { Session, SessionToken, type UnitOfWork } from '@gatehouse/database';
import type { Settings } from '@gatehouse/settings';
import { claimsOf, newToken } from '@gatehouse/wire';
import { type Keys, hmac } from './keys';

/** An active session, found by one of its tokens. */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: number;
  /** When its user signed in. */
  readonly startedAt: Date;
  readonly issuedAt: Date;
  /** When the newest token of the session was issued. */
  readonly newestIssuedAt: Date;
  /** When this token expires: its own end or that of the session, whichever is first. */
  readonly expiresAt: Date;
  /** When the session ends, however often its token is reissued. */
  readonly sessionExpiresAt: Date;
}

/** An issued token, with the `Max-Age` of its cookie in seconds (undefined: a cookie without expiry). */
export interface IssuedToken {
  readonly token: string;
  readonly maxAge: number | undefined;
}

export interface SessionOrigin {
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** What opened the session, if {@link SessionStore.endByOrigin} is to end it together with that. */
  readonly origin?: string | undefined;
}

interface Row {
  session_id: string;
  user_id: number;
  created_at: Date;
  issued_at: Date;
  newest_issued_at: Date;
  expires_at: Date | null;
  session_expires_at: Date;
}

/**
 * Sessions are rows and can be listed and revoked; their tokens are stored as HMACs, so that a copy of the database does
 * not allow signing in. Every start and end is a revision and reaches the proxies by the change feed.
 * Reference: sessions#cookie, sessions#sessions.
 */
export class SessionStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: Keys,
    private readonly settings: Pick<Settings, 'cookieExpire' | 'sessionMaxAge'>,
  ) {}

  /** The active session of a token; undefined if it is unknown, revoked or expired. */
  async find(token: string, now: Date = new Date()): Promise<LiveSession | undefined> {
    const claims = claimsOf(token);
    if (!claims) return undefined;
    const [row] = await this.dataSource.query<Row[]>(
      `SELECT t.session_id, s.user_id, s.created_at, t.issued_at, t.expires_at,
              s.expires_at AS session_expires_at,
              (SELECT max(n.issued_at) FROM session_tokens n WHERE n.session_id = s.id) AS newest_issued_at
         FROM session_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hmac = $1`,
      [this.digest(token)],
    );
    if (!row || row.user_id !== claims.userId) return undefined;
    const end = row.session_expires_at;
    const expiresAt = row.expires_at && row.expires_at < end ? row.expires_at : end;
    if (expiresAt <= now) return undefined;
    return {
      sessionId: row.session_id,
      userId: row.user_id,
      startedAt: row.created_at,
      issuedAt: row.issued_at,
      newestIssuedAt: row.newest_issued_at,
      expiresAt,
      sessionExpiresAt: end,
    };
  }

  /** When a session was started; undefined if it has ended. Its tokens may be newer. */
  async startOf(sessionId: string): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<{ created_at: Date }[]>(
      'SELECT created_at FROM sessions WHERE id = $1',
      [sessionId],
    );
    return row?.created_at;
  }

  /** Digest under which a token is stored. */
  digest(token: string): Buffer {
    return hmac(this.keys.session, token);
  }

  async start(userId: number, origin: SessionOrigin = {}, now: Date = new Date()): Promise<IssuedToken> {
    return this.unitOfWork.run(async () => {
      const expiresAt = new Date(now.getTime() + this.settings.sessionMaxAge * 1000);
      const session = await this.unitOfWork.manager.save(
        this.unitOfWork.manager.create(Session, {
          userId,
          createdAt: now,
          expiresAt,
          address: origin.address ?? null,
          userAgent: origin.userAgent?.slice(0, 300) ?? null,
          origin: origin.origin ?? null,
        }),
      );
      return this.issue(session.id, userId, expiresAt, now);
    });
  }

  /**
   * True when a tenth of the cookie's Max-Age has passed since the session got its newest token, so that the next reply
   * has a new one. Many clients keep sending their first cookie: they must not be issued
   * one at every request.
   */
  isDueForReissue(session: LiveSession, now: Date = new Date()): boolean {
    const { cookieExpire } = this.settings;
    if (cookieExpire === 0) return false;
    const due = session.newestIssuedAt.getTime() + (cookieExpire / 10) * 1000;
    // Near the end of the session a new cookie would not live longer than the old one.
    return now.getTime() >= due && session.expiresAt < session.sessionExpiresAt;
  }

  /** A further token of the same session. */
  async reissue(session: LiveSession, now: Date = new Date()): Promise<IssuedToken> {
    return this.unitOfWork.run(() =>
      this.issue(session.sessionId, session.userId, session.sessionExpiresAt, now),
    );
  }

  async end(sessionId: string): Promise<void> {
    await this.unitOfWork.run(() => this.unitOfWork.manager.delete(Session, { id: sessionId }));
  }

  /** Ends the sessions that valid tokens name, as a new sign-in or a sign-out by the browser that has them requires. */
  async endOfTokens(tokens: readonly string[], now: Date = new Date()): Promise<void> {
    if (tokens.length === 0) return;
    const digests = tokens.map((token) => this.digest(token));
    const found = await this.dataSource.query<{ session_id: string }[]>(
      `SELECT DISTINCT session_id FROM session_tokens
        WHERE token_hmac = ANY($1) AND (expires_at IS NULL OR expires_at > $2)`,
      [digests, now],
    );
    if (found.length === 0) return;
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager.query('DELETE FROM sessions WHERE id = ANY($1::uuid[])', [
        found.map(({ session_id: id }) => id),
      ]),
    );
  }

  /** Ends the sessions of a user, optionally except the current one. */
  async endAllOf(userId: number, exceptSessionId?: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager
        .createQueryBuilder()
        .delete()
        .from(Session)
        .where('user_id = :userId', { userId })
        .andWhere(exceptSessionId ? 'id <> :exceptSessionId' : 'true', { exceptSessionId })
        .execute(),
    );
  }

  /** Ends the sessions that one of `origins` opened, as renewed tokens and logouts at a provider require. */
  async endByOrigin(...origins: readonly string[]): Promise<void> {
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager.query('DELETE FROM sessions WHERE origin = ANY($1)', [origins]),
    );
  }

  /** Ends the sessions of a user whose origin begins so, as a logout of all sessions at a provider requires, but one. */
  async endAllOfOrigin(userId: number, prefix: string, exceptSessionId?: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager.query(
        'DELETE FROM sessions WHERE user_id = $1 AND starts_with(origin, $2) AND id IS DISTINCT FROM $3::uuid',
        [userId, prefix, exceptSessionId ?? null],
      ),
    );
  }

  /** Ends all sessions whose origin begins so. */
  async endAllOfOrigins(prefix: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager.query('DELETE FROM sessions WHERE starts_with(origin, $1)', [prefix]),
    );
  }

  /** Removes the recorded uses of ended sessions. */
  async removeStaleUses(): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM session_uses u WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = u.session_id)',
    );
  }

  /** Removes expired rows: at most `limit` of each kind, so that revisions are bounded. */
  async removeExpired(limit = 1000): Promise<void> {
    const [found] = await this.dataSource.query<unknown[]>(
      `SELECT 1 FROM sessions WHERE expires_at < now() UNION ALL
       SELECT 1 FROM session_tokens WHERE expires_at < now() LIMIT 1`,
    );
    if (!found) return;
    await this.unitOfWork.run(async () => {
      const { manager } = this.unitOfWork;
      await manager.query(
        'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < now() LIMIT $1)',
        [limit],
      );
      await manager.query(
        `DELETE FROM session_tokens WHERE token_hmac IN
           (SELECT token_hmac FROM session_tokens WHERE expires_at < now() LIMIT $1)`,
        [limit],
      );
    });
  }

  private async issue(sessionId: string, userId: number, sessionEnd: Date, now: Date): Promise<IssuedToken> {
    const left = Math.floor((sessionEnd.getTime() - now.getTime()) / 1000);
    const { cookieExpire } = this.settings;
    const maxAge = cookieExpire === 0 ? undefined : Math.min(cookieExpire, left);
    const token = newToken(userId, now);
    await this.unitOfWork.manager.insert(SessionToken, {
      tokenHmac: this.digest(token),
      sessionId,
      issuedAt: now,
      expiresAt: maxAge === undefined ? null : new Date(now.getTime() + maxAge * 1000),
    });
    return { token, maxAge };
  }
}
