import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from '@gatehouse/database';

/** A database of one test file: migrated, empty, deleted afterwards. */
export interface TestDatabase {
  readonly url: string;
  readonly dataSource: DataSource;
  drop(): Promise<void>;
}

const TEMPLATE = 'gatehouse_template';
const TEMPLATE_LOCK = 720_141_796;

/** Servers whose template has been brought to the newest version already. */
const migratedServers = new Set<string>();

/**
 * Makes a database from the migrated template on the server that `SVC_TEST_DATABASE_URL` names (the runner's global
 * set-up starts the embedded PostgreSQL and sets it unless it is set).
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = serverUrl();
  const name = newName();
  await withClient(server, async (client) => {
    // Two test files may run this concurrently, and a template with open connections cannot be copied.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (!migratedServers.has(server)) await ensureTemplate(client, server);
    migratedServers.add(server);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  });
  return opened(server, name);
}

/** A database in another language than that of the server, such as `tr-TR`, in which the lower case of I is ı. */
export async function createDatabaseIn(language: string): Promise<TestDatabase> {
  const server = serverUrl();
  const name = newName();
  await withClient(server, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE '${language}'`,
    ),
  );
  const database = await opened(server, name);
  await migrate(database.dataSource);
  return database;
}

/** A database from the statements of a dump, brought to the newest version of the schema. */
export async function createDatabaseFrom(statements: string): Promise<TestDatabase> {
  const server = serverUrl();
  const name = newName();
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  await withClient(urlOf(server, name), (client) => client.query(statements));
  const database = await opened(server, name);
  await migrate(database.dataSource);
  return database;
}

/** A copy of a database, as a backup restores it. Applications that use the database have to be stopped. */
export async function copyOf({ dataSource }: TestDatabase): Promise<TestDatabase> {
  const server = serverUrl();
  const name = newName();
  const [{ original }] = await dataSource.query<[{ original: string }]>(
    'SELECT current_database() AS original',
  );
  await dataSource.destroy();
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${original}`));
  await dataSource.initialize();
  return opened(server, name);
}

async function opened(server: string, name: string): Promise<TestDatabase> {
  const url = urlOf(server, name);
  const dataSource = await createDataSource({ url, poolSize: 10 }).initialize();
  return {
    url,
    dataSource,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await withClient(server, (client) => dropDatabase(client, name));
    },
  };
}

function newName(): string {
  return `test_${randomBytes(8).toString('hex')}`;
}

/** SQLSTATE of a right that is missing. */
const INSUFFICIENT_PRIVILEGE = '42501';
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 50;

/** An autovacuum worker that is at the database belongs to the superuser: it ends after some time, for which callers wait. */
async function dropDatabase(client: Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const isLater = (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE && attempt < MAX_ATTEMPTS;
      if (!isLater) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function ensureTemplate(client: Client, server: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const dataSource = await createDataSource({ url: urlOf(server, TEMPLATE), poolSize: 2 }).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function serverUrl(): string {
  const url = process.env['SVC_TEST_DATABASE_URL'];
  if (!url) throw new Error('SVC_TEST_DATABASE_URL is not set: run the tests with `npm test` or `npx jest`');
  return url;
}

/** The same server with another database; a URL without host (unix socket) is not one that `new URL` accepts. */
function urlOf(server: string, database: string): string {
  return server.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`);
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
