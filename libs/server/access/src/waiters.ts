/** Somebody who waits. Settling twice, or after the time was up, does nothing. */
export interface Waiter<Wish, Result> {
  readonly wish: Wish;
  settle(result: Result | undefined): void;
}

/** Those who wait for something, each for a time of its own. */
export class Waiters<Wish, Result> {
  private readonly waiting = new Set<Waiter<Wish, Result>>();

  /** What the waiter is settled with; undefined when `timeoutMs` pass before that. Without it the wait has no end. */
  wait(wish: Wish, timeoutMs?: number): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const timer =
        timeoutMs === undefined ? undefined : setTimeout(() => waiter.settle(undefined), timeoutMs);
      const waiter: Waiter<Wish, Result> = {
        wish,
        settle: (result) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(result);
        },
      };
      this.waiting.add(waiter);
    });
  }

  /** All who wait at this moment; whoever comes later is not among them. */
  present(): Waiter<Wish, Result>[] {
    return [...this.waiting];
  }
}
