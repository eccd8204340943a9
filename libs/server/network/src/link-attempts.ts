import { createHash, randomBytes } from 'node:crypto';
import { type Due, type UnitOfWork, removeDue } from '@gatehouse/database';

/** Seconds within which a link must be completed, and a request for consent answered. */
export const LINK_LIFETIME_SECONDS = 600;

/** Links of accounts that sessions have started at other instances: a nonce for each, stored as its hash. */
export class LinkAttempts {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The nonce of a new link. */
  async begin(sessionId: string, nodeId: number): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    await this.unitOfWork.manager.query(
      `INSERT INTO network_link_attempts (state_hash, session_id, node_id, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
      [hashOf(state), sessionId, nodeId, LINK_LIFETIME_SECONDS],
    );
    return state;
  }

  /**
   * Inside a unit of work: ends the attempt of a session that has a nonce, or its latest one if the other instance does not
   * return nonces. False if there is none.
   */
  async complete(sessionId: string, nodeId: number, state: string | undefined): Promise<boolean> {
    const [deleted] = await this.unitOfWork.manager.query<[unknown[], number]>(
      `DELETE FROM network_link_attempts WHERE state_hash = (
         SELECT state_hash FROM network_link_attempts
          WHERE session_id = $1 AND node_id = $2 AND ($3::bytea IS NULL OR state_hash = $3)
            AND expires_at > clock_timestamp() ORDER BY expires_at DESC LIMIT 1)
       RETURNING state_hash`,
      [sessionId, nodeId, state === undefined ? null : hashOf(state)],
    );
    return deleted.length > 0;
  }

  /** Attempts that can no longer be completed. */
  readonly due = {
    table: 'network_link_attempts',
    column: 'expires_at',
    before: 'now()',
  } as const satisfies Due;

  /** Removes what is {@link due}. */
  removeExpired(): Promise<void> {
    return removeDue(this.unitOfWork.manager, this.due);
  }
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest();
}
