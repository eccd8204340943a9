import { signal } from '@angular/core';
import { asProblem, type Problem } from './problem';

/**
 * Data of the API that a page shows: the last value, whether it is being read, and the problem of the last read.
 *
 * The value is kept while it is read again and when that fails, so that a page never becomes empty.
 */
export class Remote<T> {
  private readonly state = signal<T | undefined>(undefined);
  private readonly failure = signal<Problem | undefined>(undefined);
  private readonly reads = signal(0);
  private latest = 0;

  readonly value = this.state.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly loading = (): boolean => this.reads() > 0;

  constructor(private readonly read: () => Promise<T>) {}

  /** Reads it (again). Of several concurrent reads, the one that began last counts. Never rejects with a `Problem`. */
  async load(): Promise<void> {
    const turn = ++this.latest;
    this.reads.update((n) => n + 1);
    try {
      const value = await this.read();
      if (turn === this.latest) this.settle(value, undefined);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.latest) this.settle(this.state(), problem);
    } finally {
      this.reads.update((n) => n - 1);
    }
  }

  private settle(value: T | undefined, problem: Problem | undefined): void {
    this.state.set(value);
    this.failure.set(problem);
  }
}
