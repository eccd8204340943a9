import type { DataSource } from 'typeorm';
import { type Due, removeDue } from '@gatehouse/database';

/** A limit on requests of one kind. */
export interface RequestLimit {
  /** Name of the kind; stored. */
  readonly action: string;
  /** Maximum requests of one subject within the window. */
  readonly most: number;
  /** Length of the window in seconds. */
  readonly window: number;
}

/** Longest window of any limit, in seconds. */
const MAX_WINDOW_SECONDS = 86_400;

/**
 * Counts requests towards limits, in the database, so that replicas count together. Written without a revision: no decision
 * depends on a counter. Reference: sessions#password-reset.
 */
export class RequestCounts {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  /**
   * Counts a request before it is executed, so that concurrent requests are counted. Returns the seconds to wait if
   * it is beyond the limit; it is then not counted.
   */
  async take({ action, most, window }: RequestLimit, subject: string): Promise<number | undefined> {
    const [counted] = await this.dataSource.query<{ id: string }[]>(
      'INSERT INTO counted_requests (action, subject) VALUES ($1, $2) RETURNING id',
      [action, subject],
    );
    const [row] = await this.dataSource.query<{ wait: number }[]>(
      `SELECT extract(epoch FROM counted_at + make_interval(secs => $4) - now())::float8 AS wait
         FROM counted_requests
        WHERE action = $1 AND subject = $2 AND id <> $3 AND counted_at > now() - make_interval(secs => $4)
        ORDER BY counted_at DESC OFFSET $5::int LIMIT 1`,
      [action, subject, counted?.id ?? '0', window, most - 1],
    );
    if (!row) return undefined;
    await this.dataSource.query('DELETE FROM counted_requests WHERE id = $1', [counted?.id ?? '0']);
    return Math.max(1, Math.ceil(row.wait));
  }

  /** Counts older than all windows. */
  readonly due = {
    table: 'counted_requests',
    column: 'counted_at',
    before: 'now() - make_interval(secs => $1)',
    parameters: [MAX_WINDOW_SECONDS],
  } as const satisfies Due;

  /** Removes what is {@link due}. */
  removeExpired(): Promise<void> {
    return removeDue(this.dataSource, this.due);
  }
}
