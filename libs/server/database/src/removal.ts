import { setTimeout as pause } from 'node:timers/promises';
import type { UNRECORDED_TABLES } from './unrecorded-tables';

/** Rows that one step of a removal deletes at most: a transaction, and a revision where the rows are recorded. */
export const STEP_ROWS = 1_000;

/** What sends statements: a data source, or the manager of a unit of work. */
interface Statements {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Repeats `step`, which handles at most `rows` rows and returns how many it has found, until it finds fewer. Between two
 * steps it waits as long as the last one took: others write in half of the time.
 */
export async function repeatInSteps(step: () => Promise<number>, rows = STEP_ROWS): Promise<void> {
  for (;;) {
    const begun = performance.now();
    if ((await step()) < rows) return;
    await pause(performance.now() - begun);
  }
}

/** Which rows of a table are to be removed. */
export interface Due {
  readonly table: string;
  /** The column that tells when; an index on it finds the oldest. */
  readonly column: string;
  /** SQL of the time before which a row is due. */
  readonly before: string;
  readonly parameters?: readonly unknown[];
}

/** Rows that wait for their removal. */
export interface DueRows {
  readonly table: string;
  /** How many; at most {@link MAX_COUNTED_ROWS}. */
  readonly rows: number;
  /** Seconds for which the oldest has been due; 0 if none is. */
  readonly oldestSeconds: number;
}

/** Due rows that are counted: more are as many. */
export const MAX_COUNTED_ROWS = 10 * STEP_ROWS;

/** Removes the rows of an unrecorded table that are due, in steps. */
export function removeDue(
  database: Statements,
  {
    table,
    column,
    before,
    parameters = [],
  }: Due & { readonly table: keyof typeof UNRECORDED_TABLES & string },
): Promise<void> {
  return repeatInSteps(async () => {
    // Sorted, so that the index is used, even if the planner expects most rows to be due: as a rule, none is.
    const due = `SELECT ctid FROM ${table} WHERE ${column} < ${before} ORDER BY ${column} LIMIT ${STEP_ROWS}`;
    const removed = await database.query(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${due}))`, [
      ...parameters,
    ]);
    return (removed as [unknown[], number])[1];
  });
}

/** Counts the rows that are due. */
export async function dueRows(
  database: Statements,
  { table, column, before, parameters = [] }: Due,
): Promise<DueRows> {
  const [row] = (await database.query(
    `SELECT count(*)::integer AS rows, coalesce(max(overdue), 0)::float8 AS "oldestSeconds" FROM (
       SELECT extract(epoch FROM ${before} - ${column}) AS overdue FROM ${table}
        WHERE ${column} < ${before} ORDER BY ${column} LIMIT ${MAX_COUNTED_ROWS}) due`,
    [...parameters],
  )) as [Omit<DueRows, 'table'>];
  return { table, ...row };
}
