import { DOCUMENT, inject, Injectable, signal } from '@angular/core';

/** Work that takes longer than a request, such as creating the resources of a long list. */
export interface Work {
  readonly id: number;
  /** The object of the work, such as the name of a service. */
  readonly name: string;
  readonly done: number;
  readonly all: number;
}

/** Work that has failed after its page was left. */
export interface FailedWork {
  readonly id: number;
  /** What failed and why, for the user. */
  readonly text: string;
}

/**
 * Work that continues when its page is left, so that the frame can show its progress. While there is
 * some, the browser asks before it closes or reloads the console.
 */
@Injectable({ providedIn: 'root' })
export class WorkInProgress {
  private readonly window = inject(DOCUMENT).defaultView;
  private readonly list = signal<readonly Work[]>([]);
  private readonly failures = signal<readonly FailedWork[]>([]);
  private last = 0;

  readonly running = this.list.asReadonly();
  readonly failed = this.failures.asReadonly();

  /** Runs `work`, which reports how much is done. */
  async run<T>(name: string, all: number, work: (advance: (done: number) => void) => Promise<T>): Promise<T> {
    const id = ++this.last;
    this.change([...this.list(), { id, name, done: 0, all }]);
    try {
      return await work((done) =>
        this.change(this.list().map((each) => (each.id === id ? { ...each, done } : each))),
      );
    } finally {
      this.change(this.list().filter((each) => each.id !== id));
    }
  }

  /** Shows a failure until the user has dismissed it. */
  fail(text: string): void {
    const id = ++this.last;
    this.failures.update((failures) => [...failures, { id, text }]);
  }

  dismiss(id: number): void {
    this.failures.update((failures) => failures.filter((each) => each.id !== id));
  }

  private change(list: readonly Work[]): void {
    this.list.set(list);
    if (list.length > 0) this.window?.addEventListener('beforeunload', askFirst);
    else this.window?.removeEventListener('beforeunload', askFirst);
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
