import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnServer, freePort } from '@gatehouse/testing';

const ADMIN = { user_name: 'admin', password: 'the-keeper-of-the-gate' };
const ROOT = join(__dirname, '../../..');
const HOOKS = [
  join(ROOT, 'libs/server/testing/src/statements/in-process.cjs'),
  join(__dirname, 'few-rows.cjs'),
];
/** A machine with much other work needs long for a start. */
const READY_MS = 180_000;

export type Victim = 'api' | 'proxy' | 'database';

/** API, proxy and database as separate processes, each of which can be killed while the others go on. */
export class KillableProcesses {
  private readonly processes = new Map<Victim, ChildProcess>();
  /** Session cookie of the administrator, which survives kills. */
  cookie = '';

  private constructor(
    readonly database: OwnServer,
    private readonly ports: Readonly<Record<'api' | 'proxy', number>>,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts everything. `rows`: as many of a deleted object are removed in one revision. */
  static async start(rows: number): Promise<KillableProcesses> {
    const ports = { api: await freePort(), proxy: await freePort() };
    const database = await OwnServer.make();
    const system = new KillableProcesses(database, ports, { TEST_REMOVAL_ROWS: String(rows) });
    try {
      await system.launch('api');
      await system.launch('proxy');
      return system;
    } catch (error) {
      await system.remove();
      throw error;
    }
  }

  /** A request to the API; fails while there is none. */
  api(method: string, path: string, body?: object, cookie = this.cookie): Promise<Response> {
    return this.request(`http://127.0.0.1:${this.ports.api}${path}`, method, body, cookie);
  }

  /** The reply of the API, once it is available again: after a restart of the database it answers 503 for a moment. */
  answered(method: string, path: string, body?: object): Promise<Response> {
    return this.available(() => this.api(method, path, body));
  }

  /** The status of the proxy's decision about a path below `/ows/verify`, once it decides again. */
  async verify(path: string): Promise<number> {
    const url = `http://127.0.0.1:${this.ports.proxy}/ows/verify${path}`;
    return (await this.available(() => this.request(url, 'GET', undefined, this.cookie))).status;
  }

  /** Kills one of them by SIGKILL, and starts it again; resolves when all of them are ready. */
  async killAndRestart(victim: Victim): Promise<void> {
    await this.kill(victim);
    if (victim === 'database') await this.database.start();
    else await this.launch(victim);
    await this.untilReady();
  }

  /**
   * Starts the API again with additional settings, and kills it or the database after some time, whether it is ready by then or not.
   * Returns whether it was. The database runs afterwards, the API does not.
   */
  async killInStart(
    victim: 'api' | 'database',
    settings: Readonly<Record<string, string>>,
    afterMs: number,
  ): Promise<boolean> {
    await this.kill('api');
    const child = this.spawn('api', settings);
    await sleep(afterMs);
    const isReady = await this.isReady();
    await this.kill(victim);
    if (victim === 'database') await this.database.start();
    await ended(child, 'SIGKILL');
    return isReady;
  }

  /** Starts the API with additional settings; resolves when it is ready. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.kill('api');
    this.spawn('api', settings);
    await this.untilReady();
  }

  async remove(): Promise<void> {
    try {
      for (const child of this.processes.values()) await ended(child, 'SIGTERM');
    } finally {
      await this.database.remove();
    }
  }

  private async kill(victim: Victim): Promise<void> {
    if (victim !== 'database') return ended(this.processes.get(victim), 'SIGKILL');
    const { pid } = this.database;
    this.database.kill();
    while (isRunning(pid)) await sleep(20);
  }

  private async launch(program: 'api' | 'proxy'): Promise<void> {
    this.spawn(program);
    if (program === 'proxy') await this.untilReady();
    else await this.untilApiReady();
  }

  private spawn(program: 'api' | 'proxy', settings: Readonly<Record<string, string>> = {}): ChildProcess {
    const child = spawn(
      process.execPath,
      [...HOOKS.flatMap((hook) => ['--require', hook]), join(ROOT, `dist/apps/${program}/src/main.js`)],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          SVC_PORT: String(this.ports.api),
          SVC_PROXY_PORT: String(this.ports.proxy),
          SVC_URL: `http://127.0.0.1:${this.ports.api}`,
          SVC_PROXY_PUBLIC_URL: `http://127.0.0.1:${this.ports.proxy}/ows/proxy`,
          SVC_API_WORKERS: '1',
          SVC_PROXY_WORKERS: '1',
          SVC_DB_URL: this.database.url,
          SVC_SECRET: 'tests of survival need a secret of 32 bytes',
          SVC_ADMIN_USER: ADMIN.user_name,
          SVC_ADMIN_PASSWORD: ADMIN.password,
          SVC_BCRYPT_COST: '4',
          SVC_LOG_LEVEL: 'silent',
          ...this.settings,
          ...settings,
        },
      },
    );
    this.processes.set(program, child);
    return child;
  }

  private async untilReady(): Promise<void> {
    await this.untilApiReady();
    await this.until(async () => {
      const health = await this.request(`http://127.0.0.1:${this.ports.proxy}/health`, 'GET');
      return health.ok;
    }, 'the proxy');
  }

  private untilApiReady(): Promise<void> {
    return this.until(() => this.isReady(), 'the API');
  }

  private async isReady(): Promise<boolean> {
    const answer = await this.api('POST', '/signin', ADMIN, '').catch(() => undefined);
    if (!answer?.ok) return false;
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return true;
  }

  private async available(send: () => Promise<Response>): Promise<Response> {
    for (const end = Date.now() + READY_MS; ; await sleep(50)) {
      const reply = await send().catch(() => undefined);
      if (reply && reply.status !== 503) return reply;
      if (Date.now() > end) throw new Error('there is no reply but 503');
    }
  }

  private async until(isReady: () => Promise<boolean>, what: string): Promise<void> {
    for (const end = Date.now() + READY_MS; !(await isReady().catch(() => false)); await sleep(50))
      if (Date.now() > end) throw new Error(`${what} does not answer`);
  }

  private async request(url: string, method: string, body?: object, cookie = ''): Promise<Response> {
    const answer = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', Cookie: cookie },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // A reply that was begun may still be cut off.
    return new Response(await answer.arrayBuffer(), answer);
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
