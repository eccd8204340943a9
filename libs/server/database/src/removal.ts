import { setTimeout as pause } from 'node:timers/promises';
import type { UNRECORDED_TABLES } from './unrecorded-tables';

/** Rows that one step of a removal deletes at most: a transaction, and a revision where the rows are recorded. */
export const STEP_ROWS = 1_000;

/** What sends statements: a data source, or the manager of a unit of work. */
interface Statements {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/**
 * Repeats `step`, which removes at most `rows` rows and returns how many it has found, until it finds fewer. Between two
 * steps it waits as long as the last one took: others write in half of the time.
 */
export async function removeInSteps(step: () => Promise<number>, rows = STEP_ROWS): Promise<void> {
  for (;;) {
    const begun = performance.now();
    if ((await step()) < rows) return;
    await pause(performance.now() - begun);
  }
}

/** Removes the rows of an unrecorded table for which the condition `due` holds, in steps; an index has to find them. */
export function removeDue(
  database: Statements,
  table: keyof typeof UNRECORDED_TABLES & string,
  due: string,
  parameters: readonly unknown[] = [],
): Promise<void> {
  return removeInSteps(async () => {
    const removed = await database.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${due} LIMIT ${STEP_ROWS}))`,
      [...parameters],
    );
    return (removed as [unknown[], number])[1];
  });
}
