import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type DumpOptions, dumpOf } from '../fixtures/reference-dump';
import { type ReferenceRows, generatedRows } from '../fixtures/reference-rows';
import { expectedRows, openSession, stagedRows } from '../fixtures/staging-session';
import { DumpSource } from './dump-source';
import { SourceFailure } from './source-failure';
import type { SourceTableName } from './source-tables';
import { TemporaryTables } from './staging';

const NETWORK = ['network_nodes', 'network_tokens', 'network_remote_users'];

describe('a dump', () => {
  const rows = generatedRows();
  let database: TestDatabase;
  let session: DataSource;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    session = await openSession(database.url);
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-dump-'));
  });

  afterAll(async () => {
    await session.destroy();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const written = async (content: string | Uint8Array, name = 'magpie.sql'): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const textOf = (options?: DumpOptions, of: ReferenceRows = rows): string =>
    [...dumpOf(of, options)].join('');
  const stage = async (
    path: string,
    progress: (table: SourceTableName, count: number) => void = () => undefined,
  ) => new DumpSource(path).stage(new TemporaryTables(session), progress);
  const refused = async (content: string | Uint8Array, name?: string): Promise<SourceFailure> => {
    const failure = await stage(await written(content, name)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceFailure);
    return failure as SourceFailure;
  };

  it('is staged row by row, as the rows are', async () => {
    const path = await written(textOf());
    const seen = new Map<string, number>();
    const staged = await stage(path, (table, count) => seen.set(table, count));
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
    expect(staged).toMatchObject({ name: path, revision: '2cfe144538e8,91af68bcdc67' });
    expect(staged.rows.resources).toBe(rows['resources']?.length);
    expect(seen.get('users_groups')).toBe(rows['users_groups']?.length);
  });

  it('has indexes and statistics when it is staged', async () => {
    await stage(await written(textOf()));
    const [found] = await session.query<{ rows: number; indexes: number }[]>(
      `SELECT c.reltuples::integer AS rows, (SELECT count(*)::integer FROM pg_index WHERE indrelid = c.oid) AS indexes
         FROM pg_class c WHERE c.oid = 'pg_temp.staged_resources'::regclass`,
    );
    expect(found).toEqual({ rows: rows['resources']?.length, indexes: 3 });
  });

  it('of a release without network tables has no rows of them', async () => {
    const staged = await stage(await written(textOf({ revisions: ['91af68bcdc67'], without: NETWORK })));
    expect(await stagedRows(session)).toEqual(expectedRows(rows, NETWORK));
    expect(staged).toMatchObject({ revision: '91af68bcdc67', rows: { network_nodes: 0 } });
  });

  it('is staged whatever the boundaries of the chunks in which it is read', async () => {
    const few = generatedRows({ users: 5, groups: 3, services: 5, resources: 20, assignments: 10 }, 7);
    const bytes = Buffer.from(textOf({}, few));
    // A file is read in chunks of 64 kB; a prefix of comments moves each boundary through the rows.
    const filler = Buffer.from(`-- ${'.'.repeat(76)}\n`.repeat(810));
    for (let shift = 0; shift < 16; shift++) {
      const prefix = Buffer.concat([filler, Buffer.from(`--${'.'.repeat(shift * 37)}\n`)]);
      await stage(await written(Buffer.concat([prefix, bytes])));
      expect(await stagedRows(session)).toEqual(expectedRows(few));
    }
  });

  it('that is compressed by gzip is staged', async () => {
    await stage(await written(gzipSync(textOf()), 'magpie.sql.gz'));
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it('with quoted names and another schema is staged', async () => {
    const text = textOf().replaceAll(
      /^COPY public\.(\w+) \((.*)\) FROM/gm,
      (_, table: string, columns: string) =>
        `COPY "other schema"."${table}" (${columns.replaceAll(/"?(\w+)"?/g, '"$1"')}) FROM`,
    );
    await stage(await written(text));
    expect(await stagedRows(session)).toEqual(expectedRows(rows));
  });

  it('replaces what was staged before', async () => {
    await stage(await written(textOf()));
    const few = generatedRows({ users: 3, groups: 2, services: 2, resources: 4, assignments: 2 }, 3);
    await stage(await written(textOf({}, few)));
    expect(await stagedRows(session)).toEqual(expectedRows(few));
  });

  it.each([
    ['the last line', (text: string) => text.replace('-- PostgreSQL database dump complete', '')],
    ['rows of a table', (text: string) => text.slice(0, text.indexOf('group19') + 3)],
    [
      'the end of a table',
      (text: string) => text.slice(0, text.indexOf('\\.\n', text.indexOf('COPY public.resources'))),
    ],
    ['half of the end of a table', (text: string) => text.slice(0, text.indexOf('\\.\n') + 1)],
    ['everything behind its head', (text: string) => text.slice(0, text.indexOf('CREATE TABLE'))],
  ])('without %s is refused as not complete', async (_, cut) => {
    expect((await refused(cut(textOf()))).message).toMatch(/not complete|has none of the table/);
  });

  it('whose compressed file is cut off is refused as not complete', async () => {
    const packed = gzipSync(textOf());
    const { message } = await refused(packed.subarray(0, packed.length / 2), 'cut.sql.gz');
    expect(message).toMatch(/not complete/);
  });

  it.each([
    [
      'an unknown revision',
      textOf({ revisions: ['0c6269f410cd'] }),
      /0c6269f410cd, which is not known\. Known are .*91af68bcdc67/,
    ],
    ['one of two revisions', textOf({ revisions: ['2cfe144538e8'] }), /2cfe144538e8, which is not known/],
    ['another encoding', textOf({ encoding: 'LATIN1' }), /encoding LATIN1/],
    ['no table of users', textOf({ without: ['users'] }), /lacks tables of Magpie: users/],
    ['no revision', textOf({ without: ['alembic_version'] }), /none of the table alembic_version/],
    [
      'INSERT statements',
      textOf().replace('COPY public.groups (', 'INSERT INTO public.groups VALUES ('),
      /has INSERT statements/,
    ],
    [
      'a column less',
      textOf().replace('(id, group_name, description', '(id, group_name, about'),
      /table groups of the dump lacks the columns description/,
    ],
    [
      'a table twice',
      textOf().replace(
        '\n--\n-- PostgreSQL database dump complete',
        '\nCOPY public.groups (id, group_name, description, member_count, discoverable, terms) FROM stdin;\n\\.\n--\n-- PostgreSQL database dump complete',
      ),
      /table groups more than once/,
    ],
    ['several databases', `-- PostgreSQL database cluster dump\n${textOf()}`, /several databases/],
    ['no SQL', 'id,name\n1,ada\n', /not a dump of PostgreSQL/],
  ])('with %s is refused', async (_, text, expected) => {
    expect((await refused(text)).message).toMatch(expected);
  });

  it.each([
    ['a tab more', '1\tgroup1\t', /table groups, row 1\): it has more or fewer columns/],
    [
      'an integer that is none',
      'one\tgroup1',
      /table groups, row 1, column id\): a value is not of the type/,
    ],
    ['bytes that are not UTF-8', Buffer.from('1\tgro\xffup1', 'latin1'), /table groups, row 1.*not UTF-8/],
    ['a NUL character', '1\tgro\0up1', /table groups, row 1.*NUL/],
  ])('with a row that has %s is refused, without a value of it', async (_, row, expected) => {
    const [before = '', after = ''] = textOf().split(/(?<=FROM stdin;\n)1\tgroup1/);
    const failure = await refused(Buffer.concat([Buffer.from(before), Buffer.from(row), Buffer.from(after)]));
    expect(failure.message).toMatch(expected);
    expect(`${failure.message} ${failure.remedy}`).not.toMatch(/gro.?up1/);
  });

  it('is refused where it cannot be read', async () => {
    expect(await stage(join(folder, 'nowhere.sql')).catch((error: Error) => error.message)).toMatch(
      /nowhere\.sql cannot be read \(ENOENT\)/,
    );
    expect((await refused('', 'empty.sql')).message).toMatch(/is empty/);
    expect(await stage(folder).catch((error: Error) => error.message)).toMatch(/is a folder/);
    expect((await refused(Buffer.from('28b52ffd00', 'hex'))).message).toMatch(/compressed by zstd/);
  });

  it('in a format of pg_restore is refused where that is not installed', async () => {
    const { PATH } = process.env;
    process.env['PATH'] = folder;
    try {
      expect((await refused('PGDMP...', 'magpie.dump')).message).toMatch(/only pg_restore reads/);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});
