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
 */
@Injectable({ providedIn: 'root' })
export class Interruption {
  private readonly waiting = signal<Waiting | undefined>(undefined);

  /** True while the user has to sign in again. */
  readonly active = computed(() => this.waiting() !== undefined);

  /** Waits until the user has signed in again (true) or has declined (false). */
  signInAgain(): Promise<boolean> {
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
    waiting?.settle(signedIn);
  }
}
