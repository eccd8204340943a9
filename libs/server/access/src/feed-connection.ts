import { Client } from 'pg';
import { closeConnection } from '@gatehouse/database';

/** Milliseconds after which a silent database counts as lost. */
const TIMEOUT_MS = 10_000;
const CHANNEL = 'gatehouse_revision';

/**
 * The connection on which revisions are announced and read. It is not taken from a pool, because a connection would stop
 * listening, unnoticed, when the pool closes it.
 */
export class FeedConnection {
  private failure: Error | undefined;

  private constructor(readonly client: Client) {}

  /** Connects and listens. `notified` is called for each announced revision, and once when the connection is lost. */
  static async open(
    databaseUrl: string,
    notified: () => void,
    timeoutMs = TIMEOUT_MS,
  ): Promise<FeedConnection> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'gatehouse feed',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    const connection = new FeedConnection(client);
    client.on('notification', notified);
    const lost = (error: Error): void => {
      connection.failure ??= error;
      notified();
    };
    client.on('error', lost);
    client.on('end', () => lost(new Error('the database closed the connection')));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  /** Throws what ended the connection. */
  assertAlive(): void {
    if (this.failure) throw this.failure;
  }

  close(): Promise<void> {
    return closeConnection(this.client);
  }
}
