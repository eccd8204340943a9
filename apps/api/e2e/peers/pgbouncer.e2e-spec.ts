import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@gatehouse/database';
import {
  OwnServer,
  type PoolMode,
  Pooler,
  type TestDatabase,
  closeServer,
  createTestDatabase,
  listenOnLoopback,
} from '@gatehouse/testing';
import { silentLogger } from '@gatehouse/logging';
import { EXPECTED, observe } from '../harness/observed-system';
import { startApi } from '../harness/start-api';

const run = promisify(execFile);

/** Further poolers, and other databases behind a direct URL, are rows of tools/environments. */
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

  it('and the proxy show the same as without it in mode transaction, with a direct URL', async () => {
    const api = await start('transaction', database.url);
    try {
      expect(await observe(api)).toEqual(EXPECTED);
    } finally {
      await api.close();
    }
  });

  it.each<[PoolMode, boolean, string]>([
    ['transaction', false, 'a pooler that does not keep sessions'],
    ['statement', false, 'a pooler that does not keep sessions'],
    ['statement', true, 'a pooler that allows no transactions'],
  ])('refuses to start in mode %s, with a direct URL: %s', async (mode, isDirect, cause) => {
    await expect(start(mode, isDirect ? database.url : undefined)).rejects.toThrow(cause);
  });
});

describe('the documented pgbouncer', () => {
  const [, documented = ''] =
    /```ini pgbouncer\.ini\n([^]*?)```/.exec(readFileSync('docs/database.md', 'utf8')) ?? [];
  const address = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`;
  let server: OwnServer;
  let folder: string;
  let pooler: ChildProcess;
  let direct: string;
  const options = (port: number) => ({
    url: direct.replace(`@${address}`, `@127.0.0.1:${port}`),
    directUrl: direct,
    process: 'api' as const,
    poolSize: 2,
    connectMillis: 3_000,
  });
  let port: number;

  beforeAll(async () => {
    server = await OwnServer.make(undefined, { listen_addresses: address });
    direct = await server.openNetwork(address);
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'));
    const free = createServer();
    port = await listenOnLoopback(free);
    await closeServer(free);
    const { username, password } = new URL(direct);
    await writeFile(join(folder, 'userlist.txt'), `"${username}" "${password}"\n`);
    const own: readonly (readonly [string, string])[] = [
      ['db.example.org', address],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/', `${folder}/`],
    ];
    let text = `${documented}unix_socket_dir =\nserver_login_retry = 1\n`;
    for (const [before, after] of own) {
      expect(text).toContain(before);
      text = text.replaceAll(before, after);
    }
    await writeFile(join(folder, 'pgbouncer.ini'), text);
    await run('chown', ['-R', 'nobody', folder]);
    pooler = spawn(
      'sh',
      [
        '-c',
        'pgbouncer -q "$0" & child=$!; read -r _; kill "$child"; wait "$child"',
        join(folder, 'pgbouncer.ini'),
      ],
      {
        env: { PATH: `${process.env['PATH']}:/usr/sbin` },
        stdio: ['pipe', 'ignore', 'ignore'],
        ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
      },
    );
  });
  afterAll(async () => {
    const exited = once(pooler, 'exit');
    pooler.stdin?.end();
    await exited;
    await server.remove();
    await rm(folder, { recursive: true });
  });

  it('leads to a database that can be used, after it was waited for', async () => {
    await server.stop();
    const reasons: string[] = [];
    const waiting = (reason: string): void => void reasons.push(reason);
    const opening = openDatabase({ ...options(port), startTimeoutMs: 60_000, waiting });
    while (!reasons.some((reason) => reason.startsWith('SVC_DB_'))) await new Promise(setImmediate);
    await server.start();
    const { dataSource, facts } = await opening;
    expect(facts).toMatchObject({ encoding: 'UTF8', schema: 'public' });
    await dataSource.destroy();
  });
});
