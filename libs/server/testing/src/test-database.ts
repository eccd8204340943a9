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
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  });
  return opened(server, name);
}

/**
 * A database in another language than that of the server, such as `tr-TR`, in which the lower case of I is ı, with settings that all
 * of its sessions begin with.
 */
export async function createDatabaseIn(
  language: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> {
  const server = serverUrl();
  const name = newName();
  await withClient(server, async (client) => {
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE '${language}'`,
    );
    for (const [setting, value] of Object.entries(settings))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
  });
  const database = await opened(server, name);
  await migrate(database.dataSource);
  return database;
}

/** An empty database, without our schema. */
export async function createEmptyDatabase(options = ''): Promise<Omit<TestDatabase, 'dataSource'>> {
  const server = serverUrl();
  const name = newName();
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`));
  return {
    url: urlOf(server, name),
    drop: () => withClient(server, (client) => dropDatabase(client, name)),
  };
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
  await withClient(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`),
  );
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
      const largest = dataSource.isInitialized ? await largestRevision(dataSource) : undefined;
      if (dataSource.isInitialized) await dataSource.destroy();
      await withClient(server, (client) => dropDatabase(client, name));
      if (largest) throw new Error(`${largest.name} has ${largest.changes} changes; ${TOO_LARGE}`);
    },
  };
}

/** Changes of one revision that requests and jobs write, at most. Followers load a snapshot for one of more than 20,000. */
const MAX_CHANGES = 10_000;
const TOO_LARGE = `requests and jobs write at most ${MAX_CHANGES} at once: docs/reference/data.md#bounded-revisions`;

/** A revision that a request or a job has written with more changes than it may have. Tests and samples write others, without a request. */
async function largestRevision(
  dataSource: DataSource,
): Promise<{ name: string; changes: number } | undefined> {
  const [row] = await dataSource.query<{ name: string; changes: number }[]>(
    `SELECT 'revision ' || r.revision || coalesce(' by ' || r.actor_role, '') AS name, c.changes
       FROM (SELECT revision, count(*)::integer AS changes FROM changes
              WHERE (SELECT max(id) - min(id) FROM changes) >= $1
              GROUP BY revision HAVING count(*) > $1) c
       JOIN revisions r USING (revision)
      WHERE r.request_id IS NOT NULL OR r.actor_role LIKE 'job:%' LIMIT 1`,
    [MAX_CHANGES],
  );
  return row;
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
