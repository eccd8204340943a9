import type { UnitOfWork } from '@gatehouse/database';

const DAY_MS = 86_400_000;

/** How long before the end of a token its owner is reminded of it, the longest first. */
const DISTANCES_MS = [7 * DAY_MS, DAY_MS] as const;

/** Reminders that are sent in one unit of work. */
export const MAX_REMINDERS_AT_ONCE = 100;

/** A token whose owner is to be reminded, as it is stored now; without the rest if it was deleted. */
export interface DueReminder {
  readonly tokenId: string;
  readonly token: { readonly userId: number; readonly name: string; readonly expiresAt: Date } | undefined;
}

/**
 * When owners are reminded of the end of their API tokens: 7 days and 1 day before, each once. A reminder whose time had passed
 * when the token was created, or its end was changed, is left out. Reference: sessions#api-tokens.
 */
export class TokenReminders {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Inside a unit of work: the next reminder of a token, after a time. */
  async schedule(tokenId: string, expiresAt: Date, after: Date): Promise<void> {
    const dueAt = nextReminder(expiresAt, after);
    if (!dueAt) return this.remove(tokenId);
    await this.unitOfWork.manager.query(
      `INSERT INTO api_token_reminders (token_id, due_at) VALUES ($1, $2)
       ON CONFLICT (token_id) DO UPDATE SET due_at = excluded.due_at`,
      [tokenId, dueAt],
    );
  }

  /** Those that are due, the oldest first; up to {@link MAX_REMINDERS_AT_ONCE}. Inside a unit of work they are nobody else's. */
  async due(now: Date): Promise<DueReminder[]> {
    const rows = await this.unitOfWork.manager.query<
      { tokenId: string; userId: number | null; name: string; expiresAt: Date }[]
    >(
      `SELECT r.token_id AS "tokenId", t.user_id AS "userId", t.name, t.expires_at AS "expiresAt" FROM (
         SELECT token_id, due_at FROM api_token_reminders WHERE due_at <= $1 ORDER BY due_at LIMIT ${MAX_REMINDERS_AT_ONCE}) r
        LEFT JOIN LATERAL (SELECT * FROM api_tokens WHERE id = r.token_id OFFSET 0) t ON true ORDER BY r.due_at`,
      [now],
    );
    return rows.map(({ tokenId, userId, name, expiresAt }) => ({
      tokenId,
      token: userId === null ? undefined : { userId, name, expiresAt },
    }));
  }

  /** Inside a unit of work. */
  async remove(tokenId: string): Promise<void> {
    await this.unitOfWork.manager.query('DELETE FROM api_token_reminders WHERE token_id = $1', [tokenId]);
  }
}

/** When the next reminder after a time is due; undefined if none is left. */
export function nextReminder(expiresAt: Date, after: Date): Date | undefined {
  return DISTANCES_MS.map((distance) => new Date(expiresAt.getTime() - distance)).find((due) => due > after);
}
