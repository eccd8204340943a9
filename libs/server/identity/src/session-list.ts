import type { UnitOfWork } from '@gatehouse/database';

/** An active session, as shown to its owner and administrators. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: Date;
  /** To within five minutes. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Address and `User-Agent` of the request that started it. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Whose sessions: all of an account, or those that one origin has opened. */
export interface SessionOwner {
  readonly userId: number;
  readonly origin?: string | undefined;
}

/** Scripts that sign in for every request have thousands. */
const MAX_LISTED = 1_000;

/** Lists the active sessions of users, and ends one of them. Reference: sessions#session-listing. */
export class SessionList {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** At most 1,000 sessions, the most recently used first. */
  of({ userId, origin }: SessionOwner): Promise<ListedSession[]> {
    return this.query(OWNED, [userId, origin ?? null]);
  }

  /** Undefined if it has ended, or belongs to another owner. */
  async find({ userId, origin }: SessionOwner, sessionId: string): Promise<ListedSession | undefined> {
    const [session] = await this.query(`${OWNED} AND s.id = $3`, [userId, origin ?? null, sessionId]);
    return session;
  }

  /** Ends a session; false if there was none of this owner. */
  async end({ userId, origin }: SessionOwner, sessionId: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const [deleted] = await this.unitOfWork.manager.query<[unknown[], number]>(
        `DELETE FROM sessions s WHERE ${OWNED} AND s.id = $3 RETURNING s.id`,
        [userId, origin ?? null, sessionId],
      );
      return deleted.length > 0;
    });
  }

  /** Ends the sessions of an owner but one. */
  async endAll({ userId, origin }: SessionOwner, exceptSessionId?: string): Promise<void> {
    await this.unitOfWork.run(() =>
      this.unitOfWork.manager.query(
        `DELETE FROM sessions s WHERE ${OWNED} AND s.id IS DISTINCT FROM $3::uuid`,
        [userId, origin ?? null, exceptSessionId ?? null],
      ),
    );
  }

  /** A session whose tokens have all expired can no longer be used, even before its own end. */
  private query(condition: string, values: readonly unknown[]): Promise<ListedSession[]> {
    return this.unitOfWork.manager.query<ListedSession[]>(
      `SELECT s.id, s.created_at AS "createdAt", s.expires_at AS "expiresAt", s.address, s.user_agent AS "userAgent",
              greatest(u.last_used_at, t.issued_at) AS "lastUsedAt"
         FROM sessions s
         JOIN LATERAL (SELECT max(issued_at) AS issued_at, max(coalesce(expires_at, 'infinity')) AS ends_at
                         FROM session_tokens WHERE session_id = s.id) t ON t.ends_at > now()
         LEFT JOIN session_uses u ON u.session_id = s.id
        WHERE ${condition} AND s.expires_at > now()
        ORDER BY "lastUsedAt" DESC, s.id LIMIT ${MAX_LISTED}`,
      [...values],
    );
  }
}

const OWNED = 's.user_id = $1 AND ($2::text IS NULL OR s.origin = $2)';
