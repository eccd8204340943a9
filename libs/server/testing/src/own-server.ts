import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { type EmbeddedPostgres, createDataSource, migrate, startEmbeddedPostgres } from '@gatehouse/database';
import type { TestDatabase } from './test-database';

/** A PostgreSQL of one test's own, to be stopped, killed and started again. */
export class OwnServer {
  private server: EmbeddedPostgres | undefined;

  private constructor(
    private readonly folder: string,
    /** Constant, although the path of the server's socket differs after each start. */
    public url: string,
  ) {}

  /** Makes one and starts it; it is empty. Its files are in a new folder in `parent`. */
  static async make(parent = tmpdir()): Promise<OwnServer> {
    const own = new OwnServer(await mkdtemp(join(parent, 'gatehouse-own-server-')), '');
    await own.start();
    return own;
  }

  async start(): Promise<void> {
    this.server = await startEmbeddedPostgres({ dataDir: join(this.folder, 'data') });
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

  /** Its database, migrated; dropping it only ends the connections. */
  async migrated(): Promise<TestDatabase> {
    const dataSource = await createDataSource({ url: this.url, poolSize: 8 }).initialize();
    await migrate(dataSource);
    return { url: this.url, dataSource, drop: () => dataSource.destroy() };
  }

  /** Stops it and removes what it has stored. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
