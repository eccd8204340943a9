import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Miniature } from './fixtures/miniature';

// Each of these waits for real processes, and a busy machine is no failure.

const RUNNING = 'is running. Ctrl-C stops it.';
let checkout: Miniature;

beforeAll(async () => {
  checkout = await Miniature.make();
});
afterEach(() => checkout.settle());
afterAll(() => checkout.remove());

const dataFile = (name: string): string => join(checkout.folder, 'data', name);

async function processes(): Promise<number[]> {
  const server = Number.parseInt(await readFile(dataFile('postgres/postmaster.pid'), 'utf8'), 10);
  return [server, ...(await checkout.events()).map(({ pid }) => pid)];
}

async function untilGone(pids: readonly number[]): Promise<void> {
  for (const limit = Date.now() + 30_000; pids.some(isAlive); await sleep(20))
    if (Date.now() > limit) throw new Error(`still there: ${pids.filter(isAlive).join(', ')}`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('the launcher starts database, API and proxy, prints their addresses, and stops them in reverse order', async () => {
  const start = checkout.start();
  await start.until(RUNNING);
  const [port, proxyPort] = checkout.ports;
  for (const address of [`:${port}/ui`, `:${port}/api`, `:${proxyPort}/ows/proxy`])
    await start.until(`http://localhost${address}\n`);
  const pids = await processes();

  // Like one Ctrl-C that npm forwards in addition to the terminal.
  start.process.kill('SIGINT');
  start.process.kill('SIGINT');
  expect(await start.end()).toEqual({ code: 0, signal: null });
  await untilGone(pids);
  const events = (await checkout.events()).map(({ event }) => event);
  // Both still had their database when they stopped.
  expect(events).toEqual(['api started', 'proxy started', 'proxy stopped', 'api stopped']);
});

it('the launcher generates secrets that only their owner can read, and does not print them', async () => {
  const start = checkout.start();
  await start.until('Password');
  expect((await stat(dataFile('secrets.json'))).mode & 0o777).toBe(0o600);
  const { SVC_SECRET, SVC_ADMIN_USER, SVC_ADMIN_PASSWORD } = JSON.parse(
    await readFile(dataFile('secrets.json'), 'utf8'),
  );
  expect(SVC_SECRET.length).toBeGreaterThanOrEqual(43);
  expect(start.output()).toContain(SVC_ADMIN_USER);
  expect(start.output()).toContain(`see ${dataFile('secrets.json')}`);
  for (const secret of [SVC_SECRET, SVC_ADMIN_PASSWORD]) expect(start.output()).not.toContain(secret);
  const answer = await fetch(`http://127.0.0.1:${checkout.ports[0]}/version`);
  expect(await answer.json()).toMatchObject({ secretLength: SVC_SECRET.length });
});

it('the launcher passes no variable of PostgreSQL to API and proxy, which use the embedded database', async () => {
  const start = checkout.start({
    PGPORT: '5433',
    PGHOST: 'db.example.org',
    PGUSER: 'ada',
    PGDATABASE: 'other',
    PGOPTIONS: '-c no_such_setting=1',
    PGSSLMODE: 'require',
  });
  await start.until(RUNNING);
  for (const [port, path] of [
    [checkout.ports[0], '/version'],
    [checkout.ports[1], '/health'],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(await answer.json()).toMatchObject({ postgresVariables: [] });
  }
});

it('the launcher shows the password of the administrator once, and only on a terminal', async () => {
  const first = checkout.start({}, true);
  await first.until('shown this once');
  const { SVC_ADMIN_PASSWORD } = JSON.parse(await readFile(dataFile('secrets.json'), 'utf8'));
  expect(first.output()).toContain(SVC_ADMIN_PASSWORD);
  await checkout.settle();

  const second = checkout.start({}, true);
  await second.until(RUNNING);
  await checkout.settle();
  expect(second.output()).not.toContain('Password');
});

it('the launcher refuses to start on the data folder of a running instance, which continues', async () => {
  const first = checkout.start();
  await first.until(RUNNING);
  const second = checkout.start();
  expect(await second.end()).toEqual({ code: 1, signal: null });
  expect(second.output()).toMatch(
    /^The data folder .* is in use by another Gatehouse \(process \d+\)\..*SVC_DATA_DIR.*\n$/,
  );
  expect((await fetch(`http://127.0.0.1:${checkout.ports[0]}/version`)).status).toBe(200);
});

it('the launcher names the setting of a port that is in use', async () => {
  const other: Server = createServer().listen(checkout.ports[1], '127.0.0.1');
  try {
    const start = checkout.start();
    expect((await start.end()).code).toBe(1);
    expect(start.output()).toContain(`Port ${checkout.ports[1]} on 127.0.0.1 is in use`);
    expect(start.output()).toContain('SVC_PROXY_PORT');
    expect(await checkout.events()).toEqual([]);
  } finally {
    other.close();
  }
});

it('the launcher reports all problems of the settings before it starts anything', async () => {
  const start = checkout.start({ SVC_LOG_LEVEL: 'loud', SVC_BCRYPT_COST: '99' });
  expect((await start.end()).code).toBe(1);
  expect(start.output()).toMatch(/^The settings cannot be used:[^]*SVC_BCRYPT_COST[^]*SVC_LOG_LEVEL/);
  expect(await checkout.events()).toEqual([]);
});

it('the launcher reports a data folder that cannot be used together with the other problems, without a stack', async () => {
  for (const folder of ['/dev/null/data', '/proc/gatehouse']) {
    const start = checkout.start({ SVC_DATA_DIR: folder, SVC_TRUSTED_PROXIES: 'zz' });
    expect((await start.end()).code).toBe(1);
    expect(start.output().trim().split('\n')).toEqual([
      'The settings cannot be used:',
      expect.stringMatching(/^  - SVC_TRUSTED_PROXIES must be /),
      expect.stringMatching(/^  - SVC_DATA_DIR names a folder that cannot be created or written \(E\w+\): /),
    ]);
  }
});

it('npm start reports a port that is in use before it installs and builds', async () => {
  const other: Server = createServer().listen(checkout.ports[1], '127.0.0.1');
  try {
    const start = checkout.startAll();
    expect((await start.end()).code).toBe(1);
    expect(start.output()).toBe(
      `Port ${checkout.ports[1]} on 127.0.0.1 is in use by another program. Stop that one, or set SVC_PROXY_PORT to another port.\n`,
    );
  } finally {
    other.close();
  }
});

it.each([
  ['start', 'The API ended unexpectedly (exit code 1)'],
  ['later', 'The API ended unexpectedly (exit code 3)'],
])(
  'the launcher stops everything when one process fails (%s), and reports which',
  async (STAND_IN_FAILS, message) => {
    const start = checkout.start({ STAND_IN_NAME: 'api', STAND_IN_FAILS });
    expect((await start.end()).code).toBe(1);
    expect(start.output()).toContain(message);
    await untilGone((await checkout.events()).map(({ pid }) => pid));
    await expect(stat(dataFile('postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  },
);

it('the launcher stops everything when the database ends', async () => {
  const start = checkout.start();
  await start.until(RUNNING);
  const pids = await processes();
  process.kill(pids[0] ?? 0, 'SIGKILL');
  expect((await start.end()).code).toBe(1);
  expect(start.output()).toContain('The database ended unexpectedly (SIGKILL)');
  await untilGone(pids);
});

it('the launcher leaves nothing running when it is killed, and starts again', async () => {
  const start = checkout.start();
  await start.until(RUNNING);
  const pids = await processes();
  start.process.kill('SIGKILL');
  await untilGone(pids);
  await checkout.start().until(RUNNING);
  const answer = await fetch(`http://127.0.0.1:${checkout.ports[0]}/version`);
  expect(answer.status).toBe(200);
});
