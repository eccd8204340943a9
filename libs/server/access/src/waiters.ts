/** A waiting caller. Resolving it twice, or after its timeout, has no effect. */
export interface Waiter<Wish, Result> {
  readonly wish: Wish;
  settle(result: Result | undefined): void;
}

/** Callers that wait for an event, each with its own timeout. */
export class Waiters<Wish, Result> {
  private readonly waiting = new Set<Waiter<Wish, Result>>();

  /** The value that the waiter is resolved with; undefined after `timeoutMs`. Without `timeoutMs` there is no timeout. */
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

  /** All current waiters; later ones are not included. */
  present(): Waiter<Wish, Result>[] {
    return [...this.waiting];
  }
}
