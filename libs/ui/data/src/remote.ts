import { signal } from '@angular/core';
import { asProblem, type Problem } from './problem';

/**
 * Something a page shows that comes from the API: what was last read, whether it is being read, and what went wrong.
 *
 * What was read stays while it is read again and when that fails, so that a page never goes empty under its reader.
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

  /** Reads it (again). Of several reads under way, the one that began last counts. Never rejects with a `Problem`. */
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
