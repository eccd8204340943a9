import type { CsvValue } from './csv';

/** A column of a table. */
export interface Column<T> {
  readonly key: string;
  readonly heading: string;
  /** What is sorted, filtered and exported; shown where there is no cell template of this key. */
  readonly value: (row: T) => CsvValue;
  /** What is exported instead. */
  readonly exported?: (row: T) => CsvValue;
  readonly sortable?: boolean;
  /** Numbers are aligned at their end. */
  readonly numeric?: boolean;
  /** Left out where the table is narrow. */
  readonly minor?: boolean;
  /** Buttons for the row. Where the table is narrow, the cells of a row that has some are below each other, the buttons last. */
  readonly actions?: boolean;
}

/** What of a table is shown; a page keeps it in its address. */
export interface TableView {
  readonly filter: string;
  /** The key of a column, with `-` before it for descending; empty for the order of the rows. */
  readonly sort: string;
  /** From 1. */
  readonly page: number;
}

export const firstView: TableView = { filter: '', sort: '', page: 1 };

/** Rows that match a filter in any column, in order. */
export function arrange<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { filter, sort }: Pick<TableView, 'filter' | 'sort'>,
): readonly T[] {
  const wanted = filter.trim().toLowerCase();
  const matching = wanted
    ? rows.filter((row) =>
        columns.some(({ value }) =>
          String(value(row) ?? '')
            .toLowerCase()
            .includes(wanted),
        ),
      )
    : rows;
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  if (!column) return matching;
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...matching].sort((a, b) => direction * compare(column.value(a), column.value(b)));
}

const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(a: CsvValue, b: CsvValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return texts.compare(String(a ?? ''), String(b ?? ''));
}
