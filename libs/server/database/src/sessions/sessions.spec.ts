import type { DataSource } from 'typeorm';
import { OwnServer, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { DatabaseUnavailable, UnitOfWork, createDataSource, migrate } from '../index';
import { SESSION_SETTINGS } from './session-settings';

/** A value of each setting that a role or a database may have, and with which something else would be read or written. */
const HOSTILE: Readonly<Record<string, string>> = {
  default_transaction_isolation: "'serializable'",
  DateStyle: "'SQL', 'DMY'",
  IntervalStyle: "'sql_standard'",
  TimeZone: "'Asia/Kathmandu'",
  standard_conforming_strings: "'off'",
  array_nulls: "'off'",
  bytea_output: "'escape'",
  extra_float_digits: "'-15'",
  transform_null_equals: "'on'",
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
    await set({ DateStyle: "'ISO', 'DMY'", TimeZone: "'Etc/UTC'", extra_float_digits: '3' });
    await expect(open('shared')).resolves.toBeDefined();
  });
});

describe('a server of its own', () => {
  let server: OwnServer;
  let url: string;
  const initialized = async (options: { sessions?: 'own' | 'shared' } = {}): Promise<DataSource> =>
    createDataSource({ url, poolSize: 2, ...options }).initialize();

  beforeAll(async () => {
    server = await OwnServer.make(undefined, {
      wal_writer_delay: '10000',
      wal_level: 'replica',
      max_wal_senders: '2',
    });
    url = server.url;
    const dataSource = await initialized();
    await migrate(dataSource);
    await dataSource.destroy();
  });
  afterAll(() => server.remove());

  it('is refused behind a transaction pooler with the statements that correct its role, and accepted after them', async () => {
    for (const [name, value] of Object.entries(HOSTILE))
      await server.asSuperuser(`ALTER ROLE gatehouse SET ${name} = ${value}`);
    const refused: unknown = await initialized({ sessions: 'shared' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      name: 'DatabaseUnsuitable',
      message: `sessions of a transaction pooler have other settings than Gatehouse needs: ${Object.keys(HOSTILE).join(', ')}`,
    });
    const [, statements] = /^[^:]+: (.*)$/.exec((refused as { remedy: string }).remedy) ?? [];
    await server.asSuperuser(statements ?? '');
    const dataSource = await initialized({ sessions: 'shared' });
    await dataSource.destroy();
    await server.asSuperuser('ALTER ROLE gatehouse RESET ALL');
  });

  it('is refused where triggers do not fire, and takes no revision there', async () => {
    const before = await initialized();
    await server.asSuperuser('ALTER ROLE gatehouse SET session_replication_role = replica');
    try {
      const cause = /session_replication_role is replica/;
      await expect(initialized()).rejects.toThrow(cause);
      await before.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'gatehouse'",
      );
      await server.asSuperuser('GRANT SET ON PARAMETER session_replication_role TO gatehouse');
      await expect(
        before.transaction(async (manager) => {
          await manager.query('SET LOCAL session_replication_role = replica');
          await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
        }),
      ).rejects.toThrow(cause);
    } finally {
      await server.asSuperuser('ALTER ROLE gatehouse RESET session_replication_role');
      await before.destroy();
    }
  });

  it('has acknowledged changes after it was killed, also if the role commits asynchronously', async () => {
    await server.asSuperuser('ALTER ROLE gatehouse SET synchronous_commit = off');
    const dataSource = await initialized();
    const unitOfWork = new UnitOfWork(dataSource);
    await unitOfWork.run(() => unitOfWork.manager.query("INSERT INTO groups (name) VALUES ('acknowledged')"));
    server.kill();
    await dataSource.destroy();
    await server.start();
    const after = await initialized();
    expect(await after.query("SELECT name FROM groups WHERE name = 'acknowledged'")).toHaveLength(1);
    await after.destroy();
  });

  it('is refused as a standby, except for programs that only read', async () => {
    const standby = await server.standby();
    try {
      const options = { url: standby.url, poolSize: 2 };
      await expect(createDataSource(options).initialize()).rejects.toThrow(
        'the server is a standby, which only reads',
      );
      const reading = await createDataSource({ ...options, use: 'reads' }).initialize();
      expect(await reading.query('SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
      await reading.destroy();
    } finally {
      await standby.remove();
    }
  });
});
