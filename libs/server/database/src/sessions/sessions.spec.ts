import type { DataSource } from 'typeorm';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { DatabaseUnavailable, UnitOfWork, createDataSource } from '../index';
import { HOSTILE } from './fixtures/hostile-settings';
import { SESSION_SETTINGS } from './session-settings';

/** Those that the product needs. */
const RIGHT: Readonly<Record<string, string>> = {
  default_transaction_isolation: "'read committed'",
  DateStyle: "'ISO', 'MDY'",
  IntervalStyle: "'postgres'",
  TimeZone: "'UTC'",
  standard_conforming_strings: "'on'",
  array_nulls: "'on'",
  bytea_output: "'hex'",
  extra_float_digits: "'1'",
  transform_null_equals: "'off'",
};

describe('connections of a data source', () => {
  let database: TestDatabase;
  const opened: DataSource[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((dataSource) => dataSource.destroy()));
    const [{ name }] = await database.dataSource.query('SELECT current_database() AS name');
    await database.dataSource.query(`ALTER DATABASE ${name} RESET ALL`);
  });
  afterAll(() => database.drop());

  const set = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    const [{ name }] = await database.dataSource.query('SELECT current_database() AS name');
    for (const [setting, value] of Object.entries(settings))
      await database.dataSource.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
  };
  const open = async (
    sessions: 'own' | 'shared',
    use: 'writes' | 'reads' = 'writes',
  ): Promise<DataSource> => {
    const dataSource = createDataSource({ url: database.url, poolSize: 10, sessions, use });
    await dataSource.initialize();
    opened.push(dataSource);
    return dataSource;
  };

  it('are tested with a hostile value of each setting', () => {
    expect(SESSION_SETTINGS.map(({ name }) => name)).toEqual(Object.keys(HOSTILE));
  });

  it.each(SESSION_SETTINGS)(
    'have $name of their own, whatever the database sets',
    async ({ name, value }) => {
      await set({ [name]: HOSTILE[name] ?? '' });
      const [row] = await (await open('own')).query('SELECT current_setting($1) AS value', [name]);
      expect(row).toEqual({ value });
    },
  );

  it.each(["'serializable'", "'repeatable read'"])(
    'write at the same time without conflicts where the isolation of the database is %s',
    async (isolation) => {
      await set({ default_transaction_isolation: isolation });
      const unitOfWork = new UnitOfWork(await open('own'));
      const write = (name: string) =>
        unitOfWork.run(() => unitOfWork.manager.query('INSERT INTO groups (name) VALUES ($1)', [name]));
      const prefix = isolation.slice(1, 4);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) => write(`${prefix}-${index}`)),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    },
  );

  it('keep the search path, which selects the schema', async () => {
    await set({ search_path: 'elsewhere, public' });
    expect(await (await open('own')).query('SHOW search_path')).toEqual([
      { search_path: 'elsewhere, public' },
    ]);
  });

  it('are refused where the database only reads, except for programs that only read', async () => {
    await set({ default_transaction_read_only: 'on' });
    await expect(open('own')).rejects.toThrow('the database only reads (default_transaction_read_only)');
    await expect(open('shared')).rejects.toBeInstanceOf(DatabaseUnavailable);
    const reading = await open('own', 'reads');
    expect(await reading.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('that share sessions change nothing in them, and state the isolation of each transaction', async () => {
    await set(RIGHT);
    const shared = await open('shared');
    const runner = shared.createQueryRunner();
    const setting = async (name: string): Promise<unknown> =>
      (await runner.query('SELECT current_setting($1) AS value', [name]))[0].value;
    const checks = await setting('client_connection_check_interval');
    await runner.query("SET default_transaction_isolation = 'serializable'");
    await runner.startTransaction();
    expect(await setting('transaction_isolation')).toBe('read committed');
    expect(await setting('client_connection_check_interval')).toBe('2s');
    await runner.commitTransaction();
    expect(await setting('client_connection_check_interval')).toBe(checks);
    await runner.startTransaction('REPEATABLE READ');
    expect(await setting('transaction_isolation')).toBe('repeatable read');
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('that share sessions accept other values with the same effect', async () => {
    await set({ ...RIGHT, DateStyle: "'ISO', 'DMY'", TimeZone: "'Etc/UTC'", extra_float_digits: '3' });
    await expect(open('shared')).resolves.toBeDefined();
  });
});
