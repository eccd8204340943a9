import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';

/** The settings without which nothing starts. */
const ENOUGH = {
  SVC_SECRET: 'a secret for tests that is long enough',
  SVC_ADMIN_USER: 'chief',
  SVC_ADMIN_PASSWORD: 'the chief signs in',
  SVC_API_WORKERS: '1',
  SVC_PORT: '0',
  SVC_DB_TIMEOUT: '3',
  SVC_DB_START_TIMEOUT: '0',
};

describe('the API, started as a process,', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = async (environment: Record<string, string>, main = 'apps/api/src/main.ts') => {
    const child = spawn(process.execPath, [join(__dirname, 'harness/run-main.cjs'), main], {
      env: { PATH: process.env['PATH'], ...ENOUGH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      return chunks;
    });
    const [code] = (await once(child, 'close')) as [number];
    const text = (chunks: Buffer[] = []) => Buffer.concat(chunks).toString();
    return { code, lines: text(errors).trim().split('\n'), output: text(out) + text(errors) };
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

  it('with a database that is not there yet waits for it, and logs the reason', async () => {
    const url = 'postgresql://ada:canary-password@127.0.0.1:1/x';
    const { code, output } = await start({ SVC_DB_URL: url, SVC_DB_START_TIMEOUT: '1.5' });
    expect(code).toBe(1);
    const waits = output.split('\n').filter((line) => line.includes('"waiting for the database"'));
    expect(waits.length).toBeGreaterThan(0);
    expect(waits[0]).toContain('(127.0.0.1:1/x): the server refuses connections');
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
        SVC_PROXY_WORKERS: '1',
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
