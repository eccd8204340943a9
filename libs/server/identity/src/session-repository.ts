import { type DataSource, In } from 'typeorm';
import {
  type Due,
  type EndedSessions,
  HAS_ENDED,
  STEP_ROWS,
  Session,
  SessionToken,
  type UnitOfWork,
  repeatInSteps,
} from '@gatehouse/database';

/** A token with its session. */
export interface TokenRow {
  readonly sessionId: string;
  readonly userId: number;
  readonly issuedAt: Date;
  readonly newestIssuedAt: Date;
  readonly expiresAt: Date | null;
  readonly sessionExpiresAt: Date;
  readonly signedInAt: Date | null;
  readonly origin: string | null;
}

type NewSession = Pick<
  Session,
  'userId' | 'createdAt' | 'expiresAt' | 'address' | 'userAgent' | 'origin' | 'signedInAt'
>;

/**
 * The SQL of `sessions` and `session_tokens`. Writes must be inside a unit of work. Tokens are looked up outside of it, as the
 * requests that present them are.
 */
export class SessionRepository {
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** One statement with plain rows: it is run for requests. */
  async findToken(tokenHmac: Buffer): Promise<TokenRow | undefined> {
    const [row] = await this.dataSource.query<TokenRow[]>(
      `SELECT t.session_id AS "sessionId", s.user_id AS "userId", t.issued_at AS "issuedAt", t.expires_at AS "expiresAt",
              s.expires_at AS "sessionExpiresAt", s.signed_in_at AS "signedInAt", s.origin,
              (SELECT max(n.issued_at) FROM session_tokens n WHERE n.session_id = s.id) AS "newestIssuedAt"
         FROM session_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hmac = $1 AND NOT ${HAS_ENDED}`,
      [tokenHmac],
    );
    return row;
  }

  /** The sessions of those of the tokens that have not expired. */
  async idsOfTokens(tokenHmacs: readonly Buffer[], now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT session_id AS id FROM session_tokens
        WHERE token_hmac = ANY($1) AND (expires_at IS NULL OR expires_at > $2)`,
      [tokenHmacs, now],
    );
    return rows.map(({ id }) => id);
  }

  async exists(id: string): Promise<boolean> {
    const rows = await this.unitOfWork.manager.query<unknown[]>(
      `SELECT 1 FROM sessions s WHERE s.id = $1 AND NOT ${HAS_ENDED}`,
      [id],
    );
    return rows.length > 0;
  }

  /** The id of the new session. */
  async insert(session: NewSession): Promise<string> {
    const { manager } = this.unitOfWork;
    const { id } = await manager.save(manager.create(Session, session));
    return id;
  }

  async insertToken(token: SessionToken): Promise<void> {
    await this.unitOfWork.manager.insert(SessionToken, token);
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.unitOfWork.manager.delete(Session, { id: In(ids) });
  }

  /** Ends sessions: of many, the rows are deleted later. */
  end(ended: EndedSessions): Promise<void> {
    return this.unitOfWork.removal.endSessions(ended);
  }

  /** Sessions and tokens that have expired. */
  readonly due: readonly Due[] = [
    { table: 'sessions', column: 'expires_at', before: 'now()' },
    { table: 'session_tokens', column: 'expires_at', before: 'now()' },
  ];

  /** Deletes expired sessions in steps. */
  deleteExpired(): Promise<void> {
    return this.deleteFound(
      'SELECT id FROM sessions WHERE expires_at < now()',
      'DELETE FROM sessions WHERE id = ANY ($1)',
    );
  }

  /** Deletes expired tokens in steps, and with them the sessions that have no other. */
  deleteExpiredTokens(): Promise<void> {
    return this.deleteFound(
      'SELECT token_hmac AS id FROM session_tokens WHERE expires_at < now()',
      `WITH removed AS (DELETE FROM session_tokens WHERE token_hmac = ANY ($1) RETURNING session_id)
       DELETE FROM sessions s USING removed WHERE s.id = removed.session_id AND NOT EXISTS (
         SELECT 1 FROM session_tokens t WHERE t.session_id = s.id AND (t.expires_at IS NULL OR t.expires_at >= now()))`,
    );
  }

  /** Rows are found without a revision: where there are none, the job leaves none. What has expired does not become valid again. */
  private deleteFound(search: string, deletion: string): Promise<void> {
    return repeatInSteps(async () => {
      const found = await this.dataSource.query<{ id: unknown }[]>(
        `${search} ORDER BY expires_at LIMIT ${STEP_ROWS}`,
      );
      if (found.length > 0)
        await this.unitOfWork.run(() => this.unitOfWork.manager.query(deletion, [found.map(({ id }) => id)]));
      return found.length;
    });
  }

  /**
   * Deletes the recorded uses of sessions that have ended: outside of units of work, they are not recorded. Nothing tells which ones
   * those are, so that each step looks at the next of all.
   */
  async deleteStaleUses(): Promise<void> {
    let after = NO_SESSION;
    await repeatInSteps(async () => {
      const uses = await this.dataSource.query<{ id: string; isStale: boolean }[]>(
        `SELECT u.session_id AS id, s.id IS NULL AS "isStale" FROM (
           SELECT session_id FROM session_uses WHERE session_id > $1 ORDER BY session_id LIMIT ${STEP_ROWS}) u
         LEFT JOIN LATERAL (SELECT id FROM sessions WHERE id = u.session_id OFFSET 0) s ON true ORDER BY u.session_id`,
        [after],
      );
      after = uses.at(-1)?.id ?? after;
      const stale = uses.filter(({ isStale }) => isStale).map(({ id }) => id);
      if (stale.length > 0)
        await this.dataSource.query('DELETE FROM session_uses WHERE session_id = ANY ($1)', [stale]);
      return uses.length;
    });
  }
}

/** Less than the identifiers of all sessions. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';
