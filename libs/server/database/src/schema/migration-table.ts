import type { DataSource, QueryRunner } from 'typeorm';
import type { Database } from '../sessions/direct-connection';

/** The table of applied migrations in databases that this version or a newer one has made. */
export const OWN_TABLE = 'gatehouse_migrations';
/** That of earlier versions, which has the name that other applications use, too. */
const FORMER_TABLE = 'migrations';

/** Which migrations a database has, and where it says so. */
export interface AppliedMigrations {
  readonly table: typeof OWN_TABLE | typeof FORMER_TABLE;
  /** The names of ours, the oldest first, and of any that a newer version has applied. */
  readonly names: readonly string[];
  /** Whether other applications have rows in the table. */
  readonly isShared: boolean;
}

/** Names of the migrations of this version. */
export function migrationNames({ migrations }: DataSource): readonly string[] {
  return migrations.map((migration) => migration.name ?? migration.constructor.name);
}

/** The time in the name of a migration, by which versions of the schema are ordered. */
export function timeOf(migration: string): number {
  return Number(/\d{13}$/.exec(migration)?.[0] ?? 0);
}

/**
 * The migrations that were applied; undefined if there are none, also where a table of this name belongs to another application.
 *
 * @param known names of the migrations of this version
 * @param newest the newest migration that the database states, if it does
 */
export async function appliedMigrations(
  database: Database,
  known: readonly string[],
  newest?: string,
): Promise<AppliedMigrations | undefined> {
  const [present] = await database.query<{ own: boolean; former: boolean }[]>(
    `SELECT to_regclass(format('%I.${OWN_TABLE}', current_schema())) IS NOT NULL AS own,
       (SELECT count(*) = 3 FROM pg_attribute
        WHERE attrelid = to_regclass(format('%I.${FORMER_TABLE}', current_schema())) AND attname IN ('id', 'timestamp', 'name')
          AND NOT attisdropped) AS former`,
  );
  if (present?.own) return { table: OWN_TABLE, names: await namesIn(database, OWN_TABLE), isShared: false };
  if (!present?.former) return undefined;
  const names = await namesIn(database, FORMER_TABLE);
  const isOurs = (name: string): boolean => known.includes(name);
  if (!names.some(isOurs)) return undefined;
  // Of a newer schema, this version does not know all names.
  const isNewer = newest !== undefined && !isOurs(newest);
  return {
    table: FORMER_TABLE,
    names: isNewer ? names : names.filter(isOurs),
    isShared: !isNewer && !names.every(isOurs),
  };
}

async function namesIn(database: Database, table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }[]>(`SELECT name FROM ${table} ORDER BY id`);
  return rows.map(({ name }) => name);
}

/**
 * Makes the data source use the table that has our migrations, under the lock and before TypeORM looks. A table with our rows alone
 * stays, since processes of earlier versions read it; otherwise our rows move.
 */
export async function adoptMigrationTable(
  dataSource: DataSource,
  runner: QueryRunner,
  applied: AppliedMigrations | undefined,
): Promise<void> {
  if (applied?.isShared) await moveRows(runner, applied.names);
  const isFormer = applied?.table === FORMER_TABLE && !applied.isShared;
  dataSource.setOptions({ migrationsTableName: isFormer ? FORMER_TABLE : OWN_TABLE });
}

async function moveRows(runner: QueryRunner, names: readonly string[]): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query(`LOCK TABLE ${FORMER_TABLE} IN SHARE ROW EXCLUSIVE MODE`);
    await runner.query(
      `CREATE TABLE ${OWN_TABLE} (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL)`,
    );
    await runner.query(
      `INSERT INTO ${OWN_TABLE} ("timestamp", name)
       SELECT "timestamp", name FROM ${FORMER_TABLE} WHERE name = ANY ($1) ORDER BY id`,
      [names],
    );
    await runner.query(`DELETE FROM ${FORMER_TABLE} WHERE name = ANY ($1)`, [names]);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
