import type { Database } from '../sessions/direct-connection';
import { DatabaseUnsuitable } from '../unavailable';
import { timeOf } from './migration-table';

/** What a database states about its schema, by names of migrations. */
interface SchemaStatement {
  /** The newest migration that was applied. */
  readonly newest: string;
  /** The newest migration that a version has to know to run beside it. */
  readonly oldestBeside: string;
}

/**
 * The newest migration of the oldest version that may use the schema of this one, as a rollout needs it: that of the previous version. Raised
 * when a change of the schema, or of what is written, would not be understood by it.
 */
export const OLDEST_BESIDE = 'LargeDeletions1795420000000';

/** Undefined before the first version that states it. */
export async function schemaStatement(database: Database): Promise<SchemaStatement | undefined> {
  const [row] = await database.query<{ present: boolean }[]>(
    "SELECT to_regclass(format('%I.gatehouse_schema', current_schema())) IS NOT NULL AS present",
  );
  if (!row?.present) return undefined;
  const [statement] = await database.query<SchemaStatement[]>(
    'SELECT newest, oldest_beside AS "oldestBeside" FROM gatehouse_schema',
  );
  return statement;
}

/** Throws if the database states that a version whose newest migration is `own` is too old for its schema. */
export function rejectNewerSchema(statement: SchemaStatement | undefined, own: string): void {
  if (!statement || timeOf(statement.oldestBeside) <= timeOf(own)) return;
  throw new DatabaseUnsuitable(
    `the schema of the database is that of a newer version (${statement.newest}), beside which versions from ${statement.oldestBeside} on may run, and this one is older (${own})`,
    'Start the newer version, or go back as docs/upgrade.md describes.',
  );
}

/** States the schema of the newest version, and what that version demands; an older one states nothing. */
export async function stateSchema(database: Database, newest: string): Promise<void> {
  const before = await schemaStatement(database);
  const isStated =
    before?.newest === newest
      ? timeOf(before.oldestBeside) >= timeOf(OLDEST_BESIDE)
      : before !== undefined && timeOf(before.newest) > timeOf(newest);
  if (isStated) return;
  await database.query(
    `INSERT INTO gatehouse_schema (newest, oldest_beside) VALUES ($1, $2)
     ON CONFLICT (singleton) DO UPDATE SET newest = excluded.newest, oldest_beside = excluded.oldest_beside`,
    [newest, OLDEST_BESIDE],
  );
}
