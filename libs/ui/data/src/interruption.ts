import { computed, Injectable, signal } from '@angular/core';

interface Waiting {
  readonly promise: Promise<boolean>;
  readonly settle: (signedIn: boolean) => void;
}

/**
 * A session that ended while the console was in use.
 *
 * A request that is answered 401 waits, the console requests the password over the open page, and the
 * request is sent again: nothing typed is lost. All requests of the page wait for the same answer.
 *
 * A request can overtake a sign-in: one that the browser sent without the new cookie may be answered after it, such as a page that
 * reads again because the sign-in itself is a change. It must not request a second sign-in; therefore whoever sends a request notes
 * `signIns` before.
 */
@Injectable({ providedIn: 'root' })
export class Interruption {
  private count = 0;
  private readonly waiting = signal<Waiting | undefined>(undefined);

  /** True while the user has to sign in again. */
  readonly active = computed(() => this.waiting() !== undefined);

  /** How often the user has signed in again since the page was loaded. */
  get signIns(): number {
    return this.count;
  }

  /**
   * Waits until the user has signed in again (true) or has declined (false). `signInsBefore` is the value of `signIns` when the
   * request without a session was sent: if the user has signed in since, there is nothing to wait for.
   */
  signInAgain(signInsBefore: number): Promise<boolean> {
    if (signInsBefore < this.count) return Promise.resolve(true);
    const already = this.waiting();
    if (already) return already.promise;
    let settle!: (signedIn: boolean) => void;
    const promise = new Promise<boolean>((resolve) => (settle = resolve));
    this.waiting.set({ promise, settle });
    return promise;
  }

  end(signedIn: boolean): void {
    const waiting = this.waiting();
    this.waiting.set(undefined);
    if (signedIn) this.count += 1;
    waiting?.settle(signedIn);
  }
}
