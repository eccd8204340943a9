import type { TokenRules } from '@gatehouse/access-engine';
import type { DataSource } from 'typeorm';
import type { Due, UnitOfWork } from '@gatehouse/database';
import type { Settings } from '@gatehouse/settings';
import { claimsOf, newToken } from '@gatehouse/wire';
import { type Keys, hmac } from './keys';
import { SessionRepository } from './session-repository';

/** An active session, found by one of its tokens. */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: number;
  readonly issuedAt: Date;
  /** When the newest token of the session was issued. */
  readonly newestIssuedAt: Date;
  /** When this token expires: its own end or that of the session, whichever is first. */
  readonly expiresAt: Date;
  /** When the session ends, however often its token is reissued. */
  readonly sessionExpiresAt: Date;
  /** When the user has signed in interactively; null if a token opened the session. Reissued tokens keep it. */
  readonly signedInAt: Date | null;
  /** What opened the session, as in {@link SessionOrigin}. */
  readonly origin: string | null;
  /** The API token that stands for a session; absent for a session of a cookie. */
  readonly apiToken?: LiveApiToken;
}

/** What a caller with an API token may do of what the owner may do. */
export interface LiveApiToken extends TokenRules {
  readonly id: string;
  readonly name: string;
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
  /** Whether the user has given the password, or signed in at a provider in the browser; false for every kind of token. */
  readonly isInteractive?: boolean | undefined;
}

/**
 * Sessions are rows and can be listed and revoked; their tokens are stored as HMACs, so that a copy of the database does
 * not allow signing in. Every start and end is a revision and reaches the proxies by the change feed.
 * Reference: sessions#cookie, sessions#sessions.
 */
export class SessionStore {
  private readonly rows: SessionRepository;

  constructor(
    dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: Keys,
    private readonly settings: Pick<Settings, 'cookieExpire' | 'sessionMaxAge'>,
  ) {
    this.rows = new SessionRepository(dataSource, unitOfWork);
  }

  /** The active session of a token; undefined if it is unknown, revoked or expired. */
  async find(token: string, now: Date = new Date()): Promise<LiveSession | undefined> {
    const claims = claimsOf(token);
    if (!claims) return undefined;
    const row = await this.rows.findToken(this.digest(token));
    if (!row || row.userId !== claims.userId) return undefined;
    const { sessionExpiresAt: end } = row;
    const expiresAt = row.expiresAt && row.expiresAt < end ? row.expiresAt : end;
    return expiresAt <= now ? undefined : { ...row, expiresAt };
  }

  /** Whether a session has not ended; in a unit of work, as of it. */
  exists(sessionId: string): Promise<boolean> {
    return this.rows.exists(sessionId);
  }

  /** Digest under which a token is stored. */
  digest(token: string): Buffer {
    return hmac(this.keys.session, token);
  }

  async start(userId: number, origin: SessionOrigin = {}, now: Date = new Date()): Promise<IssuedToken> {
    return this.unitOfWork.run(async () => {
      const expiresAt = new Date(now.getTime() + this.settings.sessionMaxAge * 1000);
      const sessionId = await this.rows.insert({
        userId,
        createdAt: now,
        expiresAt,
        address: origin.address ?? null,
        userAgent: origin.userAgent?.slice(0, 300) ?? null,
        origin: origin.origin ?? null,
        signedInAt: origin.isInteractive ? now : null,
      });
      return this.issue(sessionId, userId, expiresAt, now);
    });
  }

  /**
   * True when a tenth of the cookie's Max-Age has passed since the session got its newest token, so that the next reply
   * has a new one. Many clients keep sending their first cookie: they must not be issued
   * one at every request.
   */
  isDueForReissue(session: LiveSession, now: Date = new Date()): boolean {
    const { cookieExpire } = this.settings;
    if (cookieExpire === 0 || session.apiToken) return false;
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
    await this.unitOfWork.run(() => this.rows.delete([sessionId]));
  }

  /** Ends the sessions that valid tokens name, as a new sign-in or a sign-out by the browser that has them requires. */
  async endOfTokens(tokens: readonly string[], now: Date = new Date()): Promise<void> {
    if (tokens.length === 0) return;
    const digests = tokens.map((token) => this.digest(token));
    const ids = await this.rows.idsOfTokens(digests, now);
    if (ids.length > 0) await this.unitOfWork.run(() => this.rows.delete(ids));
  }

  /** Ends the sessions of a user, optionally except the current one. */
  async endAllOf(userId: number, exceptSessionId?: string): Promise<void> {
    await this.unitOfWork.run(() => this.rows.end({ userId, exceptId: exceptSessionId }));
  }

  /** Ends the sessions that one of `origins` opened, as renewed tokens and logouts at a provider require. */
  async endByOrigin(...origins: readonly string[]): Promise<void> {
    if (origins.length > 0) await this.unitOfWork.run(() => this.rows.end({ origins }));
  }

  /** Ends the sessions of a user whose origin begins so, as a logout of all sessions at a provider requires, but one. */
  async endAllOfOrigin(userId: number, prefix: string, exceptSessionId?: string): Promise<void> {
    const ended = { userId, originPrefix: prefix, exceptId: exceptSessionId };
    await this.unitOfWork.run(() => this.rows.end(ended));
  }

  /** Ends all sessions whose origin begins so. */
  async endAllOfOrigins(prefix: string): Promise<void> {
    await this.unitOfWork.run(() => this.rows.end({ originPrefix: prefix }));
  }

  /** Removes the recorded uses of ended sessions. */
  removeStaleUses(): Promise<void> {
    return this.rows.deleteStaleUses();
  }

  /** What `removeExpired` removes. */
  get due(): readonly Due[] {
    return this.rows.due;
  }

  /** Removes expired sessions, and expired tokens with the sessions that have no other: nobody can use them again. */
  async removeExpired(): Promise<void> {
    await this.rows.deleteExpired();
    await this.rows.deleteExpiredTokens();
  }

  private async issue(sessionId: string, userId: number, sessionEnd: Date, now: Date): Promise<IssuedToken> {
    const left = Math.floor((sessionEnd.getTime() - now.getTime()) / 1000);
    const { cookieExpire } = this.settings;
    const maxAge = cookieExpire === 0 ? undefined : Math.min(cookieExpire, left);
    const token = newToken(userId, now);
    await this.rows.insertToken({
      tokenHmac: this.digest(token),
      sessionId,
      issuedAt: now,
      expiresAt: maxAge === undefined ? null : new Date(now.getTime() + maxAge * 1000),
    });
    return { token, maxAge };
  }
}
