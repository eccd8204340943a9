import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, freePort, selfSigned } from '@gatehouse/testing';
import { type Front, startFront } from './front';

export interface Account {
  readonly userName: string;
  readonly password: string;
}

/** A running system: API with console, proxy, and a database. */
export interface RunningSystem {
  /** Public base of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Public base of the console, with a slash at the end. */
  readonly consoleUrl: string;
  /** Public base of the services, without a slash at the end. */
  readonly servicesUrl: string;
  /** Base of the API's listener, for clients other than browsers. */
  readonly listenerUrl: string;
  /** Base of the proxy's listener, without a path. */
  readonly proxyUrl: string;
  readonly administrator: Account;
  stop(): Promise<void>;
}

export interface SystemOptions {
  /** Path below which a front end publishes the API (`/auth`), and the proxy beside it on the same origin. */
  readonly prefix?: string;
  /** Host names of the API and of the services, with TLS; `localhost` without TLS by default. They need a prefix. */
  readonly names?: { readonly api: string; readonly services: string };
  /** Addresses at which a front end of the test publishes API and services. */
  readonly published?: { readonly apiUrl: string; readonly servicesUrl: string };
  /** Port of the proxy; a free one by default. */
  readonly proxyPort?: number;
  /** Port of the API, for what has to know its address before it starts; a free one by default. */
  readonly apiPort?: number;
  /** Whether it starts a database of its own, as `npm start` does. Others have one on the server of the tests. */
  readonly isWhole?: boolean;
  /** Worker processes of the API, and of the proxy. One starts sooner, and is the default. */
  readonly workers?: number;
  /** Settings of all its processes. */
  readonly settings?: Readonly<Record<string, string>>;
}

const administrator: Account = { userName: 'admin', password: 'the-keeper-of-the-gate' };
const startingMs = 240_000;
/** Path of the proxy's services. */
const PROXY_PATH = '/ows/proxy';

/**
 * Starts the built system on free ports and waits until it answers.
 */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const { prefix = '', settings = {}, isWhole = false, workers = 1 } = options;
  const [freeApiPort, freeProxyPort] = await Promise.all([freePort(), freePort()]);
  const { apiPort = freeApiPort, proxyPort = freeProxyPort } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-browser-'));
  const database = isWhole ? undefined : await createTestDatabase();
  const front = prefix === '' ? undefined : await frontOf(options, apiPort, proxyPort);
  const { apiUrl, servicesUrl } =
    options.published ?? publicUrls(options, front?.port ?? apiPort, front?.port ?? proxyPort);
  const launched = new Launched({
    ...environmentWithoutSettings(),
    SVC_PORT: String(apiPort),
    SVC_PROXY_PORT: String(proxyPort),
    SVC_DATA_DIR: dataDir,
    ...(database && { SVC_DB_URL: database.url }),
    SVC_API_WORKERS: String(workers),
    SVC_PROXY_WORKERS: String(workers),
    SVC_URL: apiUrl,
    SVC_PROXY_PUBLIC_URL: servicesUrl,
    SVC_SECRET: 'browser-tests-need-a-secret-of-32-bytes',
    SVC_ADMIN_USER: administrator.userName,
    SVC_ADMIN_PASSWORD: administrator.password,
    SVC_LOG_LEVEL: 'warn',
    // Every test signs in; how passwords are hashed is tested elsewhere.
    SVC_BCRYPT_COST: '4',
    ...settings,
  });
  const stop = async (): Promise<void> => {
    await launched.stop();
    await front?.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
    launched.assertEndedOnRequest();
  };
  const proxyUrl = `http://localhost:${proxyPort}`;
  const listenerUrl = `http://localhost:${apiPort}`;
  try {
    await launched.untilItAnswers([`${listenerUrl}/version`, `${proxyUrl}/health`]);
  } catch (error) {
    // This error has the reason; the one of `stop` would only state that the system has ended.
    await stop().catch(() => undefined);
    throw error;
  }
  return { apiUrl, consoleUrl: `${apiUrl}/ui/`, servicesUrl, listenerUrl, proxyUrl, administrator, stop };
}

async function frontOf(
  { prefix = '', names }: SystemOptions,
  apiPort: number,
  proxyPort: number,
): Promise<Front> {
  const certificate = names && (await selfSigned(names.api));
  return startFront({
    api: { prefix, port: apiPort },
    proxy: { prefix: PROXY_PATH, port: proxyPort },
    certificate,
  });
}

function publicUrls(
  { prefix = '', names }: SystemOptions,
  apiPort: number,
  servicesPort: number,
): { readonly apiUrl: string; readonly servicesUrl: string } {
  const scheme = names ? 'https' : 'http';
  return {
    apiUrl: `${scheme}://${names?.api ?? 'localhost'}:${apiPort}${prefix}`,
    servicesUrl: `${scheme}://${names?.services ?? 'localhost'}:${servicesPort}${PROXY_PATH}`,
  };
}

class Launched {
  private readonly process: ChildProcess;
  private output = '';
  private endedByItself = false;

  constructor(env: NodeJS.ProcessEnv) {
    this.process = spawn(process.execPath, [join(__dirname, 'launch-built.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  async untilItAnswers(urls: readonly string[]): Promise<void> {
    for (const end = Date.now() + startingMs; ; await sleep(100)) {
      if (this.ended) throw new Error(`Gatehouse ended while it was starting:\n${this.output}`);
      if (Date.now() > end)
        throw new Error(`Gatehouse does not answer at ${urls.join(', ')}:\n${this.output}`);
      const answers = await Promise.all(urls.map((url) => fetch(url).catch(() => undefined)));
      if (answers.every((answer) => answer?.ok)) return;
    }
  }

  async stop(): Promise<void> {
    this.endedByItself = this.ended;
    if (this.ended) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGINT');
    await exited;
  }

  /** Throws if the system ended during the tests, which explains their failures. */
  assertEndedOnRequest(): void {
    if (this.endedByItself) throw new Error(`Gatehouse ended unexpectedly:\n${this.output}`);
  }

  private get ended(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }
}

/** The environment without settings of another Gatehouse. */
function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')));
}
