import { Session, type UnitOfWork } from '@gatehouse/database';

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

/** Scripts that sign in for every request have thousands. */
const MOST_LISTED = 1_000;

/** Lists the active sessions of users, and ends one of them. Reference: sessions#session-listing. */
export class SessionList {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** At most 1,000 sessions, the most recently used first. */
  ofUser(userId: number): Promise<ListedSession[]> {
    return this.query('s.user_id = $1', [userId]);
  }

  /** Undefined if it has ended, or belongs to another user. */
  async find(userId: number, sessionId: string): Promise<ListedSession | undefined> {
    const [session] = await this.query('s.user_id = $1 AND s.id = $2', [userId, sessionId]);
    return session;
  }

  /** Ends a session of a user; false if there was none. */
  async end(userId: number, sessionId: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { affected } = await this.unitOfWork.manager.delete(Session, { id: sessionId, userId });
      return affected === 1;
    });
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
        ORDER BY "lastUsedAt" DESC, s.id LIMIT ${MOST_LISTED}`,
      [...values],
    );
  }
}
