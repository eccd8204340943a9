import { runAs } from '@gatehouse/database';
import type { ImportSession } from '../session';

/** Rows of one revision, at most. Requests have the same bound. */
const MAX_STEP_ROWS = 10_000;
/** Milliseconds that a step should take: other writers wait for it. */
const STEP_MS = 400;

/** How far an import is. */
export interface ImportProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export interface StepOptions {
  readonly progress?: (progress: ImportProgress) => void;
  /** Rows of one batch; a step has one or more of them. */
  readonly batchRows: number;
  /** Rows of one step, at most. */
  readonly maxStepRows?: number;
  /** Called before each step; throws to stop the import there. */
  readonly beforeStep?: () => void | Promise<void>;
}

/** Runs the steps of an import, each of which is one revision of bounded size. What they have done is known, so that an import continues. */
export class Steps {
  /** Revisions that were written. */
  revisions = 0;
  private batches = 1;

  constructor(
    private readonly session: ImportSession,
    private readonly options: StepOptions,
  ) {}

  /**
   * Runs `work` for batches 0 to `last` of something, as many at once as take the time of a step.
   *
   * @param rowsOfEach recorded rows that are written for each row of a batch, at most
   */
  async run(
    step: string,
    last: number,
    work: (first: number, through: number) => Promise<void>,
    rowsOfEach = 1,
  ): Promise<void> {
    const { batchRows, progress, maxStepRows = MAX_STEP_ROWS } = this.options;
    const most = Math.max(1, Math.floor(maxStepRows / (batchRows * rowsOfEach)));
    for (let first = 0; first <= last;) {
      const count = Math.min(this.batches, most, last - first + 1);
      const took = await this.once(() => work(first, first + count - 1));
      first += count;
      this.batches = Math.min(most, Math.max(1, Math.round((count * STEP_MS) / Math.max(1, took))));
      progress?.({ step, done: first, total: last + 1 });
    }
  }

  /** One revision; returns the milliseconds that it took. */
  async once(work: () => Promise<void>): Promise<number> {
    await this.options.beforeStep?.();
    // What waits is no part of the revision.
    await this.session.flush();
    let begun = performance.now();
    await runAs({ kind: 'system', role: 'job:import' }, () =>
      this.session.unitOfWork.run(async () => {
        begun = performance.now();
        await work();
      }),
    );
    this.revisions += 1;
    return performance.now() - begun;
  }

  /** The last batch of a table, by a condition; -1 if there is none. */
  async lastBatch(table: string, condition = 'true'): Promise<number> {
    return this.session.number(`SELECT coalesce(max(batch), -1) FROM ${table} WHERE ${condition}`);
  }
}
