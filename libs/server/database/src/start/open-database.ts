import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { QueryFailedError, type DataSource } from 'typeorm';
import { type DatabaseOptions, createDataSource } from '../data-source';
import { ConflictingNames } from '../schema/conflicting-names';
import { type SchemaChangeEvents, migrate } from '../schema/migrate';
import { DirectConnection } from '../sessions/direct-connection';
import { rejectUnkeptSessions } from '../sessions/kept-sessions';
import { DatabaseUnsuitable, unavailability } from '../unavailable';
import { DatabaseProblem } from './database-problem';
import { type DatabaseFacts, type ProcessKind, examineDatabase } from './examine-database';

export interface OpenOptions extends Omit<DatabaseOptions, 'sessions' | 'use'> {
  /** URL of the same database with sessions that are kept, where `url` may be that of a transaction pooler. */
  readonly directUrl?: string | undefined;
  /** Milliseconds after which a silent database counts as lost. */
  readonly connectMillis: number;
  readonly process: ProcessKind;
  /** Milliseconds for which a database that is starting, or cannot be reached, is waited for. */
  readonly startTimeoutMs?: number;
  /** Called with the reason when it is waited for. */
  readonly waiting?: (reason: string) => void;
}

export interface OpenedDatabase {
  /** Connected, with sessions as they have to be. */
  readonly dataSource: DataSource;
  readonly facts: DatabaseFacts;
}

/** Milliseconds between two attempts to connect. */
const RETRY_MS = 1_000;

/**
 * Opens the database of a process that serves, after everything was examined that could prevent its work; nothing is written.
 * Reference: data#sessions, deployment#start.
 *
 * @throws DatabaseProblem, ConflictingNames
 */
export async function openDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const { startTimeoutMs = 0, waiting } = options;
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      return await openOnce(options);
    } catch (error) {
      const isLater = error instanceof DatabaseProblem && error.isTransient && performance.now() < deadline;
      if (!isLater) throw error;
      waiting?.(error.message);
      await sleep(Math.min(RETRY_MS, Math.max(0, deadline - performance.now())));
    }
  }
}

/** {@link migrate}, on connections that keep their sessions. */
export async function migrateDirectly(
  dataSource: DataSource,
  { url, directUrl }: Pick<OpenOptions, 'url' | 'directUrl'>,
  events?: SchemaChangeEvents,
): Promise<void> {
  await naming(settingOf(directUrl), directUrl ?? url, () =>
    withDirect(dataSource, directUrl, (direct) => migrate(direct, events)),
  );
}

/** Without secrets and stack, why a process cannot start with its database; undefined for any other error. */
export function startProblem(error: unknown): string | undefined {
  return error instanceof DatabaseProblem || error instanceof ConflictingNames ? error.message : undefined;
}

async function openOnce({ directUrl, ...options }: OpenOptions): Promise<OpenedDatabase> {
  const { url, connectMillis: timeoutMs } = options;
  const kept = { setting: settingOf(directUrl), url: directUrl ?? url };
  const sessions = directUrl === undefined ? 'own' : 'shared';
  const dataSource = await naming('SVC_DB_URL', url, () =>
    createDataSource({ ...options, sessions }).initialize(),
  );
  try {
    await naming(kept.setting, kept.url, () => verifySessions(dataSource, { url: kept.url, timeoutMs }));
    await naming('SVC_DB_URL', url, () => rejectStatementPooling(dataSource));
    const facts = await naming(kept.setting, kept.url, () =>
      withDirect(dataSource, directUrl, (direct) => examineDatabase(direct, kept.url, options.process)),
    );
    return { dataSource, facts };
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function settingOf(directUrl: string | undefined): string {
  return directUrl === undefined ? 'SVC_DB_URL' : 'SVC_DB_DIRECT_URL';
}

/** Problems of the database name the setting that leads to it. */
async function naming<Result>(setting: string, url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const answer = error instanceof QueryFailedError ? error.driverError : error;
    throw DatabaseProblem.of(isOfPrivileges(answer) ? answer : error, setting, url) ?? error;
  }
}

/** Any other answer to a statement is a defect. */
function isOfPrivileges(answer: unknown): boolean {
  return answer instanceof DatabaseError && answer.code === '42501';
}

async function withDirect<Result>(
  dataSource: DataSource,
  directUrl: string | undefined,
  work: (direct: DataSource) => Promise<Result>,
): Promise<Result> {
  if (directUrl === undefined) return work(dataSource);
  const direct = await createDataSource({ url: directUrl, poolSize: 2 }).initialize();
  try {
    return await work(direct);
  } finally {
    await direct.destroy();
  }
}

async function verifySessions(
  dataSource: DataSource,
  { url, timeoutMs }: { readonly url: string; readonly timeoutMs: number },
): Promise<void> {
  const options = { url, timeoutMs, applicationName: 'gatehouse start' };
  await rejectUnkeptSessions(options);
  const connection = await DirectConnection.open(options);
  try {
    await connection.assertAt(dataSource);
  } finally {
    await connection.close();
  }
}

/** A pooler that lends sessions for one statement ends the connection at the beginning of a transaction. */
async function rejectStatementPooling(dataSource: DataSource): Promise<void> {
  try {
    await dataSource.transaction((manager) => manager.query('SELECT 1'));
  } catch (error) {
    if (!/statement pooling/.test(String(unavailability(error)?.message))) throw error;
    throw new DatabaseUnsuitable(
      'the URL leads to a pooler that allows no transactions (pool_mode=statement)',
      'Use pool_mode=transaction or session.',
    );
  }
}
