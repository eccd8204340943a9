import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@gatehouse/testing';
import { aliveOf, descendantsOf } from './process-tree';

const ADMIN = { user_name: 'admin', password: 'the-keeper-of-the-gate' };

/** The whole system as `npm start` runs it, with a data folder that survives kills. */
export class KillableSystem {
  private launched: ChildProcess | undefined;
  /** Session cookie of the administrator, which survives kills. */
  cookie = '';

  private constructor(
    private readonly dataDir: string,
    readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async create(settings: Readonly<Record<string, string>> = {}): Promise<KillableSystem> {
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-kill-'));
    return new KillableSystem(dataDir, await freePort(), settings);
  }

  /** A request to the API: POST with a body, otherwise GET; fails while there is no API. */
  api(path: string, body?: object, cookie = this.cookie): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', Cookie: cookie },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  }

  /** Resolves when the administrator has signed in. */
  async start(): Promise<void> {
    const launched = spawn(process.execPath, [join(__dirname, '../src/launch-built.mjs')], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        SVC_PORT: String(this.port),
        SVC_PROXY_PORT: String(await freePort()),
        SVC_DATA_DIR: this.dataDir,
        SVC_SECRET: 'tests of survival need a secret of 32 bytes',
        SVC_ADMIN_USER: ADMIN.user_name,
        SVC_ADMIN_PASSWORD: ADMIN.password,
        SVC_BCRYPT_COST: '4',
        SVC_LOG_LEVEL: 'silent',
        ...this.settings,
      },
    });
    this.launched = launched;
    for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
      if (launched.exitCode !== null) throw new Error('Gatehouse ended while it was starting');
      const answer = await this.api('/signin', ADMIN, '').catch(() => undefined);
      if (!answer?.ok) continue;
      this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return;
    }
    throw new Error('Gatehouse does not answer');
  }

  /** Kills every process of it, the database included, by SIGKILL. */
  async kill(): Promise<void> {
    const launcher = Number(this.launched?.pid);
    const pids = [launcher, ...descendantsOf(launcher)];
    expect(pids.length).toBeGreaterThan(3);
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with a process that was killed before it.
      }
    }
    for (const end = Date.now() + 30_000; aliveOf(pids).length > 0; await sleep(100)) {
      if (Date.now() > end) throw new Error('a process survived SIGKILL');
    }
  }

  async remove(): Promise<void> {
    if (this.launched?.exitCode === null && this.launched.signalCode === null) {
      const ended = once(this.launched, 'exit');
      this.launched.kill('SIGINT');
      await ended;
    }
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
