import { signal } from '@angular/core';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';

/** A change that a page makes: whether it is in progress, and why it was refused. One at a time. */
export class Action {
  private readonly running = signal(false);
  private readonly failure = signal<Problem | undefined>(undefined);

  readonly busy = this.running.asReadonly();
  readonly problem = this.failure.asReadonly();

  /** Returns whether it succeeded; false while another one is in progress. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.running()) return false;
    this.running.set(true);
    this.failure.set(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      this.failure.set(asProblem(thrown));
      return false;
    } finally {
      this.running.set(false);
    }
  }

  /** Clears the refusal. */
  reset(): void {
    this.failure.set(undefined);
  }
}
