import pg, { Client, type ClientConfig, type PoolClient } from 'pg';
import {
  CHECK_CONNECTION_IN_TRANSACTION,
  type SessionKind,
  type SessionUse,
  prepareSession,
} from './sessions/prepare-session';
import { timeLimit, withinTime } from './time-limit';
import { DatabaseUnavailable, errorOf } from './unavailable';

/** Options of the pool beside those of the driver. */
interface Limits {
  /** Milliseconds within which a statement is answered, unless `withinTime` sets another limit; 0 for no limit. */
  readonly statementMillis: number;
}

/** What the driver does not declare: whether statements can be sent. pg-pool reads it as well. */
interface Internals {
  readonly connection: { readonly stream: { destroy(error?: Error): void } };
  readonly _queryable: boolean;
}

/**
 * A connection whose statements end. One that the server does not answer in time destroys the connection: the answer could
 * otherwise arrive later, in another request. A time-out of the server itself does not help where the server hangs.
 */
class BoundedClient extends Client {
  private readonly statementMillis: number;
  /** What each transaction sets for itself, because the connection does not keep a session. */
  transactionSettings: string | undefined;

  constructor(config: ClientConfig & Partial<Limits>) {
    super(config);
    this.statementMillis = config.statementMillis ?? 0;
  }

  // The pool calls it with a callback, and forgets the client after an error; the driver would leave the socket open.
  override connect(connected?: (error: Error) => void): never {
    const connect = super.connect.bind(this) as (callback?: (error: Error) => void) => unknown;
    if (!connected) return connect() as never;
    const { connection } = this as unknown as Internals;
    return connect((error) => {
      if (error) connection.stream.destroy();
      connected(error);
    }) as never;
  }

  // The driver has many signatures; those with callbacks are not used by TypeORM.
  override query(...parameters: readonly unknown[]): never {
    const send = super.query.bind(this) as unknown as (...all: readonly unknown[]) => unknown;
    const [text, ...rest] = parameters;
    const answer =
      text === 'START TRANSACTION' && this.transactionSettings !== undefined
        ? send(`${text}; ${this.transactionSettings}`)
        : send(text, ...rest);
    return (answer instanceof Promise ? this.bounded(answer) : answer) as never;
  }

  private async bounded(answer: Promise<unknown>): Promise<unknown> {
    const limit = timeLimit() ?? this.statementMillis;
    const { connection } = this as unknown as Internals;
    const timer =
      limit > 0 ? setTimeout(() => connection.stream.destroy(new Silence(limit)), limit).unref() : undefined;
    try {
      return await answer;
    } catch (error) {
      throw errorOf(error, !(this as unknown as Internals)._queryable);
    } finally {
      clearTimeout(timer);
    }
  }
}

class Silence extends DatabaseUnavailable {
  constructor(limit: number) {
    super(`the database did not answer within ${limit / 1000} s`);
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/** The pool: what prevents a connection is `DatabaseUnavailable`. */
class BoundedPool extends pg.Pool {
  override connect(connected?: Connected): never {
    const connect = super.connect.bind(this) as (callback: Connected) => void;
    if (connected)
      return connect((error, client, release) =>
        connected(error && (errorOf(error, true) as Error), client, release),
      ) as never;
    return new Promise((resolve, reject) => {
      this.connect((error, client) => (error ? reject(error) : resolve(client)));
    }) as never;
  }
}

/** The driver as TypeORM uses it, with bounded connections. */
export const boundedDriver: typeof pg = { ...pg, Pool: BoundedPool as unknown as typeof pg.Pool };

export interface ConnectionLimits extends Limits {
  /** Milliseconds for which a caller waits for a connection, and a connection for the server. */
  readonly connectMillis: number;
}

/** The options of the pool of a data source. */
export function poolOptions(
  { connectMillis, statementMillis }: ConnectionLimits,
  kind: SessionKind,
  use: SessionUse,
): Record<string, unknown> {
  return {
    Client: BoundedClient,
    connectionTimeoutMillis: connectMillis,
    statementMillis,
    onConnect: (client: BoundedClient) =>
      withinTime(connectMillis, async () => {
        const isChecked = await prepareSession(client, kind, use);
        if (kind === 'shared' && isChecked) client.transactionSettings = CHECK_CONNECTION_IN_TRANSACTION;
      }),
  };
}

/** Milliseconds after which a connection that is to be closed is destroyed. */
const CLOSE_MS = 2_000;

/**
 * Closes a connection that belongs to no pool. A server that hangs does not confirm the end; the connection is then
 * destroyed.
 */
export async function closeConnection(client: Client, withinMs = CLOSE_MS): Promise<void> {
  const { connection } = client as unknown as Internals;
  const timer = setTimeout(() => connection.stream.destroy(), withinMs);
  // A connection that is broken already cannot be ended in order.
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
