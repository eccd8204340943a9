import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chown,
  cp,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { type EmbeddedPostgres, createDataSource, migrate, startEmbeddedPostgres } from '@gatehouse/database';
import type { Certificate } from './certificate';
import type { TestDatabase } from './test-database';

const run = promisify(execFile);

type ServerSettings = Readonly<Record<string, string>>;

/** A PostgreSQL of one test's own, to be stopped, killed and started again. */
export class OwnServer {
  private server: EmbeddedPostgres | undefined;

  private constructor(
    private readonly folder: string,
    private settings: ServerSettings,
    private readonly environment: Readonly<Record<string, string>> = {},
    /** Constant, although the path of the server's socket differs after each start. */
    public url = '',
  ) {}

  /**
   * Makes one and starts it; it is empty.
   *
   * @param parent where its files are, in a new folder
   * @param settings that override those of the embedded server
   * @param environment variables of its environment
   */
  static async make(
    parent = tmpdir(),
    settings: ServerSettings = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<OwnServer> {
    const folder = await mkdtemp(join(parent, 'gatehouse-own-server-'));
    const own = new OwnServer(folder, settings, environment);
    await own.start();
    return own;
  }

  async start(): Promise<void> {
    // After a kill, until this process has noticed it and has given the folder free.
    await this.server?.stop();
    this.server = await startEmbeddedPostgres({
      dataDir: join(this.folder, 'data'),
      settings: this.settings,
      environment: this.environment,
    });
    const url = new URL(this.server.url.replace('@/', '@socket/'));
    const link = join(this.folder, 'socket');
    await symlink(url.searchParams.get('host') ?? '', `${link}.next`);
    await rename(`${link}.next`, link);
    url.searchParams.set('host', link);
    this.url = url.href.replace('@socket/', '@/');
  }

  async stop(): Promise<void> {
    await this.server?.stop();
  }

  /**
   * Admits roles over TCP, at the addresses on which its settings have it listen, with TLS if it gets a certificate; restarts it.
   *
   * @returns the URL of its database at an address
   */
  async openNetwork(address: string, certificate?: Certificate): Promise<string> {
    const cluster = join(this.folder, 'data/postgres');
    const { uid, gid } = await stat(cluster);
    const write = async (name: string, content: string): Promise<void> => {
      await writeFile(join(cluster, name), content, { mode: 0o600 });
      await chown(join(cluster, name), uid, gid);
    };
    if (certificate) {
      await write('server.crt', certificate.cert);
      await write('server.key', certificate.key);
      this.settings = { ...this.settings, ssl: 'on' };
    }
    const rules = await readFile(join(cluster, 'pg_hba.conf'), 'utf8');
    await write('pg_hba.conf', rules.replaceAll(/^(host .*) reject$/gm, '$1 scram-sha-256'));
    await this.stop();
    await this.start();
    return this.url.replace(/@\/(\w+)\?.*$/, `@${address}/$1`);
  }

  /** A standby that follows it, which needs `wal_level` and `max_wal_senders` for that; the copy is made while it is stopped. */
  async standby(): Promise<OwnServer> {
    await this.stop();
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-standby-'));
    await cp(join(this.folder, 'data'), join(folder, 'data'), { recursive: true, preserveTimestamps: true });
    await this.start();
    const signal = join(folder, 'data/postgres/standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(join(this.folder, 'data/postgres'));
    await run('chown', ['-R', `${uid}:${gid}`, join(folder, 'data/postgres')]);
    const { user, password } = await this.superuser();
    // The account of the server cannot follow a link in this folder.
    const host = await realpath(join(this.folder, 'socket'));
    const primary = `host=${host} user=${user} password=${password}`;
    const standby = new OwnServer(folder, { ...this.settings, primary_conninfo: primary }, this.environment);
    await standby.start();
    return standby;
  }

  /** Executes a statement as the superuser, in a database. */
  async asSuperuser(statement: string, database = 'gatehouse'): Promise<void> {
    const client = new Client({ ...(await this.superuser()), database });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private async superuser(): Promise<{ host: string; user: string; password: string }> {
    const text = await readFile(join(this.folder, 'data/postgres.json'), 'utf8');
    const { superuser: password } = JSON.parse(text) as { superuser: string };
    return { host: join(this.folder, 'socket'), user: 'postgres', password };
  }

  /** Its first process, of which all others are children. */
  get pid(): number {
    if (!this.server) throw new Error('it is not started');
    return this.server.pid;
  }

  /** Kills its first process, and with that all of them. */
  kill(): void {
    if (this.server) process.kill(this.server.pid, 'SIGKILL');
  }

  /** Stops all its processes without ending them: connections stay open, and nothing is answered (on Linux only). */
  async hang(): Promise<void> {
    // The first process first, which starts the others.
    process.kill(this.pid, 'SIGSTOP');
    for (const pid of await this.children()) process.kill(pid, 'SIGSTOP');
  }

  /** Undoes `hang`. */
  async goOn(): Promise<void> {
    for (const pid of await this.children()) process.kill(pid, 'SIGCONT');
    process.kill(this.pid, 'SIGCONT');
  }

  /**
   * Writes to the write-ahead log until the server ends itself, because its disk is full and there is no room for another segment
   * of the log.
   */
  async writeUntilItEnds(dataSource: DataSource): Promise<void> {
    const { pid } = this;
    while (existsSync(`/proc/${pid}`))
      await dataSource
        .query(`SELECT pg_logical_emit_message(false, 'filler', repeat('.', 1000000))`)
        .catch(() => undefined);
  }

  private async children(): Promise<number[]> {
    const list = await readFile(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    return list.split(' ').map(Number).filter(Boolean);
  }

  /** One of its databases, migrated; dropping it only ends the connections. */
  async migrated(name = 'gatehouse'): Promise<TestDatabase> {
    const url = this.url.replace(/@\/\w+/, `@/${name}`);
    const dataSource = await createDataSource({ url, poolSize: 8 }).initialize();
    await migrate(dataSource);
    return { url, dataSource, drop: () => dataSource.destroy() };
  }

  /** Stops it and removes what it has stored. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
