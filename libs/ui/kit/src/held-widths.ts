import { afterNextRender, DestroyRef, effect, inject, Injector, signal, untracked } from '@angular/core';

/**
 * Keeps the columns of a table as wide as they were with the first rows: otherwise the browser distributes the width anew for
 * every set of rows, so that columns move while somebody types into the filter. They are measured again when the table becomes
 * wider or narrower. Requires an injection context.
 */
export class HeldWidths {
  /** Percent of the width of the table, by column; undefined while the browser decides. */
  private readonly percents = signal<readonly number[] | undefined>(undefined);
  private readonly injector = inject(Injector);
  private hostWidth = 0;

  /** @param columns what the columns are; none while there are no rows; it reads signals */
  constructor(
    private readonly host: HTMLElement,
    columns: () => readonly string[],
  ) {
    let shown = '';
    effect(() => {
      const names = columns().join('\n');
      if (names === shown) return;
      shown = names;
      untracked(() => this.measureAgain());
    });
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const width = host.clientWidth;
      if (width === this.hostWidth) return;
      this.hostWidth = width;
      this.measureAgain();
    });
    observer.observe(host);
    inject(DestroyRef).onDestroy(() => observer.disconnect());
  }

  readonly isHeld = (): boolean => this.percents() !== undefined;

  /** Of a column, by its position among all cells of a row. */
  of(position: number): number | undefined {
    return this.percents()?.[position];
  }

  private measureAgain(): void {
    this.percents.set(undefined);
    afterNextRender({ read: () => this.percents.set(this.measure()) }, { injector: this.injector });
  }

  private measure(): readonly number[] | undefined {
    const table = this.host.querySelector('table');
    const hasRows = table?.querySelector('tbody tr:not([aria-hidden]) td:not([colspan])');
    const view = this.host.ownerDocument.defaultView;
    if (!table || !hasRows || !view || table.offsetWidth === 0) return undefined;
    // On narrow pages, cells are below each other, or the table is wider than the page and scrolls.
    const headings = [...table.querySelectorAll<HTMLElement>('thead th')];
    const isTable = headings.every((each) =>
      /^(?:table-cell|none)$/.test(view.getComputedStyle(each).display),
    );
    if (!isTable || table.offsetWidth > (table.parentElement?.clientWidth ?? 0) + 1) return undefined;
    return headings.map((each) => (each.getBoundingClientRect().width / table.offsetWidth) * 100);
  }
}
