import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  AnotherDatabase,
  COMPARISON_INTERVAL_MS,
  type Database,
  DirectConnection,
} from '@gatehouse/database';

/** Milliseconds after which a silent database counts as lost. */
const TIMEOUT_MS = 10_000;
const CHANNEL = 'gatehouse_revision';

export interface FeedOptions {
  /** URL of the database, with sessions that are kept. */
  readonly databaseUrl: string;
  /** What writes, and answers requests: the feed has to lead to the same database. */
  readonly database: Database;
  /** Whether the two have URLs of their own: then the feed is used only when it was seen to lead to the same database. */
  readonly isSeparate?: boolean | undefined;
  /** Milliseconds after which a silent database counts as lost. */
  readonly silence?: number | undefined;
  /** Milliseconds between two comparisons of the databases. */
  readonly comparisonMs?: number | undefined;
}

/** The connection on which revisions are announced and read. */
export class FeedConnection {
  private readonly closing = new AbortController();

  private constructor(private readonly connection: DirectConnection) {}

  /**
   * Connects and listens. `notified` is called for each announced revision, and once when the connection is lost.
   *
   * @throws AnotherDatabase if it leads to another database than `database`
   */
  static async open(options: FeedOptions, notified: () => void): Promise<FeedConnection> {
    const connection = await DirectConnection.open({
      url: options.databaseUrl,
      applicationName: 'gatehouse feed',
      timeoutMs: options.silence ?? TIMEOUT_MS,
      notified,
    });
    const feed = new FeedConnection(connection);
    try {
      await feed.compare(options.database, options.isSeparate);
      await connection.client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await feed.close();
      throw error;
    }
    void feed.watch(options);
    return feed;
  }

  get client(): Client {
    return this.connection.client;
  }

  /** Throws what ended the connection. */
  assertAlive(): void {
    this.connection.assertAlive();
  }

  /** Throws if `pid`, as a statement has found it, is not that of the session: then announcements may be missed. */
  assertKept(pid: number | undefined): void {
    this.connection.assertKept(pid);
  }

  close(): Promise<void> {
    this.closing.abort();
    return this.connection.close();
  }

  /** A database that does not answer does not show that the feed is elsewhere. */
  private async compare(database: Database, isNecessary = false): Promise<void> {
    try {
      await this.connection.assertAt(database);
    } catch (error) {
      if (isNecessary || error instanceof AnotherDatabase) throw error;
    }
  }

  private async watch({ database, comparisonMs = COMPARISON_INTERVAL_MS }: FeedOptions): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await sleep(comparisonMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.compare(database).catch((error: Error) => this.connection.fail(error));
    }
  }
}
