import type { UnitOfWork } from '@gatehouse/database';

/** Marks the statements of imports: they are about tables of the session, which are made for one import. */
const MARK = '/* import */';

/**
 * The session that has the staged rows. Writes to other tables than temporary ones are inside a unit of work.
 *
 * Statements of which nothing is read wait until something is read, and are sent in one message then, as one transaction: an import has
 * hundreds of them that write a few rows.
 */
export class ImportSession {
  private waiting: string[] = [];

  constructor(readonly unitOfWork: UnitOfWork) {}

  async query<Row = unknown>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    await this.flush();
    return this.unitOfWork.manager.query<Row[]>(`${MARK} ${sql}`, [...values]);
  }

  /** Sends statements without parameters, of which nothing is read, before the next {@link query}. */
  later(...statements: readonly string[]): void {
    this.waiting.push(...statements);
  }

  /** Sends what waits. */
  async flush(): Promise<void> {
    const statements = this.waiting;
    if (statements.length === 0) return;
    this.waiting = [];
    await this.unitOfWork.manager.query(`${MARK} ${statements.join(';\n')}`);
  }

  /** The first value of the first row, as a number. */
  async number(sql: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.query<Record<string, unknown>>(sql, values);
    return Number(Object.values(row ?? {})[0] ?? 0);
  }

  /** How many rows a statement with `RETURNING` has written. */
  written(statement: string, values: readonly unknown[] = []): Promise<number> {
    return this.number(`WITH written AS (${statement}) SELECT count(*) FROM written`, values);
  }

  /** Makes a table of the session by a query; it replaces one of an earlier import. */
  table(name: string, query: string, keys: readonly string[] = []): void {
    this.later(
      `DROP TABLE IF EXISTS ${name}`,
      `CREATE TEMPORARY TABLE ${name} AS ${query}`,
      ...keys.map((key, index) => `CREATE INDEX ${name}_key${index} ON ${name} (${key})`),
      `ANALYZE ${name}`,
    );
  }
}
