import type { DataSource } from 'typeorm';
import type { Logger } from '@gatehouse/logging';
import type { LiveSession } from './session-store';

/** Who uses an API token. */
export interface TokenClient {
  /** The network of the client (`networkOf`). */
  readonly network: string;
  readonly userAgent?: string | undefined;
}

interface Use {
  readonly at: Date;
  /** Of an API token. */
  readonly client?: TokenClient | undefined;
}

/** Characters of a `User-Agent` that are kept. */
const MAX_CLIENT_LENGTH = 200;

/** Milliseconds between two recorded uses of a session. */
const PRECISION_MS = 5 * 60_000;
/** Milliseconds for which uses are collected before they are written together. */
const COLLECTED_MS = 1_000;
/** Maximum number of uses that are waiting to be written; further ones are recorded at a later request. */
const MAX_WAITING = 10_000;

/**
 * Records when sessions and API tokens were last used, to within five minutes; of tokens also from where and by which program. The writes are not revisions, and no request waits for them
 * or fails for them: uses are collected and written together. Issuing a token is a use as well and needs no record.
 * Reference: sessions#session-listing.
 */
export class SessionUses {
  /** When the use of a session was last recorded; released together with the cached session. */
  private readonly notedAt = new WeakMap<LiveSession, number>();
  private waiting = new Map<string, Use>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly logger: Logger,
  ) {}

  note(session: LiveSession, now = Date.now(), client?: () => TokenClient): void {
    const last = this.notedAt.get(session) ?? (session.apiToken ? 0 : session.newestIssuedAt.getTime());
    if (now - last < PRECISION_MS || this.waiting.size >= MAX_WAITING) return;
    this.notedAt.set(session, now);
    this.waiting.set(session.sessionId, { at: new Date(now), client: session.apiToken && client?.() });
    this.timer ??= setTimeout(() => void this.flush(), COLLECTED_MS).unref();
  }

  /** Writes the collected uses. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    const uses = [...this.waiting];
    this.waiting = new Map();
    try {
      await this.writeSessions(uses.filter(([, { client }]) => !client));
      await this.writeTokens(uses.filter(([, { client }]) => client));
    } catch (error) {
      this.logger.warn({ error }, 'the last use of sessions could not be recorded');
    }
  }

  /** In the order of the ids: processes that write the same sessions must not deadlock. */
  private async writeSessions(uses: readonly (readonly [string, Use])[]): Promise<void> {
    if (uses.length === 0) return;
    await this.dataSource.query(
      `INSERT INTO session_uses (session_id, last_used_at)
         SELECT id, at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) ORDER BY id
       ON CONFLICT (session_id) DO UPDATE SET last_used_at = excluded.last_used_at
         WHERE session_uses.last_used_at < excluded.last_used_at`,
      [uses.map(([id]) => id), uses.map(([, { at }]) => at)],
    );
  }

  private async writeTokens(uses: readonly (readonly [string, Use])[]): Promise<void> {
    if (uses.length === 0) return;
    await this.dataSource.query(
      `INSERT INTO api_token_uses (token_id, last_used_at, network, client)
         SELECT id, at, network, client
           FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) AS used (id, at, network, client) ORDER BY id
       ON CONFLICT (token_id) DO UPDATE SET last_used_at = excluded.last_used_at, network = excluded.network,
           client = excluded.client
         WHERE api_token_uses.last_used_at < excluded.last_used_at`,
      [
        uses.map(([id]) => id),
        uses.map(([, { at }]) => at),
        uses.map(([, { client }]) => client?.network ?? ''),
        uses.map(([, { client }]) => client?.userAgent?.slice(0, MAX_CLIENT_LENGTH) ?? null),
      ],
    );
  }
}
