import { computed, type DestroyRef, effect, signal, untracked } from '@angular/core';
import { asProblem } from '@gatehouse/ui-data';
import type { Option } from '@gatehouse/ui-grid';

/** Milliseconds without a key before a search begins. */
const PAUSE_MS = 150;

/** What is typed into a finder, and what the server found for it. Of several searches the last one counts. */
export class Lookup {
  readonly text = signal('');
  private readonly found = signal<{ q: string; options: readonly Option[] }>({ q: '', options: [] });

  readonly options = computed(() => (this.text().trim() === '' ? [] : this.found().options));
  readonly settled = computed(() => this.found().q === this.text().trim());

  constructor(
    private readonly find: (q: string) => Promise<readonly Option[]>,
    destroyed?: DestroyRef,
  ) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      const q = this.text().trim();
      clearTimeout(timer);
      if (q === '' || q === untracked(() => this.found().q)) return;
      timer = setTimeout(() => void this.search(q), PAUSE_MS);
    });
    destroyed?.onDestroy(() => clearTimeout(timer));
  }

  clear(): void {
    this.text.set('');
    this.found.set({ q: '', options: [] });
  }

  private async search(q: string): Promise<void> {
    try {
      const options = await this.find(q);
      if (q === this.text().trim()) this.found.set({ q, options });
    } catch (thrown) {
      // A search that fails finds nothing; the next key searches again.
      asProblem(thrown);
      if (q === this.text().trim()) this.found.set({ q, options: [] });
    }
  }
}
