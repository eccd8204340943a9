import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { withinTime } from '../time-limit';
import { rejectConflictingNames } from './conflicting-names';
import {
  type AppliedMigrations,
  adoptMigrationTable,
  appliedMigrations,
  migrationNames,
} from './migration-table';
import { rejectNewerSchema, schemaStatement, stateSchema } from './schema-statement';

/** Arbitrary, but the same in every process: only one of them migrates at a time. */
const MIGRATION_LOCK = 720_141_795;

/** Milliseconds between two attempts to take the lock. */
const LOCK_POLL_MS = 100;

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** What a schema change reports, since it may take long. */
export interface SchemaChangeEvents {
  /** Another process changes the schema; this one waits. */
  readonly waiting?: () => void;
  /** This process begins to apply a number of migrations. */
  readonly changing?: (pending: number) => void;
  /** The wait or the change has ended. */
  readonly changed?: () => void;
}

/**
 * Brings the schema to the newest version; processes that start together wait for the one that migrates. The data source needs
 * sessions of its own.
 *
 * @throws ConflictingNames if stored names do not allow that
 * @throws DatabaseUnsuitable if the schema is that of a newer version, beside which this one must not run
 */
export function migrate(dataSource: DataSource, events: SchemaChangeEvents = {}): Promise<void> {
  // A migration takes as long as its tables are large.
  return withinTime(0, () => migrateAlone(dataSource, events));
}

async function migrateAlone(dataSource: DataSource, events: SchemaChangeEvents): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await takeTurn(runner, events);
    const known = migrationNames(dataSource);
    const newest = known.at(-1) ?? '';
    const { applied } = await examineSchema(dataSource);
    await adoptMigrationTable(dataSource, runner, applied);
    const pending = known.filter((name) => !applied?.names.includes(name)).length;
    if (pending > 0) {
      events.changing?.(pending);
      await runMigrations(dataSource, runner);
    }
    await stateSchema(dataSource, newest);
    events.changed?.();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}

/** What is stored, and whether this version may use and upgrade it; changes nothing. */
export async function examineSchema(
  dataSource: DataSource,
): Promise<{ readonly applied: AppliedMigrations | undefined }> {
  const known = migrationNames(dataSource);
  const statement = await schemaStatement(dataSource);
  rejectNewerSchema(statement, known.at(-1) ?? '');
  const applied = await appliedMigrations(dataSource, known, statement?.newest);
  await rejectConflictingNames(dataSource, applied?.names ?? []);
  return { applied };
}

/** On the connection that holds the lock. Limits of the role are those of requests. */
async function runMigrations(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  for (const limit of LIMITS) await runner.query(`SET ${limit} = 0`);
  try {
    await executor.executePendingMigrations();
  } finally {
    for (const limit of LIMITS) await runner.query(`RESET ${limit}`);
  }
}

/** A statement that waited for the lock would keep the one who holds it from building indexes concurrently, for ever. */
async function takeTurn(runner: QueryRunner, { waiting }: SchemaChangeEvents): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [row] = await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (row.taken === true) return;
    if (attempt === 0) waiting?.();
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** Whether a process is changing the schema. */
export async function isSchemaChanging(database: Pick<DataSource, 'query'>): Promise<boolean> {
  const [row] = await database.query<{ held: boolean }[]>(
    `SELECT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::oid AND objsubid = 1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
    [MIGRATION_LOCK],
  );
  return row?.held === true;
}

/** Version of the schema: the name of the newest migration that was applied (`db_version` of GET /version). */
export async function schemaVersion(dataSource: DataSource): Promise<string> {
  const statement = await schemaStatement(dataSource);
  const applied = await appliedMigrations(dataSource, migrationNames(dataSource), statement?.newest);
  return applied?.names.at(-1) ?? '';
}

/** The migrations that this version needs and the database does not have. Throws if the schema is too new for this version. */
export async function missingMigrations(dataSource: DataSource): Promise<readonly string[]> {
  const known = migrationNames(dataSource);
  const statement = await schemaStatement(dataSource);
  rejectNewerSchema(statement, known.at(-1) ?? '');
  const applied = await appliedMigrations(dataSource, known, statement?.newest);
  return known.filter((name) => !applied?.names.includes(name));
}
