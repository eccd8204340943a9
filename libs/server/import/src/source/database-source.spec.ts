import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from '@gatehouse/testing';
import { REVISIONS } from '../fixtures/reference-dump';
import { generatedRows } from '../fixtures/reference-rows';
import { expectedRows, fillReference, openSession, stagedRows } from '../fixtures/staging-session';
import { sourceAddressOf } from './address';
import { DatabaseSource } from './database-source';
import { SourceFailure } from './source-failure';
import type { SourceTableName } from './source-tables';
import { TemporaryTables } from './staging';

const NETWORK = ['network_nodes', 'network_tokens', 'network_remote_users'];

/** The URL without its password, as the command takes it, and the password. */
function parted(url: string): readonly [address: string, password: string] {
  const [, user = '', password = ''] = /\/\/([^:@]*):([^@]*)@/.exec(url) ?? [];
  return [url.replace(/\/\/[^@]*@/, `//${user}@`), decodeURIComponent(password)];
}

describe('a database of the reference', () => {
  const rows = generatedRows();
  let target: TestDatabase;
  let session: DataSource;
  let source: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let client: Client;

  beforeAll(async () => {
    target = await createTestDatabase();
    session = await openSession(target.url);
  });

  beforeEach(async () => {
    source = await createEmptyDatabase();
    client = new Client({ connectionString: source.url });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await source.drop();
  });

  afterAll(async () => {
    await session.destroy();
    await target.drop();
  });

  const stage = (
    url = source.url,
    progress: (table: SourceTableName, count: number) => void = () => undefined,
    password = parted(url)[1],
  ) =>
    new DatabaseSource(sourceAddressOf(parted(url)[0]), password).stage(
      new TemporaryTables(session),
      progress,
    );
  const refused = async (url?: string, password?: string): Promise<SourceFailure> => {
    const failure = await stage(url, undefined, password).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceFailure);
    return failure as SourceFailure;
  };

  it('is staged row by row, as the rows are', async () => {
    await fillReference(client, rows, REVISIONS);
    const staged = await stage();
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
    expect(staged.revision).toBe('2cfe144538e8,91af68bcdc67');
    expect(staged.rows.resources).toBe(rows['resources']?.length);
    expect(staged.name).not.toContain('@');
    expect(Math.abs(Date.now() - staged.takenAt.getTime())).toBeLessThan(60_000);
  });

  it('of a release without network tables has no rows of them', async () => {
    await fillReference(client, rows, ['91af68bcdc67'], NETWORK);
    await stage();
    expect(await stagedRows(session)).toEqual(expectedRows(rows, NETWORK));
  });

  it('is staged as it was at one moment, while others write', async () => {
    await fillReference(client, rows, REVISIONS);
    let written: Promise<unknown> | undefined;
    await stage(source.url, () => {
      written ??= client.query(
        `DELETE FROM external_identities; INSERT INTO network_tokens (id, token) VALUES (9999, 'new')`,
      );
    });
    await written;
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it('is staged whatever settings its role has', async () => {
    await fillReference(client, rows, REVISIONS);
    const name = new URL(source.url.replace('@/', '@h/')).pathname.slice(1);
    for (const setting of [
      "datestyle = 'SQL, DMY'",
      "timezone = 'Asia/Kathmandu'",
      "client_encoding = 'LATIN1'",
    ])
      await client.query(`ALTER DATABASE ${name} SET ${setting}`);
    await stage();
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it('is only read', async () => {
    await fillReference(client, rows, REVISIONS);
    const writes = async (): Promise<unknown> =>
      (await client.query(`SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS n FROM pg_stat_xact_user_tables`))
        .rows;
    const before = await writes();
    await stage();
    expect(await writes()).toEqual(before);
  });

  it('in a schema of its own is found', async () => {
    await client.query('CREATE SCHEMA "The Schema"; SET search_path = "The Schema"');
    await fillReference(client, rows, REVISIONS);
    await stage();
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it.each([
    ['of another program', '', /is not one of Magpie/],
    [
      'with an unknown revision',
      `UPDATE alembic_version SET version_num = '0c6269f410cd' || left(version_num, 1)`,
      /which is not known/,
    ],
    ['that lacks a column', 'ALTER TABLE groups DROP COLUMN terms', /lacks column groups\.terms/],
    ['that lacks a table', 'DROP TABLE users_permissions', /lacks table users_permissions/],
  ])('%s is refused', async (_, change, expected) => {
    if (change !== '') await fillReference(client, rows, REVISIONS);
    if (change !== '') await client.query(change);
    expect((await refused()).message).toMatch(expected);
  });

  it('that does not let a table be read is refused with its name', async () => {
    await fillReference(client, rows, REVISIONS);
    await client
      .query(`REVOKE ALL ON services FROM CURRENT_USER; ALTER TABLE services OWNER TO pg_monitor`)
      .catch(() => undefined);
    await client.query(
      `DO $$ BEGIN EXECUTE format('REVOKE SELECT ON services FROM %I', current_user); END $$`,
    );
    const failure = await refused();
    expect(failure.message).toMatch(/does not let this role read everything \(table services\)/);
    expect(failure.remedy).toMatch(/grant SELECT/);
  });

  it('that cancels a statement is refused', async () => {
    await fillReference(client, rows, REVISIONS);
    // An exclusive lock makes the reading wait, so that it is there to be cancelled.
    await client.query('BEGIN; LOCK TABLE services IN ACCESS EXCLUSIVE MODE');
    const failing = refused();
    const other = new Client({ connectionString: source.url });
    await other.connect();
    for (let cancelled = 0; cancelled === 0;) {
      const { rowCount } = await other.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'gatehouse import' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      cancelled = rowCount ?? 0;
    }
    await other.end();
    expect((await failing).message).toMatch(/has cancelled a statement \(table services\)/);
    await client.query('ROLLBACK');
  });

  it('that ends the connection is refused, and the session can stage again', async () => {
    await fillReference(client, rows, REVISIONS);
    let ended: Promise<unknown> | undefined;
    const failing = stage(source.url, () => {
      ended ??= client.query(
        `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE application_name = 'gatehouse import' AND datname = current_database()`,
      );
    });
    await expect(failing).rejects.toThrow(SourceFailure);
    await ended;
    await stage();
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it('with text that is not UTF-8 is refused, without a value of it', async () => {
    const other = await createEmptyDatabase(`ENCODING 'SQL_ASCII' LOCALE 'C'`);
    const bytes = new Client({ connectionString: other.url });
    await bytes.connect();
    try {
      await fillReference(bytes, {}, REVISIONS);
      await bytes.query(String.raw`INSERT INTO groups (group_name) VALUES (E'canary\xff')`);
      const failure = await refused(other.url);
      expect(failure.message).toMatch(/cannot be read as UTF-8 \(table groups\)/);
      expect(failure.message).not.toMatch(/canary/);
    } finally {
      await bytes.end();
      await other.drop();
    }
  });

  it('is refused where it cannot be reached, with a wrong password or name', async () => {
    const nowhere = await refused('postgresql://ada@127.0.0.1:1/magpie', 'x');
    expect([nowhere.isUnreachable, nowhere.message]).toEqual([
      true,
      expect.stringMatching(/^The source \(127\.0\.0\.1:1\/magpie\): the server refuses connections/),
    ]);
    expect((await refused(source.url, 'wrong')).message).toMatch(/refuses the password/);
    expect((await refused(source.url, '')).message).toMatch(/asks for a password|refuses the password/);
    expect((await refused(source.url.replace(/\/test_\w+/, '/test_nothing'))).message).toMatch(
      /does not exist/,
    );
  });
});

describe('the address of a source', () => {
  it.each([
    ['postgresql://ada:canary@db/magpie', /has a password/],
    ['postgresql://ada@db', /names no database/],
    ['mysql://ada:canary@db/magpie', /must be a URL such as postgresql:\/\/user@host/],
    ['postgresql+psycopg2://ada@db/magpie', /must be a URL/],
    ['postgresql://ada:can/ary@db/magpie', /The address of the source (?:must|has)/],
  ])('%s is refused without repeating it', (text, expected) => {
    const refusing = (): unknown => sourceAddressOf(text);
    expect(refusing).toThrow(expected);
    expect(refusing).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/canary|\bada\b/) }),
    );
  });

  it('is named without the user', () => {
    expect(sourceAddressOf('postgresql://ada@db:5433/magpie?sslmode=require').name).toBe('db:5433/magpie');
  });
});
