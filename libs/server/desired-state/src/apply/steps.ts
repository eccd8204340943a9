import { type PlannedChange, rowsOf } from '../plan/plan';

/** Rows that one revision writes at most; what needs more is applied in steps. */
export const MAX_STEP_ROWS = 10_000;

/** As many of the first changes as one revision may write. */
export function stepOf(changes: readonly PlannedChange[], maxRows: number): readonly PlannedChange[] {
  let rows = 0;
  const end = changes.findIndex((change) => {
    rows += rowsOf(change);
    return rows > maxRows;
  });
  return end < 0 ? changes : changes.slice(0, Math.max(1, end));
}

/** In how many revisions changes are applied. */
export function stepsOf(changes: readonly PlannedChange[], maxRows = MAX_STEP_ROWS): number {
  let count = 0;
  for (let left = changes; left.length > 0; left = left.slice(stepOf(left, maxRows).length)) count += 1;
  return count;
}
