import type { DataSource } from 'typeorm';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { createDataSource, migrate, schemaVersion } from '../index';
import { UNRECORDED_TABLES } from '../unrecorded-tables';

/** A description of the whole schema, as text that can be compared. */
async function shapeOf(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ line: string }[]>(`
    SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'gatehouse_migrations'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'gatehouse_migrations'
    UNION ALL SELECT format('trigger %s %s', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s', proname) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY line`);
  return rows.map((row) => row.line);
}

/** The schema builder of TypeORM sends many queries at once on one connection, which pg is going to refuse: they are sent one by one. */
function sendOneByOne(dataSource: DataSource): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    let last: Promise<unknown> = Promise.resolve();
    jest.spyOn(runner, 'query').mockImplementation((...sent) => {
      const result = last.then(() => query(...sent));
      last = result.catch(() => undefined);
      return result;
    });
    return runner;
  });
}

/** The bits of `tgtype`. */
const INSERT_UPDATE_DELETE = 4 | 8 | 16;

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('create the tables and columns that the entities describe', async () => {
    sendOneByOne(database.dataSource);
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    jest.restoreAllMocks();
    // References, checks, partial indexes and those by code point are declared only in the migrations.
    const recurring =
      /DROP CONSTRAINT "(\w+_(fkey|check1?)|api_tokens_one_power)"|DROP INDEX "public"."(\w+_trigrams|resources_(service|sibling)_name|users_status|users_service_accounts|api_tokens_name|groups_discoverable|sessions_origin_text|synchronization_differences_path|(users|groups|pending_users)_(order|name|email|email_lookup))"/;
    expect(upQueries.map(({ query }) => query).filter((query) => !recurring.test(query))).toEqual([]);
  });

  it('record the changes of all tables, except of those in the list of unrecorded ones', async () => {
    const rows = await database.dataSource.query<{ name: string }[]>(`
      SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND coalesce((
        SELECT bit_or(t.tgtype::integer) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE t.tgrelid = c.oid AND t.tgqual IS NULL
          AND p.proname IN ('record_change', 'record_insertions', 'record_updates', 'record_deletions')
      ), 0) & ${INSERT_UPDATE_DELETE} <> ${INSERT_UPDATE_DELETE}`);
    const ofTheLog = ['access_revision', 'revisions', 'changes', 'audit_chain'];
    const ofTheSchema = ['gatehouse_migrations', 'gatehouse_schema'];
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...ofTheLog, ...ofTheSchema, ...Object.keys(UNRECORDED_TABLES)].sort(),
    );
  });

  it('undo in `down` what they did in `up`', async () => {
    const { dataSource } = database;
    const shapes = [await shapeOf(dataSource)];
    expect(shapes[0]?.length).toBeGreaterThan(50);
    for (let undone = 0; undone < dataSource.migrations.length; undone++) {
      await dataSource.undoLastMigration();
      shapes.push(await shapeOf(dataSource));
    }
    expect(shapes.at(-1)).toEqual([]);
    // Up, down and up again, one at a time, through the same schemas.
    const all = dataSource.migrations.splice(0);
    for (const [index, migration] of all.entries()) {
      const shape = shapes[all.length - 1 - index];
      dataSource.migrations.push(migration);
      await dataSource.runMigrations({ transaction: 'each' });
      expect(await shapeOf(dataSource)).toEqual(shape);
      await dataSource.undoLastMigration();
      expect(await shapeOf(dataSource)).toEqual(shapes[all.length - index]);
      await dataSource.runMigrations({ transaction: 'each' });
      expect(await shapeOf(dataSource)).toEqual(shape);
    }
  });

  it('are applied once by processes that start together', async () => {
    await database.dataSource.undoLastMigration();
    const others = await Promise.all(
      [1, 2, 3].map(() => createDataSource({ url: database.url, poolSize: 2 }).initialize()),
    );
    await Promise.all(others.map((dataSource) => migrate(dataSource)));
    const versions = await Promise.all(others.map((dataSource) => schemaVersion(dataSource)));
    expect(new Set(versions)).toEqual(new Set([database.dataSource.migrations.at(-1)?.constructor.name]));
    await Promise.all(others.map((dataSource) => dataSource.destroy()));
  });
});
