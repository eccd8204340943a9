import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';
import { asProblem, type Import, ImportsApi, type Problem } from '@gatehouse/ui-data';

/** Imports of one page of the list. */
const PAGE = 20;
/** Milliseconds between two reads while an import is running: no change event announces its end. */
const POLL_MS = 3_000;

/** The imports, the newest first; follows those that are running. */
@Injectable()
export class ImportsStore {
  private readonly api = inject(ImportsApi);
  private readonly found = signal<readonly Import[] | undefined>(undefined);
  private readonly failure = signal<Problem | undefined>(undefined);
  private readonly reads = signal(0);
  private readonly isComplete = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  /** Undefined until they were read. */
  readonly imports = this.found.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly loading = computed(() => this.reads() > 0);
  readonly hasOlder = computed(() => this.found() !== undefined && !this.isComplete());

  constructor() {
    inject(DestroyRef).onDestroy(() => {
      this.isClosed = true;
      clearTimeout(this.timer);
    });
  }

  /** Reads the newest ones (again); older ones that are shown stay. */
  async load(): Promise<void> {
    clearTimeout(this.timer);
    await this.read(async () => {
      const newest = await this.api.list(PAGE);
      const last = newest.at(-1)?.import_id ?? 0;
      const older = (this.found() ?? []).filter(({ import_id }) => import_id < last);
      this.found.set([...newest, ...older]);
      if (older.length === 0) this.isComplete.set(newest.length < PAGE);
    });
    clearTimeout(this.timer);
    const isRunning = this.found()?.some(({ state }) => state === 'running') ?? false;
    if (isRunning && !this.isClosed) this.timer = setTimeout(() => void this.load(), POLL_MS);
  }

  async showOlder(): Promise<void> {
    await this.read(async () => {
      const older = await this.api.list(PAGE, this.found()?.at(-1)?.import_id);
      const last = this.found()?.at(-1)?.import_id ?? Number.POSITIVE_INFINITY;
      this.found.update((shown) => [...(shown ?? []), ...older.filter(({ import_id }) => import_id < last)]);
      this.isComplete.set(older.length < PAGE);
    });
  }

  private async read(change: () => Promise<void>): Promise<void> {
    this.reads.update((count) => count + 1);
    try {
      await change();
      this.failure.set(undefined);
    } catch (thrown) {
      this.failure.set(asProblem(thrown));
    } finally {
      this.reads.update((count) => count - 1);
    }
  }
}
