/**
 * Resources of one revision, at most, and at least where the database is slow: most of the time of a smaller one is that of the revision
 * itself, so that others would hardly wait for less time, and for many more revisions.
 */
const MAX_ROWS = 300;
const MIN_ROWS = 100;
const FIRST_ROWS = 100;
/** Milliseconds that a step should take: other writers wait for it. */
const STEP_MS = 50;

/** How many resources the next step changes, by how long the last one took. */
export class StepSize {
  private current = FIRST_ROWS;

  get rows(): number {
    return this.current;
  }

  /** @param milliseconds for which others had to wait */
  took(milliseconds: number, rows: number): void {
    const fitting = Math.round((rows * STEP_MS) / Math.max(1, milliseconds));
    // A short last step says little.
    const longest = Math.min(MAX_ROWS, 2 * this.current);
    this.current = Math.max(MIN_ROWS, Math.min(longest, fitting));
  }
}
