import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { closeConnection } from '../bounded-connections';
import { connectionOptions } from '../connection-options';
import { DatabaseUnsuitable } from '../unavailable';
import { prepareSession } from './prepare-session';

export interface DirectConnectionOptions {
  /** URL of a server, or of a pooler that keeps sessions. */
  readonly url: string;
  /** The name of the connection at the server. */
  readonly applicationName: string;
  /** Milliseconds after which a silent database counts as lost. */
  readonly timeoutMs: number;
  /** Called for each notification, and when the connection is lost. */
  readonly notified?: () => void;
}

/** What sends statements through `SVC_DB_URL`: a data source. */
export interface Database {
  query<Rows>(sql: string, parameters?: unknown[]): Promise<Rows>;
}

/** Milliseconds between two looks whether a direct connection and the pool are connected to the same database. */
export const COMPARISON_INTERVAL_MS = 5_000;

/** A direct connection leads to another database than those of the pool, or to a copy of it. */
export class AnotherDatabase extends DatabaseUnsuitable {
  override readonly name = 'AnotherDatabase';

  constructor() {
    super(
      'connections do not all lead to the same database of the same server',
      'Let SVC_DB_URL, and SVC_DB_DIRECT_URL where it is set, lead to the primary, and there to the same database and schema.',
    );
  }
}

/** The pooler gives statements of one connection to several sessions. */
class SessionNotKept extends DatabaseUnsuitable {
  override readonly name = 'SessionNotKept';

  constructor() {
    super(
      'the connection leads to a pooler that does not keep sessions (pool_mode=transaction or statement)',
      'Set SVC_DB_DIRECT_URL to the server itself, or to a pool with pool_mode=session.',
    );
  }
}

/** Arbitrary; the first half of the keys of advisory locks by which direct connections are recognized. */
const LOCK_SPACE = 795_430;

/**
 * A connection with a session of its own, for what a session has: notifications, advisory locks, prepared statements. It is not
 * taken from a pool, because a connection would stop listening, unnoticed, when the pool closes it. Reference: data#sessions.
 */
export class DirectConnection {
  private failure: Error | undefined;
  private pid: number | undefined;
  /** Identifies the connection at the server, by an advisory lock that no other connection has. */
  private readonly key = randomInt(1, 2 ** 31);
  private own: Place | undefined;

  private constructor(
    readonly client: Client,
    private readonly notified: () => void,
  ) {
    client.on('notification', notified);
    client.on('error', (error) => this.fail(error));
    client.on('end', () => this.fail(new Error('the database closed the connection')));
  }

  static async open(options: DirectConnectionOptions): Promise<DirectConnection> {
    const client = new Client({
      ...connectionOptions(options.url),
      application_name: options.applicationName,
      connectionTimeoutMillis: options.timeoutMs,
      query_timeout: options.timeoutMs,
      keepAlive: true,
    });
    const connection = new DirectConnection(client, options.notified ?? (() => undefined));
    try {
      await client.connect();
      await prepareSession(client, 'own');
      connection.pid = await connection.backendPid();
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

  /** Throws {@link SessionNotKept} if `pid`, which a statement has found as `pg_backend_pid()`, is not that of the session. */
  assertKept(pid: number | undefined): void {
    if (pid !== this.pid) throw new SessionNotKept();
  }

  /** The same, by a statement. */
  async confirmKept(): Promise<void> {
    this.assertAlive();
    this.assertKept(await this.backendPid());
  }

  /** Throws {@link SessionNotKept} if two connections have one session: a pooler lends it to the one that needs it. */
  assertApart(other: DirectConnection): void {
    if (this.pid === other.pid) throw new SessionNotKept();
  }

  private async backendPid(): Promise<number | undefined> {
    const { rows } = await this.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid;
  }

  /**
   * Throws {@link AnotherDatabase} unless `database` is connected to the same database of the same server, with the same tables: it
   * sees the lock of this connection, which is not copied to any other server, also not to a standby.
   */
  async assertAt(database: Database): Promise<void> {
    const own = (this.own ??= await this.lockPlace());
    const [seen] = await database.query<(Place & { readonly hasLock: boolean })[]>(`${PLACE}, ${HAS_LOCK}`, [
      LOCK_SPACE,
      this.key,
    ]);
    if (!seen?.hasLock || own.schema !== seen.schema || own.revisions !== seen.revisions)
      throw new AnotherDatabase();
  }

  /** Takes the lock by which the connection is recognized. */
  private async lockPlace(): Promise<Place> {
    const { rows } = await this.client.query<Place>(`${PLACE}, pg_advisory_lock($1, $2)`, [
      LOCK_SPACE,
      this.key,
    ]);
    return rows[0] ?? { schema: null, revisions: null };
  }

  /** Ends the use of the connection with a reason. */
  fail(error: Error): void {
    this.failure ??= error;
    this.notified();
  }

  close(): Promise<void> {
    return closeConnection(this.client);
  }
}

interface Place {
  readonly schema: string | null;
  readonly revisions: string | null;
}

/** Where tables are created, and which table has the revisions: both follow from `search_path`, which each role may have differently. */
const PLACE = `SELECT current_schema()::text AS schema, to_regclass('access_revision')::oid::text AS revisions`;

const HAS_LOCK = `EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::oid AND objid = $2::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "hasLock"`;
