/** Callers that wait for the same look at the log. */
export interface Confirmation {
  /** Tells all of them the newest revision, or that it is not known. Does nothing after their time is up. */
  settle(newest: number | undefined): void;
}

interface Batch extends Confirmation {
  readonly result: Promise<number | undefined>;
  readonly timeoutMs: number;
  readonly openUntil: number;
}

/** Milliseconds for which callers join a batch that no look has begun for: by that much less do they wait for the database. */
const OPEN_FOR = 20;

/**
 * Who waits for the newest revision, in batches: a batch is closed when the look that answers it begins, so that the answer is
 * never older than the question.
 */
export class Confirmations {
  private readonly waiting = new Set<Batch>();
  private open: Batch | undefined;

  /** The revision that the batch is settled with; undefined when that takes longer than `timeoutMs`. */
  wait(timeoutMs: number): Promise<number | undefined> {
    const now = performance.now();
    if (this.open?.timeoutMs !== timeoutMs || this.open.openUntil < now)
      this.open = this.newBatch(timeoutMs, now);
    return this.open.result;
  }

  /** Closes the open batch: all that wait now. Whoever is not settled is among those of the next call. */
  close(): Confirmation[] {
    this.open = undefined;
    return [...this.waiting];
  }

  private newBatch(timeoutMs: number, now: number): Batch {
    let resolve: (newest: number | undefined) => void = () => undefined;
    const result = new Promise<number | undefined>((settled) => (resolve = settled));
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    const settle = (newest: number | undefined): void => {
      clearTimeout(timer);
      this.waiting.delete(batch);
      if (this.open === batch) this.open = undefined;
      resolve(newest);
    };
    const batch: Batch = { result, timeoutMs, openUntil: now + OPEN_FOR, settle };
    this.waiting.add(batch);
    return batch;
  }
}
