import { NgTemplateOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  contentChildren,
  Directive,
  DOCUMENT,
  ElementRef,
  inject,
  input,
  model,
  TemplateRef,
} from '@angular/core';
import { Button } from './button';
import { saveFile, toCsv } from './csv';
import { Icon } from './icon';
import { chevronDownIcon, downloadIcon, searchIcon } from './icons';
import { KIT_TEXTS } from './kit-texts';
import { HeldWidths } from './held-widths';
import { arrange, type Column, firstView, type TableView } from './table-model';

/** How a column shows its value: `<ng-template ghCell="name" let-row>…</ng-template>`. */
@Directive({ selector: 'ng-template[ghCell]' })
export class TableCell {
  readonly key = input.required<string>({ alias: 'ghCell' });
  readonly template = inject<TemplateRef<{ $implicit: unknown }>>(TemplateRef);
}

/**
 * Rows to sort, filter, page through, select and export. Content with `ghBulk` is shown while rows are selected, content with
 * `ghActions` next to the filter, content with `ghEmpty` when there are no rows at all.
 */
@Component({
  selector: 'gh-table',
  imports: [Button, Icon, NgTemplateOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './table.html',
  styleUrl: './table.css',
  host: { '[hidden]': 'failed() && rows() === undefined' },
})
export class Table<T> {
  /** What the rows are, for assistive technology and the name of the exported file. */
  readonly name = input.required<string>();
  /** Undefined while they are loaded. */
  readonly rows = input.required<readonly T[] | undefined>();
  /** Whether they could not be loaded, which the page says: the table is hidden unless it has rows from before. */
  readonly failed = input(false);
  readonly columns = input.required<readonly Column<T>[]>();
  /** Identifies a row; it is also what a row is called when it is selected. */
  readonly rowKey = input.required<(row: T) => string>();
  readonly selectable = input(false);
  readonly canFilter = input(true);
  readonly canExport = input(true);
  readonly pageSize = input(50);
  readonly view = model<TableView>(firstView);
  /** Keys of the selected rows. */
  readonly selected = model<readonly string[]>([]);

  protected readonly text = inject(KIT_TEXTS);
  protected readonly icons = { down: chevronDownIcon, download: downloadIcon, search: searchIcon };
  private readonly document = inject(DOCUMENT);
  private readonly cells = contentChildren(TableCell);
  /** Columns keep their widths while rows are filtered and turned. */
  protected readonly widths = new HeldWidths(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement, () =>
    this.rows()?.length ? this.columns().map(({ key, heading }) => `${key} ${heading}`) : [],
  );

  protected readonly templates = computed(
    () => new Map(this.cells().map((cell) => [cell.key(), cell.template])),
  );
  protected readonly arranged = computed(() => arrange(this.rows() ?? [], this.columns(), this.view()));
  protected readonly pages = computed(() => Math.max(1, Math.ceil(this.arranged().length / this.pageSize())));
  protected readonly page = computed(() => Math.min(Math.max(1, this.view().page), this.pages()));
  protected readonly from = computed(() => (this.page() - 1) * this.pageSize());
  protected readonly shown = computed(() =>
    this.arranged().slice(this.from(), this.from() + this.pageSize()),
  );
  protected readonly allSelected = computed(
    () => this.shown().length > 0 && this.shown().every((row) => this.isSelected(row)),
  );
  protected readonly skeleton = [1, 2, 3, 4, 5, 6];
  protected readonly stacks = computed(() => this.columns().some(({ actions }) => actions));
  protected readonly width = computed(() => this.columns().length + (this.selectable() ? 1 : 0));

  protected isSelected(row: T): boolean {
    return this.selected().includes(this.rowKey()(row));
  }

  protected select(row: T, on: boolean): void {
    const key = this.rowKey()(row);
    this.selected.update((keys) => (on ? [...keys, key] : keys.filter((other) => other !== key)));
  }

  protected selectShown(on: boolean): void {
    const keys = this.shown().map((row) => this.rowKey()(row));
    this.selected.update((old) => [...old.filter((key) => !keys.includes(key)), ...(on ? keys : [])]);
  }

  protected filter(event: Event): void {
    const { value } = event.target as HTMLInputElement;
    this.view.update((view) => ({ ...view, filter: value, page: 1 }));
  }

  protected sort({ key }: Column<T>): void {
    this.view.update((view) => ({ ...view, sort: view.sort === key ? `-${key}` : key, page: 1 }));
  }

  protected order({ key }: Column<T>): 'ascending' | 'descending' | null {
    const { sort } = this.view();
    return sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null;
  }

  protected turn(by: number): void {
    this.view.update((view) => ({ ...view, page: this.page() + by }));
  }

  /** All rows that match the filter, in the order shown. */
  protected export(): void {
    const columns = this.columns();
    const rows = this.arranged().map((row) => columns.map(({ value, exported = value }) => exported(row)));
    const csv = toCsv([columns.map(({ heading }) => heading), ...rows]);
    saveFile(`${this.name()}.csv`, csv, 'text/csv;charset=utf-8', this.document);
  }
}
