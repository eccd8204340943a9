import { OwnServer, type PoolMode, Pooler, type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { silentLogger } from '@gatehouse/logging';
import { EXPECTED, observe } from '../harness/observed-system';
import { startApi } from '../harness/start-api';

const STREAMING = { wal_level: 'replica', max_wal_senders: '2' };

describe('behind pgbouncer, the API', () => {
  let database: TestDatabase;
  let pooler: Pooler | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
    await database.drop();
  });

  const nameOf = ({ url }: TestDatabase): string => /@\/(\w+)/.exec(url)?.[1] ?? '';
  /** Starts the API; `direct` is the value of SVC_DB_DIRECT_URL. */
  const start = async (mode: PoolMode, direct?: string) => {
    pooler = await Pooler.start(database.url, mode);
    const environment = {
      SVC_DB_URL: pooler.urlOf(nameOf(database)),
      ...(direct === undefined ? {} : { SVC_DB_DIRECT_URL: direct }),
    };
    return startApi(environment, silentLogger, { ...database, drop: () => Promise.resolve() });
  };

  it.each<[PoolMode, boolean]>([
    ['session', false],
    ['session', true],
    ['transaction', true],
  ])(
    'and the proxy show the same as without it in mode %s, with a direct URL: %s',
    async (mode, isDirect) => {
      const api = await start(mode, isDirect ? database.url : undefined);
      try {
        expect(await observe(api)).toEqual(EXPECTED);
      } finally {
        await api.close();
      }
    },
  );

  it.each<[PoolMode, boolean, string]>([
    ['transaction', false, 'a pooler that does not keep sessions'],
    ['statement', false, 'a pooler that does not keep sessions'],
    ['statement', true, 'a pooler that allows no transactions'],
  ])('refuses to start in mode %s, with a direct URL: %s', async (mode, isDirect, cause) => {
    await expect(start(mode, isDirect ? database.url : undefined)).rejects.toThrow(cause);
  });

  it('refuses to start with a direct URL that leads to another database', async () => {
    const other = await createTestDatabase();
    try {
      await expect(start('transaction', other.url)).rejects.toThrow('do not all lead to the same database');
    } finally {
      await other.drop();
    }
  });

  it('refuses to start with a direct URL that leads to a pool in mode transaction', async () => {
    const second = await Pooler.start(database.url, 'transaction');
    try {
      await expect(start('transaction', second.urlOf(nameOf(database)))).rejects.toThrow(
        'a pooler that does not keep sessions',
      );
    } finally {
      await second.stop();
    }
  });
});

describe('behind pgbouncer before a server with a standby, the API', () => {
  it('refuses to start with a direct URL that leads to the standby', async () => {
    const server = await OwnServer.make(undefined, STREAMING);
    const standby = await server.standby();
    const database = await server.migrated();
    const pooler = await Pooler.start(server.url, 'transaction');
    try {
      const environment = { SVC_DB_URL: pooler.url, SVC_DB_DIRECT_URL: standby.url };
      await expect(startApi(environment, silentLogger, database)).rejects.toThrow('the server is a standby');
    } finally {
      await pooler.stop();
      await database.drop();
      await standby.remove();
      await server.remove();
    }
  });
});
