import { execFile, spawn } from 'node:child_process';
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from './account';
import { processTreeOf, Folders, killAtOnce, query, startOwner, untilGone } from './fixtures/owner';
import {
  CannotStart,
  DataFolderInUse,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  type UnexpectedEnd,
} from './index';

// These tests wait for real processes, which takes long on a busy machine.

const run = promisify(execFile);
const folders = new Folders();
const running: EmbeddedPostgres[] = [];

async function start(dataDir: string, onExit?: (end: UnexpectedEnd) => void): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, onExit });
  running.push(database);
  return database;
}

beforeAll(() => folders.open());
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop();
});
afterAll(() => folders.close());

it('the embedded database finds at a start what was written before the last stop', async () => {
  const dataDir = await folders.shared();
  const first = await start(dataDir);
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();

  const second = await start(dataDir);
  expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('the embedded database starts and is reached whatever the variables of PostgreSQL in the environment say', async () => {
  const dataDir = await folders.shared();
  const variables = {
    PGPORT: '5433',
    PGUSER: 'ada',
    PGOPTIONS: '-c no_such_setting=1',
    PGSSLMODE: 'require',
  };
  Object.assign(process.env, variables);
  try {
    expect(await query(await start(dataDir), 'SELECT current_user AS role')).toEqual([{ role: 'gatehouse' }]);
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
});

it('the embedded database serves one database to one role without privileges, only by a socket, and keeps acknowledged writes', async () => {
  const database = await start(await folders.shared());
  const [state] = await query(
    database,
    `SELECT current_user AS role, current_database() AS name, rolsuper AS super, current_setting('fsync') AS fsync,
            current_setting('listen_addresses') AS addresses, inet_server_addr() AS address, lower('ÉÄ') AS folded,
            current_setting('TimeZone') AS zone, pg_encoding_to_char(encoding) AS encoding
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  expect(state).toEqual({
    role: 'gatehouse',
    name: 'gatehouse',
    super: false,
    fsync: 'on',
    addresses: '',
    address: null,
    folded: 'éä',
    zone: 'UTC',
    encoding: 'UTF8',
  });
});

it('the embedded database requires the password also on the socket', async () => {
  const database = await start(await folders.shared());
  const url = database.url.replace(database.connection.password, 'another');
  await expect(query({ ...database, url }, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

it('the embedded database stores passwords and log readable only by their owner', async () => {
  const dataDir = await folders.shared();
  const { connection, stop } = await start(dataDir);
  const kept = await readFile(join(dataDir, 'postgres.json'), 'utf8');
  expect(kept).toContain(connection.password);
  for (const file of ['postgres.json', 'postgres.log'])
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  for (const folder of [dataDir, join(dataDir, 'postgres'), connection.host])
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await stop();
  const { superuser, application } = JSON.parse(kept);
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain(superuser);
  expect(log).not.toContain(application);
});

it('the embedded database sets new passwords when the file with them is lost', async () => {
  const dataDir = await folders.shared();
  const before = await readFile(join(dataDir, 'postgres.json'), 'utf8');
  await rm(join(dataDir, 'postgres.json'));
  const database = await start(dataDir);
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(before).not.toContain(database.connection.password);
});

it('the embedded database rejects a second owner, names the first, and changes nothing', async () => {
  const dataDir = await folders.shared();
  const owner = await start(dataDir);
  const state = async () => {
    const names = [
      'postgres.json',
      'postgres.log',
      'postgres.owner',
      'postgres/postmaster.pid',
      'postgres/global',
    ];
    const found = await Promise.all(names.map((name) => stat(join(dataDir, name))));
    return {
      entries: await readdir(dataDir),
      stamps: found.map(({ ino, mtimeMs, size }) => [ino, mtimeMs, size]),
    };
  };
  const before = await state();

  const second = startEmbeddedPostgres({ dataDir });
  await expect(second).rejects.toThrow(DataFolderInUse);
  await expect(second).rejects.toThrow(`process ${process.pid}`);
  expect(await state()).toEqual(before);
  expect(await query(owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('the embedded database assigns a new folder to exactly one of two processes that start concurrently', async () => {
  const dataDir = folders.fresh();
  const owners = [startOwner(dataDir), startOwner(dataDir)];
  const lines = await Promise.all(owners.map(({ until }) => until('started', 'failed')));
  const outcome = lines.map((line) => line.split(' ')[0]);
  const loser = owners[outcome.indexOf('failed')];
  const winner = owners[outcome.indexOf('started')];
  expect(outcome.sort()).toEqual(['failed', 'started']);
  expect(loser?.lines).toEqual(['failed DataFolderInUse']);
  await winner?.until('row 10');
  const processTree = await processTreeOf(Number(winner?.lines[0]?.split(' ')[1]));
  await killAtOnce([winner?.child.pid ?? 0, ...processTree]);
  await expect(start(dataDir)).resolves.toBeDefined();
});

it('the embedded database leaves no process, no socket and no owner when it is stopped, and can be stopped twice', async () => {
  const dataDir = await folders.shared();
  const database = await start(dataDir);
  const processTree = await processTreeOf(database.pid);
  expect(processTree.length).toBeGreaterThan(1);
  await Promise.all([database.stop(), database.stop()]);
  await untilGone(processTree);
  await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  await expect(start(dataDir)).resolves.toBeDefined();
});

it('the embedded database reports an unexpected end and can be started again', async () => {
  const dataDir = await folders.shared();
  let report: (end: UnexpectedEnd) => void;
  const reported = new Promise<UnexpectedEnd>((resolve) => (report = resolve));
  const { pid, connection } = await start(dataDir, (end) => report(end));
  process.kill(pid, 'SIGKILL');

  expect(await reported).toMatchObject({
    signal: 'SIGKILL',
    log: expect.stringContaining('ready to accept connections'),
  });
  await expect(stat(connection.host)).rejects.toThrow('ENOENT');
  expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('the embedded database reports why it cannot start, with the log of PostgreSQL, and releases the folder', async () => {
  const dataDir = await folders.shared();
  const settings = join(dataDir, 'postgres/postgresql.conf');
  const sound = await readFile(settings, 'utf8');
  await appendFile(settings, 'no_such_setting = on\n');
  try {
    const failed = startEmbeddedPostgres({ dataDir });
    await expect(failed).rejects.toThrow(CannotStart);
    await expect(failed).rejects.toThrow(
      /SVC_DB_URL[^]*unrecognized configuration parameter "no_such_setting"/,
    );
  } finally {
    await writeFile(settings, sound);
  }
  await expect(start(dataDir)).resolves.toBeDefined();
});

it('the embedded database starts if the process id of a killed server belongs to another process of the same account', async () => {
  const dataDir = await folders.shared();
  const owner = startOwner(dataDir);
  const server = Number((await owner.until('started')).split(' ')[1]);
  await killAtOnce([owner.child.pid ?? 0, ...(await processTreeOf(server))]);

  const { uid, gid } = await serverAccount(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(String(server), String(stranger.pid)));
  try {
    expect(await query(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

it('the embedded database runs as an account without privileges, also in a folder which that account cannot enter', async () => {
  const dataDir = await folders.shared();
  expect((await stat(dirname(dataDir))).mode & 0o777).toBe(0o700);
  const { pid } = await start(dataDir);
  const { stdout } = await run('ps', ['-o', 'uid=', '-p', String(pid)]);
  const { uid } = await serverAccount(join(dataDir, 'postgres'));
  expect(uid).toBeGreaterThan(0);
  expect(Number(stdout)).toBe(uid);
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
});
