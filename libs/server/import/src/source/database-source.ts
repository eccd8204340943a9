import type { Readable } from 'node:stream';
import { Client, DatabaseError } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  DatabaseProblem,
  DatabaseUnavailable,
  closeConnection,
  connectionOptions,
} from '@gatehouse/database';
import type { SourceAddress } from './address';
import { CountedRows } from './rows-of-copy';
import { REVISION_TABLE, type SourceSchema, schemaOf } from './schema-revisions';
import type { Source, StagedSource, StagingTarget } from './source';
import { SourceFailure } from './source-failure';
import { SOURCE_TABLES, type SourceTable, type SourceTableName, stagedName } from './source-tables';
import { createStagedTables, finishStagedTables, quoted } from './staging';

/** Milliseconds for the connection to the source. */
const CONNECT_MS = 10_000;

/** Values as they are written whatever the settings of the role; rows that a policy hides are an error and not missing. */
const SESSION = `SET client_encoding = 'UTF8'; SET DateStyle = 'ISO, YMD'; SET TimeZone = 'UTC'; SET bytea_output = 'hex';
  SET row_security = off; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '30s'; SET jit = off`;

/** Tables by which a database of the reference is recognized. */
const CHARACTERISTIC = [REVISION_TABLE, 'users', 'groups', 'users_groups', 'resources', 'services'];

interface FoundTable {
  readonly schema: string;
  readonly table: string;
  readonly visible: boolean;
  readonly columns: readonly string[];
}

/** A database of the reference in a transaction that reads it as it was at one moment. */
export interface OpenedSource {
  readonly client: Client;
  /** `host:port/database`. */
  readonly name: string;
  /** A table in statements: with its schema, quoted. */
  readonly tableOf: (table: SourceTableName) => string;
  close(): Promise<void>;
}

/** A running database of the reference, read in one snapshot. */
export class DatabaseSource implements Source {
  /** @param password undefined: that of PGPASSWORD, or of the file .pgpass */
  constructor(
    private readonly address: SourceAddress,
    private readonly password: string | undefined,
  ) {}

  async stage(
    target: StagingTarget,
    progress: (table: SourceTableName, rows: number) => void,
  ): Promise<StagedSource> {
    const client = await this.connect();
    try {
      return await this.read(client, target, progress);
    } catch (error) {
      throw this.explained(error);
    } finally {
      await closeConnection(client);
    }
  }

  /**
   * A session that reads the tables where they are, in one snapshot, for computations with them.
   *
   * @throws SourceFailure if the schema is not one of a known release, or if it cannot be read
   */
  async open(): Promise<OpenedSource> {
    const client = await this.connect();
    try {
      await client.query(SESSION);
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const { name } = await this.describe(client);
      return {
        client,
        name: this.address.name,
        tableOf: (table) => `${quoted(name)}.${quoted(table)}`,
        close: () => closeConnection(client),
      };
    } catch (error) {
      await closeConnection(client);
      throw this.explained(error);
    }
  }

  private async connect(): Promise<Client> {
    let client: Client | undefined;
    try {
      client = new Client({
        ...connectionOptions(this.address.url),
        ...(this.password === undefined ? {} : { password: this.password }),
        application_name: 'gatehouse import',
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
      });
      // Statements that are under way fail with it, too.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    } catch (error) {
      // The driver leaves it open, and the server waits for the password.
      if (client) await closeConnection(client, 1);
      throw this.explained(error);
    }
  }

  private async read(
    client: Client,
    target: StagingTarget,
    progress: (table: SourceTableName, rows: number) => void,
  ): Promise<StagedSource> {
    await client.query(SESSION);
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { schema, takenAt } = await this.describe(client);
    await createStagedTables(target);
    const rows = Object.fromEntries(SOURCE_TABLES.map(({ name }) => [name, 0])) as Record<
      SourceTableName,
      number
    >;
    for (const table of schema.tables) {
      const columns = Object.keys(table.columns);
      const counted = new CountedRows(table.name, progress);
      const selected = `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table.name)}`;
      const sent = reading(table.name, sentBy(client, `COPY (${selected}) TO STDOUT`));
      await target.copyInto(stagedName(table.name), columns, counted.pass(sent));
      rows[table.name] = counted.rows;
    }
    await client.query('COMMIT');
    await finishStagedTables(target);
    return { name: this.address.name, revision: schema.revision, takenAt, rows };
  }

  private async describe(
    client: Client,
  ): Promise<{ readonly name: string; readonly schema: SourceSchema; readonly takenAt: Date }> {
    const { rows: tables } = await client.query<FoundTable>(
      `/* import */ SELECT n.nspname::text AS schema, c.relname::text AS table, pg_table_is_visible(c.oid) AS visible,
              array_agg(a.attname::text) AS columns
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND c.relname = ANY ($1)
        GROUP BY c.oid, n.nspname, c.relname`,
      [[REVISION_TABLE, ...SOURCE_TABLES.map(({ name }) => name)]],
    );
    const name = this.schemaIn(tables);
    await client.query(`SET LOCAL search_path = ${quoted(name)}`);
    const { rows } = await client
      .query<{ version_num: string; taken_at: Date }>(
        `/* import */ SELECT version_num, now() AS taken_at FROM ${REVISION_TABLE}`,
      )
      .catch((error: Error) => {
        throw new TableUnreadable(REVISION_TABLE, error);
      });
    const schema = schemaOf(rows.map(({ version_num }) => version_num));
    const missing = schema.tables.flatMap((table) => missingOf(table, tables, name));
    if (missing.length > 0)
      throw new SourceFailure(
        `The database ${this.address.name} says to have the schema ${schema.revision}, but lacks ${missing.join(', ')}.`,
        'Complete the migration of Magpie, or restore what was removed.',
      );
    return { name, schema, takenAt: rows[0]?.taken_at ?? new Date() };
  }

  /** The schema of PostgreSQL that has the tables of the reference. */
  private schemaIn(tables: readonly FoundTable[]): string {
    const names = [...new Set(tables.map(({ schema }) => schema))].filter((name) =>
      CHARACTERISTIC.every((each) => tables.some(({ schema, table }) => schema === name && table === each)),
    );
    const visible = names.find((name) =>
      tables.some(({ schema, table, visible: is }) => schema === name && table === 'services' && is),
    );
    const [first, ...others] = names;
    if (visible !== undefined) return visible;
    if (first !== undefined && others.length === 0) return first;
    if (first !== undefined)
      throw new SourceFailure(
        `The database ${this.address.name} has the tables of Magpie in several schemas: ${names.join(', ')}.`,
        'Choose one in the address: ?options=-c%20search_path%3D<schema>.',
      );
    throw new SourceFailure(
      `The database ${this.address.name} is not one of Magpie: no schema has the tables ${CHARACTERISTIC.join(', ')}.`,
      'Correct the name of the database.',
    );
  }

  private explained(error: unknown): unknown {
    if (error instanceof SourceFailure) return error;
    const of = `The source ${this.address.name}`;
    const table = error instanceof TableUnreadable ? error.table : undefined;
    const cause = error instanceof TableUnreadable ? error.cause : error;
    const failure = (message: string, remedy: string, isUnreachable = false): SourceFailure =>
      new SourceFailure(`${of} ${message}.`, remedy, { cause, isUnreachable });
    const code = cause instanceof DatabaseError ? (cause.code ?? '') : '';
    const at = table === undefined ? '' : ` (table ${table})`;
    if (code === '28P01' || isWithoutPassword(cause))
      return failure(
        code === '28P01' ? 'refuses the password' : 'asks for a password',
        'Give it by PGPASSWORD, by a file .pgpass that only you can read, or with --password-stdin.',
      );
    if (code === '3D000') return failure('does not exist', 'Correct the name of the database.');
    if (code === '42501')
      return failure(
        `does not let this role read everything${at}`,
        'Connect as the role of Magpie, or grant SELECT on all its tables.',
      );
    if (code === '57014' || code === '40001')
      return failure(
        `has cancelled a statement${at}`,
        code === '57014'
          ? 'Start again; nothing was changed.'
          : 'At a standby, raise max_standby_streaming_delay, or read from the primary; nothing was changed.',
      );
    if (code === '55P03')
      return failure(`has locked a table${at}`, 'Wait until its change of the schema has ended.');
    if (/^22/.test(code))
      return failure(
        `has text that cannot be read as UTF-8${at}`,
        'Correct the rows: databases with the encoding SQL_ASCII take any bytes.',
      );
    const problem = DatabaseProblem.of(cause, 'The source', this.address.url);
    return problem
      ? new SourceFailure(problem.message, 'Nothing was changed.', { cause, isUnreachable: true })
      : error;
  }
}

/** What a COPY statement sends. The library emits failures without ending the stream, also before it is read. */
function sentBy(client: Client, statement: string): Readable {
  const sent = client.query(copyTo(statement));
  const fail = (error: Error): void => void sent.destroy(error);
  const lost = (): void => fail(new DatabaseUnavailable('the connection to the database was lost'));
  client.once('end', lost);
  return sent.on('error', fail).once('close', () => client.off('end', lost));
}

/** A table that the source does not let be read. */
class TableUnreadable extends Error {
  override readonly name = 'TableUnreadable';

  constructor(
    readonly table: string,
    override readonly cause: Error,
  ) {
    super(table, { cause });
  }
}

/** Failures of the source, with the table: those of the target come out of the same statement. */
async function* reading(table: SourceTableName, sent: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* sent;
  } catch (error) {
    throw error instanceof Error ? new TableUnreadable(table, error) : error;
  }
}

function missingOf({ name, columns }: SourceTable, tables: readonly FoundTable[], of: string): string[] {
  const found = tables.find(({ schema, table }) => schema === of && table === name);
  if (!found) return [`table ${name}`];
  return Object.keys(columns)
    .filter((column) => !found.columns.includes(column))
    .map((column) => `column ${name}.${column}`);
}

/** The driver has no code for it. */
function isWithoutPassword(error: unknown): boolean {
  return error instanceof Error && /SASL|password/.test(error.message) && /must be a/.test(error.message);
}
