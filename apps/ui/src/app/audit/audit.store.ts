import { computed, inject, Injectable, signal } from '@angular/core';
import type { AuditEntryDto } from '@gatehouse/dto';
import { asProblem, AuditApi, type AuditFilter, type Problem } from '@gatehouse/ui-data';

/** Revisions and events that are read at a time. */
const PAGE = 50;
/** The most that the API lists at a time. */
const MAX_ENTRIES = 1_000;

/** The revisions and events of a filter, as far as they were read. */
@Injectable()
export class AuditStore {
  private readonly api = inject(AuditApi);
  private filter: AuditFilter = {};
  /** Counts filters, so that the reply to a former one is dropped. */
  private turn = 0;

  readonly entries = signal<readonly AuditEntryDto[] | undefined>(undefined);
  readonly loading = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly isComplete = signal(false);
  /** Identifier of the newest entry of the filter that is known. */
  private readonly newest = signal(0);
  /** Whether there are entries newer than those that are shown. */
  readonly hasNewer = computed(() => this.newest() > (this.entries()?.[0]?.id ?? this.newest()));

  async show(filter: AuditFilter): Promise<void> {
    this.filter = filter;
    this.entries.set(undefined);
    this.newest.set(0);
    await this.read((found) => {
      this.entries.set(found);
      this.isComplete.set(found.length < PAGE);
    });
  }

  async showOlder(): Promise<void> {
    const shown = this.entries() ?? [];
    await this.read((found) => {
      this.entries.set([...shown, ...found]);
      this.isComplete.set(found.length < PAGE);
    }, shown.at(-1)?.id);
  }

  /** Puts new entries in front of those that are shown; if there are too many, only the newest are shown. */
  async showNewer(): Promise<void> {
    const shown = this.entries() ?? [];
    const newest = shown[0]?.id ?? 0;
    await this.read((found) => {
      const newer = found.filter(({ id }) => id > newest);
      const isConnected = newer.length < found.length || found.length < PAGE;
      this.entries.set(isConnected ? [...newer, ...shown] : found);
      if (!isConnected) this.isComplete.set(false);
    });
  }

  /** Reads again what is shown, with what is newer: after an undo, other revisions can be undone than before. */
  async refresh(): Promise<void> {
    const count = Math.min(MAX_ENTRIES, Math.max(PAGE, (this.entries()?.length ?? 0) + 1));
    await this.read(
      (found) => {
        this.entries.set(found);
        this.isComplete.set(found.length < count);
      },
      undefined,
      count,
    );
  }

  /** Checks whether the filter selects new entries. */
  async lookForNewer(): Promise<void> {
    if (!this.entries() || this.hasNewer()) return;
    const { turn } = this;
    const found = await this.api.entries(this.filter, 1).catch(() => []);
    // What is shown may have been read again meanwhile.
    if (turn === this.turn) this.newest.set(found[0]?.id ?? 0);
  }

  private async read(
    take: (found: readonly AuditEntryDto[]) => void,
    after?: number,
    count = PAGE,
  ): Promise<void> {
    const turn = ++this.turn;
    this.loading.set(true);
    this.problem.set(undefined);
    try {
      const found = await this.api.entries({ ...this.filter, by_revision: true }, count, after);
      if (turn === this.turn) take(found);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (turn === this.turn) this.problem.set(problem);
    } finally {
      if (turn === this.turn) this.loading.set(false);
    }
  }
}
