import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { closeConnection } from '@gatehouse/database';
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

/**
 * The connection on which new messages are announced. As long as it is open, it holds an advisory lock by which others know
 * that this worker is alive; PostgreSQL releases it when the process ends in any way.
 */
export class WorkerConnection {
  private isLost = false;

  private constructor(
    private readonly client: Client,
    /** Identifies the worker in what it has claimed; another one after each connection. */
    readonly worker: number,
  ) {}

  /** Connects. `notified` is called when messages were committed, and when the connection is lost. */
  static async open(databaseUrl: string, notified: () => void, timeoutMs: number): Promise<WorkerConnection> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'gatehouse outbox',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    const connection = new WorkerConnection(client, randomInt(1, 2 ** 31));
    client.on('notification', notified);
    const lost = (): void => {
      connection.isLost = true;
      notified();
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, connection.worker]);
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  /** Throws if the connection is lost. Sends a query, because a connection may be lost without notice. */
  async assertAlive(): Promise<void> {
    if (!this.isLost) await this.client.query('SELECT 1');
    if (this.isLost) throw new Error('the connection of the outbox to the database was lost');
  }

  close(): Promise<void> {
    return closeConnection(this.client);
  }
}
