import { randomInt } from 'node:crypto';
import { COMPARISON_INTERVAL_MS, type Database, DirectConnection } from '@gatehouse/database';
import { CHANNEL } from './outbox';

/** Arbitrary; the first half of the keys of advisory locks that workers hold. */
const LOCK_SPACE = 795_352;

/**
 * SQL for the numbers of the workers that are connected, as a query without parameters. What another worker was doing is
 * taken over: its process has ended, or it can record nothing until it has connected again.
 */
export const CONNECTED_WORKERS = `
  SELECT objid::bigint FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${LOCK_SPACE} AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Takes the lock under which work is distributed, until the end of the transaction. */
export const LOCK_DISTRIBUTION = `SELECT pg_advisory_xact_lock(${LOCK_SPACE}, 0)`;

export interface WorkerConnectionOptions {
  /** URL of the database, with sessions that are kept. */
  readonly databaseUrl: string;
  /** What distributes messages: it has to see the lock of the worker. */
  readonly database: Database;
  /** Called when messages were committed, and when the connection is lost. */
  readonly notified: () => void;
  /** Milliseconds after which a silent database counts as lost. */
  readonly timeoutMs: number;
}

/**
 * The connection on which new messages are announced. As long as it is open, it holds an advisory lock by which others know
 * that this worker is alive; PostgreSQL releases it when the process ends in any way.
 */
export class WorkerConnection {
  private comparedAt = -Infinity;

  private constructor(
    private readonly connection: DirectConnection,
    private readonly database: Database,
    /** Identifies the worker in what it has claimed; another one after each connection. */
    readonly worker: number,
  ) {}

  /** @throws AnotherDatabase if it leads to another database than `database` */
  static async open(options: WorkerConnectionOptions): Promise<WorkerConnection> {
    const { databaseUrl: url, database, notified, timeoutMs } = options;
    const direct = await DirectConnection.open({
      url,
      applicationName: 'gatehouse outbox',
      timeoutMs,
      notified,
    });
    const connection = new WorkerConnection(direct, database, randomInt(1, 2 ** 31));
    try {
      await direct.client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, connection.worker]);
      await direct.client.query(`LISTEN ${CHANNEL}`);
      await connection.assertAlive();
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  /**
   * Throws if the connection is lost, has lost its session, or leads to another database than messages come from: others would take
   * over what this worker is doing. Sends a query, because a connection may be lost without notice.
   */
  async assertAlive(): Promise<void> {
    await this.connection.confirmKept();
    if (performance.now() - this.comparedAt >= COMPARISON_INTERVAL_MS) {
      await this.connection.assertAt(this.database);
      this.comparedAt = performance.now();
    }
    this.connection.assertAlive();
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
