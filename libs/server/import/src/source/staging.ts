import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DataSource, QueryFailedError } from 'typeorm';
import { DatabaseUnavailable } from '@gatehouse/database';
import type { StagingTarget } from './source';
import { SourceFailure } from './source-failure';
import { SOURCE_TABLES, stagedName } from './source-tables';

/**
 * Temporary tables of the only connection of a data source. They go with the connection, so that the pool has to keep it
 * (`keepsConnections`); an import whose connection is lost begins again.
 */
export class TemporaryTables implements StagingTarget {
  constructor(private readonly dataSource: DataSource) {}

  query(sql: string): Promise<unknown> {
    return this.dataSource.query(sql);
  }

  async copyInto(table: string, columns: readonly string[], rows: AsyncIterable<Uint8Array>): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    let freed: Freed | undefined;
    try {
      const client = (await runner.connect()) as PoolClient;
      freed = new Freed(client);
      const written = client.query(
        copyFrom(`COPY pg_temp.${table} (${columns.map(quoted).join(', ')}) FROM STDIN (ENCODING 'UTF8')`),
      );
      await pipeline(Readable.from(rows), written);
    } catch (error) {
      throw stagingFailure(error, table);
    } finally {
      await freed?.wait();
      await runner.release();
    }
  }
}

/** Milliseconds for which a failed connection is waited for at most. */
const FREED_MS = 2_000;

/** When a connection has ended the statement that is sent next: a stream that failed ends before the server says so. */
class Freed {
  private readonly givingUp = new AbortController();
  private readonly drained: Promise<unknown>;

  constructor(client: PoolClient) {
    this.drained = once(client, 'drain', { signal: this.givingUp.signal }).catch(() => undefined);
  }

  async wait(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), FREED_MS);
    await this.drained;
    clearTimeout(timer);
  }
}

const SQL_TYPES = {
  integer: 'integer',
  smallint: 'smallint',
  boolean: 'boolean',
  text: 'text',
  timestamp: 'timestamp without time zone',
  json: 'json',
  uuid: 'uuid',
} as const;

/** Makes all staged tables, empty. Those of an earlier import of this session are replaced. */
export async function createStagedTables(target: StagingTarget): Promise<void> {
  try {
    // Statements of an import are long, and executed once: compiling them takes ten times as long as executing them.
    await target.query('SET jit = off');
    for (const { name, columns } of SOURCE_TABLES) {
      const types = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${SQL_TYPES[type]}`);
      await target.query(`DROP TABLE IF EXISTS pg_temp.${stagedName(name)}`);
      await target.query(`CREATE TEMPORARY TABLE ${stagedName(name)} (${types.join(', ')})`);
    }
  } catch (error) {
    throw stagingFailure(error, undefined);
  }
}

/** Indexes and analyses the staged tables, so that statements on them have plans that fit. */
export async function finishStagedTables(target: StagingTarget): Promise<void> {
  for (const { name, indexes } of SOURCE_TABLES) {
    const table = stagedName(name);
    try {
      for (const columns of indexes)
        await target.query(`CREATE INDEX ON pg_temp.${table} (${columns.map(quoted).join(', ')})`);
      await target.query(`ANALYZE pg_temp.${table}`);
    } catch (error) {
      throw stagingFailure(error, table);
    }
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What the database of Gatehouse says about rows; its own texts have values of them. */
function stagingFailure(error: unknown, table: string | undefined): unknown {
  const answer = answerOf(error);
  if (!answer) return error;
  const { code = '' } = answer;
  const place = table === undefined ? '' : ` (${table.replace(/^staged_/, 'table ')})`;
  const options = { cause: error };
  if (code === '53100' || /^could not (?:extend|write)/.test(answer.message))
    return new SourceFailure(
      `The database of Gatehouse has no space left for the rows of the source${place}.`,
      'Make room where its temporary tables are (temp_tablespaces): they need about as much as the tables of the source. Nothing was changed.',
      options,
    );
  if (code === '42501')
    return new SourceFailure(
      'The role of Gatehouse may not make temporary tables in its database.',
      'Grant it for the import: GRANT TEMPORARY ON DATABASE … TO ….',
      options,
    );
  if (/^22/.test(code))
    return new SourceFailure(
      `A row of the source cannot be read${placeOf(answer, place)}: ${INVALID[code] ?? `it is not valid (${code})`}.`,
      'Correct the row in the source. If it is a dump that was edited or transferred as text, make it again.',
      options,
    );
  if (code === '57014')
    return new SourceFailure(
      `The database of Gatehouse has cancelled the staging of rows${place}.`,
      'Raise statement_timeout of the role, or start again.',
      options,
    );
  return error;
}

/** What SQLSTATEs of class 22 mean for a row. */
const INVALID: Readonly<Record<string, string>> = {
  '22021': 'its text is not UTF-8, or has a NUL character',
  '22P04': 'it has more or fewer columns than its table, or characters that are not escaped',
  '22P02': 'a value is not of the type of its column',
  '22003': 'a number is out of range',
  '22007': 'a time is not readable',
  '22008': 'a time is out of range',
};

/** Line and column, without the value, that the server names: `COPY staged_users, line 3, column email: "…"`. */
function placeOf({ where = '' }: DatabaseError, otherwise: string): string {
  const [, table, line, column] = /^COPY staged_(\w+), line (\d+)(?:, column (\w+))?/.exec(where) ?? [];
  if (table === undefined) return otherwise;
  return ` (table ${table}, row ${line}${column === undefined ? '' : `, column ${column}`})`;
}

/** TypeORM and the bounds of connections wrap answers of the server. */
function answerOf(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  if (error instanceof QueryFailedError) return answerOf(error.driverError);
  return error instanceof DatabaseUnavailable ? answerOf(error.cause) : undefined;
}
