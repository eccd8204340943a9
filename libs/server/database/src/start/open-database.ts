import type { DataSource } from 'typeorm';
import { type DatabaseOptions, createDataSource, migrate } from '../data-source';
import { DirectConnection } from '../sessions/direct-connection';
import { rejectUnkeptSessions } from '../sessions/kept-sessions';
import { DatabaseUnsuitable, errorOf, unavailability } from '../unavailable';

export interface OpenOptions extends Omit<DatabaseOptions, 'sessions' | 'use'> {
  /** URL of the same database with sessions that are kept, where `url` may be that of a transaction pooler. */
  readonly directUrl?: string | undefined;
  /** Milliseconds after which a silent database counts as lost. */
  readonly connectMillis: number;
}

/** The connected data source of a process that serves, whose sessions are as they have to be. Reference: data#sessions. */
export async function openDatabase({ directUrl, ...options }: OpenOptions): Promise<DataSource> {
  const dataSource = createDataSource({ ...options, sessions: directUrl === undefined ? 'own' : 'shared' });
  await dataSource.initialize();
  try {
    await verifySessions(dataSource, { url: directUrl ?? options.url, timeoutMs: options.connectMillis });
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/** {@link migrate}, on connections that keep their sessions. */
export async function migrateDirectly(dataSource: DataSource, { directUrl }: OpenOptions): Promise<void> {
  if (directUrl === undefined) return migrate(dataSource);
  const direct = await createDataSource({ url: directUrl, poolSize: 2 }).initialize();
  try {
    await migrate(direct);
  } finally {
    await direct.destroy();
  }
}

async function verifySessions(
  dataSource: DataSource,
  { url, timeoutMs }: { readonly url: string; readonly timeoutMs: number },
): Promise<void> {
  const options = { url, timeoutMs, applicationName: 'gatehouse start' };
  try {
    await rejectUnkeptSessions(options);
    const connection = await DirectConnection.open(options);
    try {
      await connection.assertAt(dataSource);
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw errorOf(error, true);
  }
  await rejectStatementPooling(dataSource);
}

/** A pooler that lends sessions for one statement ends the connection at the beginning of a transaction. */
async function rejectStatementPooling(dataSource: DataSource): Promise<void> {
  try {
    await dataSource.transaction((manager) => manager.query('SELECT 1'));
  } catch (error) {
    if (!/statement pooling/.test(String(unavailability(error)?.message))) throw error;
    throw new DatabaseUnsuitable(
      'SVC_DB_URL leads to a pooler that allows no transactions (pool_mode=statement)',
      'Use pool_mode=transaction or session.',
    );
  }
}
