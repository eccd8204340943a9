import type { DataSource } from 'typeorm';

type Query = <T>(sql: string, values?: unknown[]) => Promise<T>;

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Passes statements on and records them, so that a test can count the pages that they read: a duration depends on the machine. */
export class RecordedStatements {
  private sent: (readonly [sql: string, values: unknown[]])[] = [];

  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  readonly query = (async (sql: string, values: unknown[] = []) => {
    this.sent.push([sql, values]);
    return this.database.query(sql, values);
  }) as Query;

  /** Carries out the reading statements since the last call again; the pages of 8 kB that each reads, if `counted` selects it. */
  async pagesRead(counted: (sql: string) => boolean = () => true): Promise<number[]> {
    const statements = this.sent.filter(([sql]) => counted(sql));
    this.sent = [];
    const pages: number[] = [];
    // One by one: the database may be the connection of a transaction.
    for (const [sql, values] of statements) {
      const [row] = await this.database.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
        values,
      );
      const plan = row['QUERY PLAN'][0].Plan;
      pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    }
    return pages;
  }
}
