import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource, missingMigrations } from '@gatehouse/database';
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '@gatehouse/testing';

/** The settings without which nothing starts. */
const ENOUGH = {
  SVC_SECRET: 'a secret for tests that is long enough',
  SVC_ADMIN_USER: 'chief',
  SVC_ADMIN_PASSWORD: 'the chief signs in',
  SVC_API_WORKERS: '1',
  SVC_PROXY_WORKERS: '1',
  SVC_PORT: '0',
  SVC_DB_TIMEOUT: '3',
  SVC_DB_START_TIMEOUT: '0',
};

/** The advisory lock of changes of the schema, which all versions have. */
const MIGRATION_LOCK = 720_141_795;

describe('the API, started as a process,', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = async (environment: Record<string, string>, main = 'apps/api/src/main.ts') => {
    const child = spawn(process.execPath, [join(__dirname, 'harness/run-main.cjs'), main], {
      env: { PATH: process.env['PATH'], ...ENOUGH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    const [out, errors] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Buffer[] = [];
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
      return chunks;
    });
    const [code] = (await once(child, 'close')) as [number];
    const text = (chunks: Buffer[] = []) => Buffer.concat(chunks).toString();
    return { code, lines: text(errors).trim().split('\n'), output: text(out) + text(errors), messages };
  };
  const withPassword = (password: string) =>
    database.url.replace(/\/\/([^:@/]+)(?::[^@]*)?@/, `//$1:${password}@`);
  const inDatabase = (name: string) => {
    const url = new URL(database.url.replace('@/', '@socket/'));
    url.pathname = `/${name}`;
    return url.href.replace('@socket/', '@/');
  };

  it.each<[string, () => string, RegExp]>([
    ['a wrong password', () => withPassword('canary-password'), /the server refuses the password/],
    ['an unknown database', () => inDatabase('no-such-database'), /the database does not exist/],
    ['an unknown host', () => 'postgresql://ada:canary-password@nowhere.invalid/x', /nowhere\.invalid/],
    ['a closed port', () => 'postgresql://ada:canary-password@127.0.0.1:1/x', /refuses connections/],
  ])('with %s in SVC_DB_URL ends with code 1 and one line', async (_about, url, reason) => {
    const { code, lines, output } = await start({ SVC_DB_URL: url() });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^SVC_DB_URL \(.*\): .*\.$/)]);
    expect(lines[0]).toMatch(reason);
    expect(output).not.toMatch(/canary|\bada\b|^\s+at /m);
  });

  it.each([
    ['API', 'apps/api/src/main.ts'],
    ['proxy', 'apps/proxy/src/main.ts'],
  ])(
    'waits for a database that is not there yet, logs the reason, and tells the program that started it (%s)',
    async (_name, main) => {
      const url = 'postgresql://ada:canary-password@127.0.0.1:1/x';
      const { code, output, messages } = await start({ SVC_DB_URL: url, SVC_DB_START_TIMEOUT: '1.5' }, main);
      expect(code).toBe(1);
      expect(messages).toContainEqual({ kind: 'prolonged', isProlonged: true });
      const waits = output.split('\n').filter((line) => line.includes('"waiting for the database"'));
      expect(waits.length).toBeGreaterThan(0);
      expect(waits[0]).toContain('(127.0.0.1:1/x): the server refuses connections');
    },
  );

  it('waits while another process changes the schema, changes it, and tells the program that started it', async () => {
    const empty = await createEmptyDatabase();
    const dataSource = await createDataSource({ url: empty.url, poolSize: 2 }).initialize();
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
      const ended = start({ SVC_DB_URL: empty.url, SVC_LISTEN_HOST: 'nowhere.invalid' });
      const isWaiting = `SELECT EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%' AND pid <> pg_backend_pid()) AS waits`;
      while (!(await dataSource.query(isWaiting))[0].waits) await sleep(50);
      await runner.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
      const { output, messages } = await ended;
      expect(output).toMatch(/"another process changes the schema[^]*"changing the schema of the database/);
      expect(messages).toEqual(
        [false, true, true, false].map((isProlonged) => ({ kind: 'prolonged', isProlonged })),
      );
      expect(await missingMigrations(dataSource)).toEqual([]);
    } finally {
      await runner.release();
      await dataSource.destroy();
      await empty.drop();
    }
  });

  it.each<[string, Record<string, string>, readonly RegExp[]]>([
    [
      'an address of no machine',
      { SVC_LISTEN_HOST: 'nowhere.invalid' },
      [
        /^The settings cannot be used:$/,
        /^ {2}- SVC_LISTEN_HOST is not an address of this machine: nowhere\.invalid$/,
      ],
    ],
    [
      'keys that do not exist, and several workers',
      { SVC_NETWORK_ENABLED: 'true', SVC_NETWORK_INSTANCE_NAME: 'here', SVC_API_WORKERS: '2' },
      [
        /^The settings cannot be used:$/,
        /^ {2}- SVC_NETWORK_PEM_FILES: /,
        /^a worker ended before it was ready /,
      ],
    ],
  ])('with %s ends with code 1 and the reason, without a stack', async (_about, environment, expected) => {
    const { code, lines, output } = await start({ SVC_DB_URL: database.url, ...environment });
    expect(code).toBe(1);
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)));
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an address of no machine',
      { SVC_LISTEN_HOST: 'nowhere.invalid' },
      /^ {2}- SVC_LISTEN_HOST is not an address /,
    ],
    [
      'a file of hooks that does not exist',
      { SVC_PROXY_HOOKS_FILE: '/no/such' },
      /^ {2}- the file cannot be read$/,
    ],
  ])(
    'as the proxy, with %s, ends with code 1 and the reason, without a stack',
    async (_about, environment, line) => {
      const settings = {
        SVC_DB_URL: database.url,
        SVC_PROXY_PORT: '0',
        ...environment,
      };
      const { code, lines, output } = await start(settings, 'apps/proxy/src/main.ts');
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/ cannot be used:$/), expect.stringMatching(line)]);
      expect(output).not.toMatch(/\bat .*\.[jt]s:\d/);
    },
  );

  it('with several settings that cannot be used ends with code 1 and one line for each', async () => {
    const { code, lines, output } = await start({
      SVC_DB_URL: 'postgresql://ada:canary-pass:word@/x y%zz',
      SVC_TRUSTED_PROXIES: 'zz',
      SVC_BCRYPT_COST: '99',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'The settings cannot be used:',
      ...['SVC_DB_URL', 'SVC_TRUSTED_PROXIES', 'SVC_BCRYPT_COST'].map((name) =>
        expect.stringMatching(new RegExp(`^  - ${name} `)),
      ),
    ]);
    expect(output).not.toMatch(/canary|^\s+at /m);
  });
});
