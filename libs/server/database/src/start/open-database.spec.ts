import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  OwnServer,
  closeServer,
  createEmptyDatabase,
  listenOnLoopback,
  selfSigned,
} from '@gatehouse/testing';
import { createDataSource, migrate, openDatabase, startProblem } from '../index';

type Opening = Parameters<typeof openDatabase>[0];

/** What the start says; undefined if it succeeds. */
async function refusalOf(url: string, options: Partial<Opening> = {}): Promise<string | undefined> {
  try {
    const { dataSource } = await openDatabase({
      url,
      process: 'api',
      poolSize: 2,
      connectMillis: 5_000,
      ...options,
    });
    await dataSource.destroy();
    return undefined;
  } catch (error) {
    return startProblem(error) ?? `a stack: ${String((error as Error).stack)}`;
  }
}

async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Everything that is in a database: relations with their rows. */
async function contentOf(url: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT relname, relkind, pg_relation_size(oid) AS size FROM pg_class
     WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) AND relname !~ '^pg_' ORDER BY 1`,
  );
  await client.end();
  return rows;
}

describe('the start with a database', () => {
  const dropped: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const drop of dropped.splice(0)) await drop();
  });
  const empty = async (options?: string): Promise<string> => {
    const { url, drop } = await createEmptyDatabase(options);
    dropped.push(drop);
    return url;
  };
  const nameOf = (url: string): string => /@\/(\w+)/.exec(url)?.[1] ?? '';

  it('that is empty succeeds, and writes nothing', async () => {
    const url = await empty();
    expect(await refusalOf(url)).toBeUndefined();
    expect(await contentOf(url)).toEqual([]);
  });

  it.each(['LATIN1', 'SQL_ASCII'])(
    'with the encoding %s is refused, and nothing is written',
    async (encoding) => {
      const url = await empty(`ENCODING '${encoding}' LOCALE 'C' LOCALE_PROVIDER libc`);
      expect(await refusalOf(url)).toMatch(
        new RegExp(
          `^SVC_DB_URL \\(/[^)]*/test_\\w+\\): the encoding of the database is ${encoding}\\. Create a database .*\\.$`,
        ),
      );
      expect(await contentOf(url)).toEqual([]);
    },
  );

  it('of PostgreSQL 14 is refused', async () => {
    const url = await empty();
    // What the server says about itself is replaced by functions that come first in the search path.
    await execute(
      url,
      `CREATE FUNCTION public.current_setting(name text) RETURNS text LANGUAGE sql AS
        $$ SELECT CASE name WHEN 'server_version_num' THEN '140011' WHEN 'server_version' THEN '14.11' ELSE pg_catalog.current_setting(name) END $$`,
      `ALTER DATABASE ${nameOf(url)} SET search_path = public, pg_catalog`,
    );
    expect(await refusalOf(url)).toMatch(/: PostgreSQL 14\.11 is too old\. Use PostgreSQL 15 or newer\.$/);
  });

  it('with tables of another application is refused, and names them', async () => {
    const url = await empty();
    await execute(url, 'CREATE TABLE users (login text)', 'CREATE VIEW groups AS SELECT 1 AS one');
    const before = await contentOf(url);
    expect(await refusalOf(url)).toMatch(
      /: the schema public has tables of another application: groups, users\. Use a database of its own, .*$/,
    );
    expect(await contentOf(url)).toEqual(before);
  });

  it('that only reads is refused', async () => {
    const url = await empty();
    await execute(url, `ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
    expect(await refusalOf(url)).toMatch(
      /: the database only reads \(default_transaction_read_only\)\. Allow writes/,
    );
  });

  it('whose search path leads to no schema is refused with the statements that correct it', async () => {
    const url = await empty();
    await execute(url, `ALTER ROLE CURRENT_USER IN DATABASE ${nameOf(url)} SET search_path = nowhere`);
    const refusal = await refusalOf(url);
    expect(refusal).toMatch(/: no schema of the search path exists/);
    await execute(url, /Create one: (.*)$/.exec(refusal ?? '')?.[1] ?? '');
    expect(await refusalOf(url)).toBeUndefined();
  });

  it.each([
    [
      'a password that is wrong',
      (url: string) => url.replace(/:[^:@/]*@/, ':canary@'),
      'the server refuses the password',
    ],
    [
      'no password',
      (url: string) => url.replace(/:[^:@/]*@/, '@'),
      'the server asks for a password, and the URL has none',
    ],
    [
      'a database that does not exist',
      (url: string) => url.replace(/@\/\w+/, '@/nothing'),
      'the database does not exist',
    ],
    [
      'a folder without a socket',
      () => 'postgresql://ada:canary@/gate?host=/nowhere',
      'there is no socket of a server in this folder',
    ],
    ['a closed port', () => 'postgresql://ada:canary@127.0.0.1:1/gate', 'the server refuses connections'],
    [
      'an unknown host',
      () => 'postgresql://ada:canary@nowhere.invalid/gate',
      'the name of the host is not known',
    ],
    [
      'a file of certificates that is missing',
      () => 'postgresql://ada:canary@127.0.0.1:1/gate?sslrootcert=/nowhere.pem',
      'sslrootcert names a file that cannot be read (ENOENT)',
    ],
  ])('by a URL with %s is refused in one line', async (_what, urlOf, cause) => {
    const refusal = await refusalOf(urlOf(await empty()));
    expect(refusal).toContain(`): ${cause}. `);
    expect(refusal).toMatch(/^SVC_DB_URL \([^\n]*\.$/);
    expect(refusal).not.toMatch(/canary|\bada\b|nowhere\.pem/);
  });

  it('by a direct URL that is wrong names that setting', async () => {
    const url = await empty();
    expect(await refusalOf(url, { directUrl: 'postgresql://ada:canary@127.0.0.1:1/gate' })).toBe(
      'SVC_DB_DIRECT_URL (127.0.0.1:1/gate): the server refuses connections. Start the server, or correct host and port.',
    );
  });

  it('that does not answer yet waits for it, says so, and goes on', async () => {
    const url = await empty();
    const closed = createServer();
    const port = await listenOnLoopback(closed);
    await closeServer(closed);
    const reasons: string[] = [];
    const options = { startTimeoutMs: 1_500, waiting: (reason: string) => void reasons.push(reason) };
    const begun = performance.now();
    expect(await refusalOf(`postgresql://ada:x@127.0.0.1:${port}/gate`, options)).toMatch(
      /refuses connections/,
    );
    expect(performance.now() - begun).toBeGreaterThan(1_400);
    expect(reasons.length).toBeGreaterThan(1);
    // Waiting does not help against a password.
    expect(await refusalOf(url.replace(/:[^:@/]*@/, ':canary@'), { startTimeoutMs: 60_000 })).toMatch(
      /password/,
    );
  });
});

describe('the start with a server in the network', () => {
  // An address of this machine that nobody else uses, so that its port is free.
  const address = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`;
  let server: OwnServer;
  let url: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'open-database-'));
    server = await OwnServer.make(undefined, { listen_addresses: address });
    url = await server.openNetwork(address);
  });
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const withFile = async (pem: string): Promise<string> => {
    const path = join(folder, `${randomInt(1, 2 ** 31)}.pem`);
    await writeFile(path, pem);
    return `${url}?sslrootcert=${path}`;
  };
  const opened = async (target: string) => {
    const { dataSource, facts } = await openDatabase({
      url: target,
      process: 'api',
      poolSize: 2,
      connectMillis: 5_000,
    });
    const [row] = await dataSource.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await dataSource.destroy();
    return { isEncrypted: row.ssl as boolean, facts };
  };

  it('without TLS succeeds, also where it is switched off', async () => {
    for (const target of [url, `${url}?sslmode=disable`])
      expect(await opened(target)).toMatchObject({ isEncrypted: false, facts: { warnings: [] } });
  });

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'without TLS is refused with sslmode=%s',
    async (mode) => {
      expect(await refusalOf(`${url}?sslmode=${mode}`)).toBe(
        `SVC_DB_URL (${address}:5432/gatehouse): the server has no TLS, which sslmode demands. ` +
          'Enable TLS at the server, or set sslmode=disable where nobody can read the network.',
      );
    },
  );

  it('is refused for a role that pg_hba.conf does not admit', async () => {
    expect(await refusalOf(url.replace(/\/\/[^:]*:/, '//nobody_here:'))).toMatch(
      /: the server (?:refuses the password|does not admit this role from here)\. [^\n]*$/,
    );
  });

  it('is refused while the role has no connection left', async () => {
    await server.asSuperuser('ALTER ROLE gatehouse CONNECTION LIMIT 1');
    try {
      expect(await refusalOf(url)).toMatch(
        /: the server has no connection left for this role or database\. /,
      );
    } finally {
      await server.asSuperuser('ALTER ROLE gatehouse CONNECTION LIMIT -1');
    }
  });

  it('counts the connections that role, database and server admit', async () => {
    const limit = async (role: number, database: number): Promise<void> => {
      await server.asSuperuser(`ALTER ROLE gatehouse CONNECTION LIMIT ${role}`);
      await server.asSuperuser(`ALTER DATABASE gatehouse CONNECTION LIMIT ${database}`);
    };
    const admitted: number[] = [];
    for (const [role, database] of [
      [-1, -1],
      [30, -1],
      [-1, 20],
    ] as const) {
      await limit(role, database);
      admitted.push((await opened(url)).facts.available);
    }
    await limit(-1, -1);
    // 80 of the server, less 3 that superusers keep.
    expect(admitted).toEqual([77, 30, 20]);
  });

  describe('and roles without privileges', () => {
    const connected = (role: string): string => url.replace(/\/\/[^@]*@/, `//${role}:${role}@`);
    beforeAll(async () => {
      for (const role of ['owner', 'reader', 'guest'])
        await server.asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
      await server.asSuperuser('CREATE DATABASE restricted OWNER owner');
    });
    const restricted = (role: string): string => connected(role).replace(/\/gatehouse$/, '/restricted');
    const grant = (statement: string) => server.asSuperuser(statement, 'restricted');

    it('is refused where the role may not create tables, with the statement that allows it', async () => {
      const refusal = await refusalOf(restricted('guest'));
      const [, statement = ''] =
        /: the role may not create tables in the schema public\. Grant it: (GRANT .*;)$/.exec(
          refusal ?? '',
        ) ?? [];
      await grant(statement);
      expect(await refusalOf(restricted('guest'))).toBeUndefined();
      await grant('REVOKE CREATE ON SCHEMA public FROM guest');
    });

    it('is refused where it may not use the tables, and accepted for the proxy where it may read them', async () => {
      const dataSource = await createDataSource({ url: restricted('owner'), poolSize: 2 }).initialize();
      await migrate(dataSource);
      await dataSource.destroy();
      expect(await refusalOf(restricted('reader'))).toMatch(
        /: the role lacks a privilege \(permission denied for table gatehouse_schema\)\. Grant it, /,
      );
      await grant('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
      expect(await refusalOf(restricted('reader'), { process: 'proxy' })).toBeUndefined();
      expect(await refusalOf(restricted('reader'))).toMatch(/: the role may not use the tables /);
      await grant('GRANT ALL ON ALL TABLES IN SCHEMA public TO reader');
      expect(await refusalOf(restricted('reader'))).toBeUndefined();
    });
  });

  describe('that has TLS', () => {
    let pem: string;
    beforeAll(async () => {
      const certificate = await selfSigned('db.example.org', undefined, address);
      pem = certificate.cert;
      url = await server.openNetwork(address, certificate);
    });

    it('is encrypted and verified with every mode from prefer on', async () => {
      const target = await withFile(pem);
      expect((await opened(target)).isEncrypted).toBe(true);
      for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
        expect((await opened(`${target}&sslmode=${mode}`)).isEncrypted).toBe(true);
        expect(await refusalOf(`${url}?sslmode=${mode}`)).toMatch(
          /: the certificate of the server is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. /,
        );
      }
    });

    it('is refused if its certificate is of another authority or another host', async () => {
      const other = (await selfSigned('other.example.org')).cert;
      expect(await refusalOf(`${await withFile(other)}&sslmode=require`)).toMatch(/is not accepted \(/);
      await server.openNetwork(address, await selfSigned('db.example.org'));
      const [shown] = [await refusalOf(await withFile(pem))];
      expect(shown).toMatch(/: the certificate of the server is not accepted \(/);
    });

    it('is not verified with sslmode=no-verify', async () => {
      expect((await opened(`${url}?sslmode=no-verify`)).isEncrypted).toBe(true);
    });
  });
});
