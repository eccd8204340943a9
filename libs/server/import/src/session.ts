import type { UnitOfWork } from '@gatehouse/database';

/** Marks the statements of imports: they are about tables of the session, which are made for one import. */
const MARK = '/* import */';

/** The session that has the staged rows. Writes to other tables than temporary ones are inside a unit of work. */
export class ImportSession {
  constructor(readonly unitOfWork: UnitOfWork) {}

  async query<Row = unknown>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.unitOfWork.manager.query<Row[]>(`${MARK} ${sql}`, [...values]);
  }

  async all(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.query(statement);
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
  async table(name: string, query: string, keys: readonly string[] = []): Promise<void> {
    await this.query(`DROP TABLE IF EXISTS ${name}`);
    await this.query(`CREATE TEMPORARY TABLE ${name} AS ${query}`);
    for (const [index, key] of keys.entries())
      await this.query(`CREATE INDEX ${name}_key${index} ON ${name} (${key})`);
    await this.query(`ANALYZE ${name}`);
  }
}
