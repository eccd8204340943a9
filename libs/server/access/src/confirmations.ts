/** Callers that wait for the same read of the log. */
export interface Confirmation {
  /** Resolves all of them with the newest revision, or undefined if it is unknown. Has no effect after their timeout. */
  settle(newest: number | undefined): void;
}

interface Batch extends Confirmation {
  readonly result: Promise<number | undefined>;
  readonly timeoutMs: number;
  readonly openUntil: number;
}

/** Milliseconds for which callers join a batch whose read has not started; it shortens their wait for the database. */
const OPEN_FOR_MS = 20;

/**
 * Callers that wait for the newest revision, in batches: a batch is closed when the read that answers it starts, so that the
 * result is never older than the call.
 */
export class Confirmations {
  private readonly waiting = new Set<Batch>();
  private open: Batch | undefined;

  /** The revision that the batch is resolved with; undefined after `timeoutMs`. */
  wait(timeoutMs: number): Promise<number | undefined> {
    const now = performance.now();
    if (this.open?.timeoutMs !== timeoutMs || this.open.openUntil < now)
      this.open = this.newBatch(timeoutMs, now);
    return this.open.result;
  }

  /** Closes the open batch: all current waiters. Waiters that were not resolved are part of the next batch. */
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
    const batch: Batch = { result, timeoutMs, openUntil: now + OPEN_FOR_MS, settle };
    this.waiting.add(batch);
    return batch;
  }
}
