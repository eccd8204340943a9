import { effect, inject, signal } from '@angular/core';
import { followChanges } from './follow-changes';
import { type BulkTexts, WorkInProgress } from './work-in-progress';

/** The selected rows of a table, and actions on them that continue when the page is left. Requires an injection context. */
export class Selection {
  private readonly works = inject(WorkInProgress);

  readonly names = signal<readonly string[]>([]);
  /** Names of the objects to delete, while the confirmation is open. */
  readonly deleting = signal<readonly string[]>([]);

  /**
   * @param load reads the rows; called now, and whenever work has ended or somebody has changed rows
   * @param kinds the kinds of objects that the rows show
   */
  constructor(load: () => Promise<unknown>, kinds: readonly string[]) {
    followChanges(kinds, load);
    effect(() => {
      this.works.ended();
      void load();
    });
  }

  /** The heading of the confirmation. */
  question(one: (name: string) => string, several: (count: number) => string): string {
    const [first = '', ...more] = this.deleting();
    return more.length === 0 ? one(first) : several(more.length + 1);
  }

  /** Deletes what was confirmed. */
  delete(texts: BulkTexts, act: (name: string) => Promise<unknown>): Promise<void> {
    const names = this.deleting();
    this.deleting.set([]);
    return this.runForEach(names, texts, act);
  }

  /** The objects for which it failed are selected again. */
  async runForEach(
    names: readonly string[],
    texts: BulkTexts,
    act: (name: string) => Promise<unknown>,
  ): Promise<void> {
    this.names.set([]);
    const failed = await this.works.runForEach(names, texts, act);
    this.names.update((selected) => [...new Set([...selected, ...failed])]);
  }
}
