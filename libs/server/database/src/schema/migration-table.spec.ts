import type { DataSource } from 'typeorm';
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '@gatehouse/testing';
import { createDataSource, migrate, missingMigrations, schemaVersion } from '../index';
import { migrationNames } from './migration-table';
import { OLDEST_BESIDE } from './schema-statement';

const NEWEST = /^[A-Z]\w+\d{13}$/;

describe('the table of migrations', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });
  afterEach(() => database.drop());

  /** As versions before had it. */
  const makeFormer = () => dataSource.query('ALTER TABLE gatehouse_migrations RENAME TO migrations');
  const addRows = (...names: string[]) =>
    dataSource.query('INSERT INTO migrations ("timestamp", name) SELECT 1700000000000, unnest($1::text[])', [
      names,
    ]);
  const namesIn = async (table: string): Promise<string[] | undefined> => {
    const [row] = await dataSource.query('SELECT to_regclass($1) IS NOT NULL AS present', [table]);
    if (!row.present) return undefined;
    const rows = await dataSource.query<{ name: string }[]>(`SELECT name FROM ${table} ORDER BY id`);
    return rows.map(({ name }) => name);
  };
  const started = async (): Promise<DataSource> => {
    const process = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
    await migrate(process).finally(() => process.destroy());
    return process;
  };

  it('has a name of its own in new databases', async () => {
    expect(await namesIn('gatehouse_migrations')).toEqual(migrationNames(dataSource));
    expect(await namesIn('migrations')).toBeUndefined();
  });

  it('stays where it has only our rows, so that processes of earlier versions find it', async () => {
    await dataSource.undoLastMigration();
    await makeFormer();
    await started();
    expect(await namesIn('migrations')).toEqual(migrationNames(dataSource));
    expect(await namesIn('gatehouse_migrations')).toBeUndefined();
    expect(await schemaVersion(dataSource)).toBe(migrationNames(dataSource).at(-1));
  });

  it('is given up where another application has rows in it, which stay; processes that start together do so once', async () => {
    await dataSource.undoLastMigration();
    await makeFormer();
    await addRows('Orders1700000000000', 'Invoices1700000000001');
    expect(await schemaVersion(dataSource)).toBe(migrationNames(dataSource).at(-2));
    await Promise.all([started(), started(), started()]);
    expect(await namesIn('gatehouse_migrations')).toEqual(migrationNames(dataSource));
    expect(await namesIn('migrations')).toEqual(['Orders1700000000000', 'Invoices1700000000001']);
    expect(await schemaVersion(dataSource)).toBe(migrationNames(dataSource).at(-1));
    expect(await missingMigrations(dataSource)).toEqual([]);
  });

  it('of a newer version is neither moved nor refused if this one may run beside it', async () => {
    await makeFormer();
    await addRows('Newer1999999999999');
    await dataSource.query("UPDATE gatehouse_schema SET newest = 'Newer1999999999999'");
    await started();
    expect(await namesIn('gatehouse_migrations')).toBeUndefined();
    expect(await namesIn('migrations')).toEqual([...migrationNames(dataSource), 'Newer1999999999999']);
    expect(await schemaVersion(dataSource)).toBe('Newer1999999999999');
  });
});

describe('a table of another application with the name migrations', () => {
  it.each([
    ['other columns', 'CREATE TABLE migrations (id int, migration text, batch int)'],
    ['other rows', `CREATE TABLE migrations (id serial, "timestamp" bigint, name text)`],
  ])('is left alone: one with %s', async (_what, statement) => {
    const { url, drop } = await createEmptyDatabase();
    const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
    try {
      await dataSource.query(statement);
      await dataSource.query('INSERT INTO migrations (id) VALUES (7)');
      await migrate(dataSource);
      expect(await schemaVersion(dataSource)).toMatch(NEWEST);
      expect(await dataSource.query('SELECT id FROM migrations')).toEqual([{ id: 7 }]);
    } finally {
      await dataSource.destroy();
      await drop();
    }
  });

  it('is not looked at in another schema of the search path', async () => {
    const { url, drop } = await createEmptyDatabase();
    const name = /@\/(\w+)/.exec(url)?.[1];
    const first = await createDataSource({ url, poolSize: 1 }).initialize();
    await first.query('CREATE TABLE public.migrations (id serial, "timestamp" bigint, name text)');
    await first.query("INSERT INTO public.migrations (name) VALUES ('AccountsAndAccess1795219200000')");
    await first.query('CREATE SCHEMA gatehouse');
    await first.query(`ALTER DATABASE ${name} SET search_path = gatehouse, public`);
    await first.destroy();
    const dataSource = await createDataSource({ url, poolSize: 2 }).initialize();
    try {
      await migrate(dataSource);
      const rows = await dataSource.query(
        "SELECT schemaname FROM pg_tables WHERE tablename IN ('users', 'gatehouse_migrations')",
      );
      expect(rows).toEqual([{ schemaname: 'gatehouse' }, { schemaname: 'gatehouse' }]);
    } finally {
      await dataSource.destroy();
      await drop();
    }
  });
});

describe('a program', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    ({ dataSource } = database);
  });
  afterAll(() => database.drop());
  const state = (newest: string, oldestBeside: string) =>
    dataSource.query('UPDATE gatehouse_schema SET newest = $1, oldest_beside = $2', [newest, oldestBeside]);

  it('states the oldest version that may run beside its schema, which is an earlier one', async () => {
    const names = migrationNames(dataSource);
    expect(await dataSource.query('SELECT newest, oldest_beside FROM gatehouse_schema')).toEqual([
      { newest: names.at(-1), oldest_beside: OLDEST_BESIDE },
    ]);
    expect(names.slice(0, -1)).toContain(OLDEST_BESIDE);
  });

  it('that writes what earlier ones do not understand states so, also without a change of the schema', async () => {
    const names = migrationNames(dataSource);
    await state(names.at(-1) ?? '', names[0] ?? '');
    await migrate(dataSource);
    const [row] = await dataSource.query('SELECT oldest_beside FROM gatehouse_schema');
    expect(row).toEqual({ oldest_beside: OLDEST_BESIDE });
  });

  it('that is older than the database states is refused with both versions, and changes nothing', async () => {
    const own = migrationNames(dataSource).at(-1) ?? '';
    await state('Newer1999999999999', 'Between1999999999998');
    const refusal = `the schema of the database is that of a newer version (Newer1999999999999), beside which versions from Between1999999999998 on may run, and this one is older (${own})`;
    await expect(migrate(dataSource)).rejects.toThrow(refusal);
    await expect(missingMigrations(dataSource)).rejects.toThrow(refusal);
    const [row] = await dataSource.query('SELECT newest, oldest_beside FROM gatehouse_schema');
    expect(row).toEqual({ newest: 'Newer1999999999999', oldest_beside: 'Between1999999999998' });
  });

  it('that may run beside a newer schema leaves the statement of the newer one', async () => {
    await state('Newer1999999999999', OLDEST_BESIDE);
    await migrate(dataSource);
    const [row] = await dataSource.query('SELECT newest FROM gatehouse_schema');
    expect(row).toEqual({ newest: 'Newer1999999999999' });
  });
});
