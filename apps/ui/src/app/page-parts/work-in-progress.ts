import { LiveAnnouncer } from '@angular/cdk/a11y';
import { DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { asProblem, type Problem } from '@gatehouse/ui-data/problem';
import { Toasts } from '@gatehouse/ui-kit/toasts';
import { ProblemTexts } from '../problems/problem-texts';

/** Work that takes longer than a request, such as creating the resources of a long list. */
export interface Work {
  readonly id: number;
  /** What is done with which objects, for the user. */
  readonly name: string;
  readonly done: number;
  readonly all: number;
}

/** Work that has failed, entirely or for some of its objects. */
export interface FailedWork {
  readonly id: number;
  /** What failed and why, for the user. */
  readonly text: string;
  /** The objects for which it failed, with the reasons. */
  readonly objects: readonly FailedObject[];
}

export interface FailedObject {
  readonly name: string;
  readonly reason: string;
}

/** Texts of an action on several objects. */
export interface BulkTexts {
  /** What is done, while it is. */
  readonly name: string;
  readonly done: (count: number) => string;
  readonly failed: (count: number) => string;
}

/**
 * Work that continues when its page is left, so that the frame can show its progress. While there is
 * some, the browser asks before it closes or reloads the console.
 */
@Injectable({ providedIn: 'root' })
export class WorkInProgress {
  private readonly window = inject(DOCUMENT).defaultView;
  private readonly problems = inject(ProblemTexts);
  private readonly toasts = inject(Toasts);
  private readonly announcer = inject(LiveAnnouncer);
  private readonly list = signal<readonly Work[]>([]);
  private readonly failures = signal<readonly FailedWork[]>([]);
  private readonly ends = signal(0);
  private last = 0;

  readonly running = this.list.asReadonly();
  readonly failed = this.failures.asReadonly();
  /** Changes whenever work has ended: pages that show its objects read them again. */
  readonly ended = this.ends.asReadonly();

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
      this.ends.update((count) => count + 1);
    }
  }

  /**
   * Applies `act` to one object after another and shows for which it failed. Without a connection or a session it stops, and the
   * remaining objects count as failed.
   *
   * @returns the names of the objects for which it failed
   */
  async runForEach(
    names: readonly string[],
    texts: BulkTexts,
    act: (name: string) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const failed: FailedObject[] = [];
    await this.run(texts.name, names.length, async (advance) => {
      let stopped: Problem | undefined;
      for (const [index, name] of names.entries()) {
        const problem = stopped ?? (await problemOf(() => act(name)));
        if (problem?.isUnreachable || problem?.status === 401) stopped = problem;
        if (problem) failed.push({ name, reason: this.problems.of(problem) });
        advance(index + 1);
      }
    });
    const done = names.length - failed.length;
    if (done > 0) this.toasts.show(texts.done(done));
    if (failed.length > 0) this.fail(texts.failed(failed.length), failed);
    return failed.map(({ name }) => name);
  }

  /** Shows a failure until the user has dismissed it. */
  fail(text: string, objects: readonly FailedObject[] = []): void {
    const id = ++this.last;
    this.failures.update((failures) => [...failures, { id, text, objects }]);
    void this.announcer.announce(text, 'assertive');
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

async function problemOf(act: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await act();
    return undefined;
  } catch (thrown) {
    return asProblem(thrown);
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
