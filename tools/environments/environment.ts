import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { OwnServer, Pooler, makeLocales } from '@gatehouse/testing';
// eslint-disable-next-line @nx/enforce-module-boundaries -- the runner of the tests, which starts servers as well
import {
  type TestServer,
  startInstalledPostgres,
} from '../../libs/server/testing/src/runner/installed-postgres';
import type { Row } from './rows';

const DURABLE_OFF = { fsync: 'off', full_page_writes: 'off' };
const STREAMING = { ...DURABLE_OFF, wal_level: 'replica', max_wal_senders: '2' };

/** The servers of all rows. */
export class Servers {
  private constructor(
    private readonly folder: string,
    private readonly locales: string,
    private readonly installed: TestServer,
    private readonly own: OwnServer,
    private readonly standby: OwnServer,
  ) {}

  /** @param programs the folder of `initdb` and `postgres` of the system */
  static async start(programs: string): Promise<Servers> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-environments-'));
    const locales = await makeLocales(['en_US', 'tr_TR']);
    const installed = await startInstalledPostgres(folder, programs, {
      locale: ['--locale=C'],
      settings: DURABLE_OFF,
      environment: { LOCPATH: locales },
    });
    const own = await OwnServer.make(undefined, STREAMING);
    const standby = await own.standby();
    return new Servers(folder, locales, installed, own, standby);
  }

  async stop(): Promise<void> {
    await this.standby.remove();
    await this.own.remove();
    await this.installed.stop();
    for (const folder of [this.folder, this.locales]) await rm(folder, { recursive: true, force: true });
  }

  urlOf({ server }: Row): string {
    return server === 'installed' ? this.installed.url : this.own.url;
  }

  get standbyUrl(): string {
    return this.standby.url;
  }
}

/** The database of a row, with what is between it and Gatehouse. */
export class Environment {
  private readonly poolers: Pooler[] = [];
  private readonly made: string[] = [];

  private constructor(
    private readonly servers: Servers,
    private readonly row: Row,
  ) {}

  url = '';
  directUrl: string | undefined;
  /** The database without a pooler. */
  serverUrl = '';

  static async make(servers: Servers, row: Row): Promise<Environment> {
    const environment = new Environment(servers, row);
    await environment.prepare();
    return environment;
  }

  async remove(): Promise<void> {
    for (const pooler of this.poolers) await pooler.stop();
    for (const name of this.made)
      await execute(this.servers.urlOf(this.row), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  /** Lets the poolers open new sessions, which begin with the present settings of the role. */
  async reconnect(): Promise<void> {
    for (const pooler of this.poolers) await pooler.reconnect();
  }

  private async prepare(): Promise<void> {
    const { row, servers } = this;
    this.serverUrl = await this.createDatabase(row.language);
    for (const [name, value] of Object.entries(row.settings ?? {}))
      await execute(this.serverUrl, `ALTER DATABASE ${nameOf(this.serverUrl)} SET ${name} = ${value}`);
    this.url = row.pooler ? await this.throughPooler(row.pooler) : this.serverUrl;
    if (row.direct === 'the server') this.directUrl = this.serverUrl;
    if (row.direct === 'a transaction pooler') this.directUrl = await this.throughPooler('transaction');
    if (row.direct === 'another database') this.directUrl = await this.createDatabase(row.language);
    if (row.direct === 'the standby') {
      this.directUrl = inDatabase(servers.standbyUrl, nameOf(this.serverUrl));
      await waitFor(this.directUrl);
    }
  }

  private async throughPooler(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
    const pooler = await Pooler.start(this.servers.urlOf(this.row), mode);
    this.poolers.push(pooler);
    return pooler.urlOf(nameOf(this.serverUrl));
  }

  private async createDatabase(language: string): Promise<string> {
    const name = `row_${randomBytes(6).toString('hex')}`;
    const server = this.servers.urlOf(this.row);
    await execute(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' ${language}`);
    this.made.push(name);
    return inDatabase(server, name);
  }
}

export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The standby gets a new database a moment after the primary. */
async function waitFor(url: string): Promise<void> {
  for (;;) {
    try {
      return await execute(url, 'SELECT 1');
    } catch (error) {
      if ((error as { code?: string }).code !== '3D000') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function nameOf(url: string): string {
  return /@\/(\w+)/.exec(url)?.[1] ?? '';
}

function inDatabase(url: string, name: string): string {
  return url.replace(/@\/\w+/, `@/${name}`);
}
