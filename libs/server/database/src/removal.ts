import { setTimeout as pause } from 'node:timers/promises';
import type { UNRECORDED_TABLES } from './unrecorded-tables';

/** Rows that one step of a removal deletes at most: a transaction, and a revision where the rows are recorded. */
export const STEP_ROWS = 1_000;

/** What sends statements: a data source, or the manager of a unit of work. */
interface Statements {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Repeats `step`, which removes at most {@link STEP_ROWS} rows and returns how many it has found, until it finds fewer. Between two
 * steps it waits as long as the last one took: others write in half of the time.
 */
export async function removeInSteps(step: () => Promise<number>): Promise<void> {
  for (;;) {
    const begun = performance.now();
    if ((await step()) < STEP_ROWS) return;
    await pause(performance.now() - begun);
  }
}

/** Which rows are due. */
export interface Due {
  readonly table: keyof typeof UNRECORDED_TABLES & string;
  /** The column that tells when; an index on it finds the oldest. */
  readonly column: string;
  /** SQL of the time before which a row is due. */
  readonly before: string;
  readonly parameters?: readonly unknown[];
}

/** Removes the rows of an unrecorded table that are due, in steps. */
export function removeDue(
  database: Statements,
  { table, column, before, parameters = [] }: Due,
): Promise<void> {
  return removeInSteps(async () => {
    // Sorted, so that the index is used, even if the planner expects most rows to be due: as a rule, none is.
    const due = `SELECT ctid FROM ${table} WHERE ${column} < ${before} ORDER BY ${column} LIMIT ${STEP_ROWS}`;
    const removed = await database.query(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${due}))`, [
      ...parameters,
    ]);
    return (removed as [unknown[], number])[1];
  });
}
