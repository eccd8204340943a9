import type { DataSource } from 'typeorm';
import { type TestDatabase, copyOf, createTestDatabase } from '../test-database';
import { GROWING_TABLES } from './growing-tables';
import { FIRST, FURTHER, ROWS, UNEQUAL, latest, rowsOfLog } from './rows-of-tables';

type Database = Pick<DataSource, 'query'>;

/**
 * When the statistics were collected by which PostgreSQL plans: `empty`, before there were rows; `bulk`, with a change log of which one
 * revision has 99 % of the changes, and of {@link UNEQUAL} rows; `before the latest` service, user and group were added; with `a thousandth` of the rows.
 */
export const ANALYSED = ['empty', 'bulk', 'before the latest', 'a thousandth'] as const;
export type Analysed = (typeof ANALYSED)[number];

/**
 * Databases of `rows` resources, revisions, changes and so on, and in proportion to that of all other rows; the statistics of each are of
 * another time. They are to be dropped.
 */
export async function grownDatabases(
  rows: number,
  times: readonly Analysed[],
): Promise<ReadonlyMap<Analysed, TestDatabase>> {
  const grown = new Map<Analysed, TestDatabase>();
  const empty = await prepared();
  await fill(empty.dataSource, ROWS, rows);
  if (times.includes('bulk')) {
    const bulk = await prepared();
    await fill(bulk.dataSource, { ...UNEQUAL, ...rowsOfLog('bulk') }, rows);
    await bulk.dataSource.query('ANALYZE');
    grown.set('bulk', bulk);
  }
  await fill(empty.dataSource, rowsOfLog('usual'), rows);
  if (times.includes('before the latest')) {
    const before = await copyOf(empty);
    await before.dataSource.query('ANALYZE');
    grown.set('before the latest', before);
  }
  grown.set('empty', empty);
  if (times.includes('a thousandth')) {
    const database = await prepared();
    const tables = { ...ROWS, ...rowsOfLog('usual') };
    await fill(database.dataSource, tables, rows, 0, rows / 1000);
    await database.dataSource.query('ANALYZE');
    await fill(database.dataSource, tables, rows, rows / 1000, rows);
    grown.set('a thousandth', database);
  }
  for (const { dataSource } of grown.values()) await complete(dataSource, rows);
  return grown;
}

/** An empty database whose rows are not checked, and which PostgreSQL does not analyse by itself. */
async function prepared(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.dataSource.query(`DO $$ DECLARE named record; BEGIN
    CREATE TABLE removed_keys AS SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS definition
      FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype = 'f';
    FOR named IN SELECT * FROM removed_keys LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', named.of, named.name);
    END LOOP;
    FOR named IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s SET UNLOGGED, DISABLE TRIGGER USER, SET (autovacuum_enabled = off)', named.name);
    END LOOP;
  END $$`);
  // Searches do not have to have them, and they take longer to build than all the rest.
  await database.dataSource.query(
    'DROP INDEX IF EXISTS users_name_trigrams, users_email_trigrams, groups_name_trigrams, resources_name_trigrams, resources_display_name_trigrams',
  );
  for (const statement of FIRST) await database.dataSource.query(statement);
  return database;
}

/** Adds the rows with the numbers from `from` to before `to`, of tables of which others have a part. */
async function fill(
  database: Database,
  statements: Readonly<Record<string, string>>,
  rows: number,
  from = 0,
  to = rows,
): Promise<void> {
  for (const [table, select] of Object.entries(statements)) {
    const share = GROWING_TABLES[table] ?? 1;
    const numbers = `WITH numbers AS (SELECT i, ${rows} AS n FROM generate_series(${Math.floor(from / share)}, ${Math.floor(to / share) - 1}) i)`;
    const overriding = select.startsWith('(') ? select.replace(')', ') OVERRIDING SYSTEM VALUE') : select;
    const source = /\bFROM\b/.test(select) ? '' : 'FROM numbers';
    await database.query(`${numbers} INSERT INTO ${table} ${overriding} ${source}`);
    const further = FURTHER[table];
    if (further) await database.query(`${numbers} ${further}`);
  }
}

/** Adds what is the latest; identities, keys and triggers are as in any database afterwards. */
async function complete(database: Database, rows: number): Promise<void> {
  for (const statement of latest(rows)) await database.query(statement);
  await database.query(`DO $$ DECLARE named record; BEGIN
    FOR named IN SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES' LOOP
      EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), (SELECT coalesce(max(id), 1) FROM %I))', named.name, named.name);
    END LOOP;
    PERFORM setval('outbox_messages_sequence_seq', (SELECT max(sequence) FROM outbox_messages));
    -- Changes and events of the audit log have numbers of one sequence.
    PERFORM setval('changes_id_seq', (SELECT max(id) FROM audit_events));
    FOR named IN SELECT * FROM removed_keys LOOP
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', named.of, named.name, named.definition);
    END LOOP;
    DROP TABLE removed_keys;
    FOR named IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', named.name);
    END LOOP;
  END $$`);
  await database.query('UPDATE access_revision SET value = (SELECT max(revision) FROM revisions)');
  await database.query('UPDATE audit_event_head SET position = (SELECT max(position) FROM audit_events)');
}
