import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/system';
import { aliveOf, descendantsOf } from './process-tree';

/** Kills of the whole tree; more of them by setting, for a longer look. */
const ROUNDS = Number(process.env['SVC_TEST_KILL_ROUNDS'] ?? 3);
const ADMIN = { user_name: 'admin', password: 'the-keeper-of-the-gate' };

describe('kill -9 of the whole tree in mid-write', () => {
  let dataDir: string;
  let port: number;
  let launched: ChildProcess;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-kill-'));
    port = await freePort();
  });
  afterAll(async () => {
    if (launched.exitCode === null) {
      const ended = once(launched, 'exit');
      launched.kill('SIGINT');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  const api = (path: string, body?: object, cookie = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });

  async function start(): Promise<string> {
    launched = spawn(process.execPath, [join(__dirname, '../src/launch-built.mjs')], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        SVC_PORT: String(port),
        SVC_PROXY_PORT: String(await freePort()),
        SVC_DATA_DIR: dataDir,
        SVC_SECRET: 'tests of survival need a secret of 32 bytes',
        SVC_ADMIN_USER: ADMIN.user_name,
        SVC_ADMIN_PASSWORD: ADMIN.password,
        SVC_BCRYPT_COST: '4',
        SVC_LOG_LEVEL: 'silent',
      },
    });
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
      if (launched.exitCode !== null) throw new Error('Gatehouse ended while it was starting');
      const answer = await api('/signin', ADMIN).catch(() => undefined);
      if (answer?.ok) return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    }
    throw new Error('Gatehouse does not answer');
  }

  /** Creates groups one after the other until the connection breaks; gives back those that were acknowledged. */
  async function write(prefix: string, cookie: string): Promise<string[]> {
    const acknowledged: string[] = [];
    for (let count = 0; ; count += 1) {
      const group_name = `${prefix}-${count}`;
      try {
        const answer = await api('/groups', { group_name }, cookie);
        if (answer.status === 201) acknowledged.push(group_name);
      } catch {
        return acknowledged;
      }
    }
  }

  async function killEverything(): Promise<void> {
    const pids = [Number(launched.pid), ...descendantsOf(Number(launched.pid))];
    expect(pids.length).toBeGreaterThan(3);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It went with one that was killed before it.
      }
    }
    for (const end = Date.now() + 10_000; aliveOf(pids).length > 0; await sleep(100)) {
      if (Date.now() > end) throw new Error('a process survived SIGKILL');
    }
  }

  it(
    'loses nothing that was acknowledged',
    async () => {
      const all: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const cookie = await start();
        const writers = [1, 2, 3, 4].map((writer) => write(`r${round}-w${writer}`, cookie));
        await sleep(300 + Math.random() * 500);
        await killEverything();
        const acknowledged = (await Promise.all(writers)).flat();
        expect(acknowledged.length).toBeGreaterThan(0);
        all.push(...acknowledged);
      }
      const cookie = await start();
      const { group_names } = (await (await api('/groups', undefined, cookie)).json()) as {
        group_names: string[];
      };
      const kept = new Set(group_names);
      expect(all.filter((name) => !kept.has(name))).toEqual([]);
    },
    60_000 + ROUNDS * 20_000,
  );
});
