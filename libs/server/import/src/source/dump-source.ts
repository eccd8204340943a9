import { openDump } from './dump-file';
import { DumpText, truncated } from './dump-text';
import { projected } from './projection';
import { CountedRows } from './rows-of-copy';
import { REVISION_TABLE, schemaOf } from './schema-revisions';
import type { Source, StagedSource, StagingTarget } from './source';
import { SourceFailure } from './source-failure';
import { SOURCE_TABLES, type SourceTable, type SourceTableName, stagedName } from './source-tables';
import { createStagedTables, finishStagedTables } from './staging';

/** A name in SQL: quoted where it has to be. */
const NAMES = /"(?:[^"]|"")+"|[\w$]+/g;
/** `COPY public.users (id, user_name) FROM stdin;` */
const COPY = /^COPY (?:(?:"(?:[^"]|"")+"|[\w$]+)\.)?("(?:[^"]|"")+"|[\w$]+) \(([^()]*)\) FROM stdin;$/;
const INSERT = /^INSERT INTO (?:(?:"(?:[^"]|"")+"|[\w$]+)\.)?("(?:[^"]|"")+"|[\w$]+)/;
const ENCODING = /^SET client_encoding = '([^']*)';$/;

const BEGIN = '-- PostgreSQL database dump';
const END = '-- PostgreSQL database dump complete';
const CLUSTER = '-- PostgreSQL database cluster dump';
/** Revisions of the schema are a few; another table of the name is not read on. */
const MAX_REVISIONS_BYTES = 4_096;

type ReadTable = (typeof SOURCE_TABLES)[number];

/** A dump of a database of the reference, made by pg_dump. */
export class DumpSource implements Source {
  constructor(private readonly path: string) {}

  async stage(
    target: StagingTarget,
    progress: (table: SourceTableName, rows: number) => void,
  ): Promise<StagedSource> {
    const { path, writtenAt, text } = await openDump(this.path);
    await createStagedTables(target);
    const reading = new Reading(new DumpText(text), target, progress);
    const { revision, rows } = await reading.readAll();
    await finishStagedTables(target);
    return { name: path, revision, takenAt: writtenAt, rows };
  }
}

/** One pass through the text of a dump. */
class Reading {
  private isDump = false;
  private isComplete = false;
  private revisions: readonly string[] | undefined;
  private readonly rows = new Map<SourceTableName, number>();

  constructor(
    private readonly dump: DumpText,
    private readonly target: StagingTarget,
    private readonly progress: (table: SourceTableName, rows: number) => void,
  ) {}

  async readAll(): Promise<Pick<StagedSource, 'revision' | 'rows'>> {
    for (let line = await this.dump.line(); line !== undefined; line = await this.dump.line())
      await this.read(line);
    if (!this.isDump)
      throw new SourceFailure(
        'The file is not a dump of PostgreSQL.',
        'Make one: pg_dump --format=plain --encoding=UTF8 --file=magpie.sql magpie',
      );
    if (!this.isComplete) throw truncated();
    return this.result();
  }

  private result(): Pick<StagedSource, 'revision' | 'rows'> {
    if (this.revisions === undefined)
      throw new SourceFailure(
        `The dump is not one of Magpie with its rows: it has none of the table ${REVISION_TABLE}.`,
        'Dump the whole database of Magpie, without --schema-only and --table.',
      );
    const { revision, tables } = schemaOf(this.revisions);
    const missing = tables.filter(({ name }) => !this.rows.has(name)).map(({ name }) => name);
    if (missing.length > 0)
      throw new SourceFailure(
        `The dump lacks tables of Magpie: ${missing.join(', ')}.`,
        'Dump the whole database, without --table and --exclude-table.',
      );
    const rows = Object.fromEntries(SOURCE_TABLES.map(({ name }) => [name, this.rows.get(name) ?? 0]));
    return { revision, rows: rows as Record<SourceTableName, number> };
  }

  private async read(line: string): Promise<void> {
    if (line === BEGIN) this.isDump = true;
    if (line === END) this.isComplete = true;
    if (line === CLUSTER || line.startsWith('\\connect '))
      throw new SourceFailure(
        'The dump has several databases.',
        'Dump the database of Magpie alone: pg_dump, and not pg_dumpall or --create.',
      );
    const encoding = ENCODING.exec(line)?.[1];
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding))
      throw new SourceFailure(
        `The dump has the encoding ${encoding.replaceAll(/\W/g, '')}.`,
        'Make it with pg_dump --encoding=UTF8.',
      );
    if (line.startsWith('INSERT INTO ')) rejectInsert(line);
    if (line.startsWith('COPY ')) await this.copy(line);
  }

  private async copy(line: string): Promise<void> {
    const [, name, list] = COPY.exec(line) ?? [];
    if (name === undefined || list === undefined) return;
    const table = plain(name);
    const columns = [...list.matchAll(NAMES)].map(([column]) => plain(column));
    if (table === REVISION_TABLE) return this.readRevisions();
    const known = SOURCE_TABLES.find((each) => each.name === table);
    if (known) return this.stage(known, columns);
    for await (const rows of this.dump.rows()) void rows;
  }

  private async stage(table: ReadTable, columns: readonly string[]): Promise<void> {
    const { name } = table;
    if (this.rows.has(name))
      throw new SourceFailure(
        `The dump has the table ${name} more than once.`,
        'Dump one schema: pg_dump --schema.',
      );
    rejectMissing(table, columns);
    const wanted = Object.keys(table.columns);
    const counted = new CountedRows(name, this.progress);
    const taken = projected(this.dump.rows(), name, columns, wanted);
    await this.target.copyInto(stagedName(name), wanted, counted.pass(taken));
    this.rows.set(name, counted.rows);
  }

  private async readRevisions(): Promise<void> {
    let text = '';
    for await (const rows of this.dump.rows())
      if (text.length < MAX_REVISIONS_BYTES) text += rows.toString('utf8');
    this.revisions = text
      .split('\n')
      .map((row) => row.trim())
      .filter(Boolean);
    // What is not known is refused before the rest is read.
    schemaOf(this.revisions);
  }
}

function rejectMissing({ name, columns }: SourceTable, found: readonly string[]): void {
  const missing = Object.keys(columns).filter((column) => !found.includes(column));
  if (missing.length > 0)
    throw new SourceFailure(
      `The table ${name} of the dump lacks the columns ${missing.join(', ')}.`,
      'It is not one of a release that is known.',
    );
}

function rejectInsert(line: string): void {
  const name = INSERT.exec(line)?.[1];
  if (name !== undefined && [REVISION_TABLE, ...SOURCE_TABLES.map((each) => each.name)].includes(plain(name)))
    throw new SourceFailure(
      'The dump has INSERT statements.',
      'Make it without --inserts, --column-inserts and --rows-per-insert.',
    );
}

/** A name as it is stored. */
function plain(identifier: string): string {
  return identifier.startsWith('"') ? identifier.slice(1, -1).replaceAll('""', '"') : identifier;
}
