import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** After which a client loses its session at the server: when it disconnects, after each transaction, after each statement. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/** Debian installs it where only the PATH of the administrator leads. */
const PATH = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
/** The pooler ends with the process that holds the pipe of its standard input. */
const TETHERED = 'pgbouncer -q "$0" & child=$!; read -r _; kill "$child"; wait "$child"';
const SOCKET = '.s.PGSQL.5432';
/** Sessions that the pooler opens at the server for a database. */
const POOL_SIZE = 20;

/** A real pgbouncer before all databases of a server at a unix socket, run by the account of the server. */
export class Pooler {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    private readonly databaseUrl: URL,
  ) {}

  /** Fails where pgbouncer is not installed. */
  static async start(databaseUrl: string, mode: PoolMode): Promise<Pooler> {
    const url = parsed(databaseUrl);
    // The account cannot follow a link in a folder of another one.
    const host = await realpath(url.searchParams.get('host') ?? '');
    const { uid, gid } = await stat(host);
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pooler-'));
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, configuration({ folder, host, url, mode }), { mode: 0o600 });
    await chmod(folder, 0o700);
    for (const path of [file, folder]) await chown(path, uid, gid);
    const child = spawn('sh', ['-c', TETHERED, file], {
      env: { PATH },
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(process.getuid?.() === uid ? {} : { uid, gid }),
    });
    const pooler = new Pooler(folder, child, url);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    while (!(await accepts(join(folder, SOCKET)))) {
      if (child.exitCode !== null || /FATAL|not found/.test(errors)) {
        await pooler.stop();
        throw new Error(`pgbouncer cannot start: ${errors}`);
      }
      await sleep(10);
    }
    return pooler;
  }

  /** The URL of the database through the pooler. */
  get url(): string {
    return this.urlOf(this.databaseUrl.pathname.slice(1));
  }

  /** The URL of another database of the same server. */
  urlOf(database: string): string {
    const url = new URL(this.databaseUrl);
    url.pathname = `/${database}`;
    url.searchParams.set('host', this.folder);
    return url.href.replace('@socket/', '@/');
  }

  /** Ends its sessions at the server, and forgets what it knows of their settings. */
  async reconnect(): Promise<void> {
    const console = new Client({ host: this.folder, user: 'console', database: 'pgbouncer' });
    await console.connect();
    try {
      await console.query('RECONNECT');
    } finally {
      await console.end();
    }
  }

  async stop(): Promise<void> {
    const exited = this.child.exitCode === null ? once(this.child, 'exit') : undefined;
    this.child.stdin?.end();
    await exited;
    await rm(this.folder, { recursive: true, force: true });
  }
}

interface Configured {
  readonly folder: string;
  readonly host: string;
  readonly url: URL;
  readonly mode: PoolMode;
}

function configuration({ folder, host, url, mode }: Configured): string {
  const account = `user=${url.username} password=${url.password}`;
  return [
    '[databases]',
    `* = host=${host} port=5432 ${account}`,
    '[pgbouncer]',
    `unix_socket_dir = ${folder}`,
    'listen_port = 5432',
    // Nobody else can enter the folder.
    'auth_type = any',
    'admin_users = console',
    `pool_mode = ${mode}`,
    `default_pool_size = ${POOL_SIZE}`,
    'max_client_conn = 500\n',
  ].join('\n');
}

/** The syntax of URLs requires a host. */
function parsed(databaseUrl: string): URL {
  return new URL(databaseUrl.replace('@/', '@socket/'));
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
    connection.once('connect', () => connection.destroy());
  });
}
