import stringWidth from 'string-width';
import type { Column, Row } from '../declaration/shown';
import type { Paint } from './paint';
import { shownText } from './printable';
import { wrapped } from './wrap';

/** Characters between two columns. */
const GAP = 2;
/** A column is not made narrower than that, unless its content is. */
const MIN_WIDTH = 10;

interface TableOptions {
  /** Characters in a line; infinite where it is not a terminal. */
  readonly width: number;
  readonly paint: Paint;
}

/**
 * Rows as a table. Where it is wider than the terminal, its widest columns are wrapped; where even that does not suffice, each row is
 * a block of lines.
 */
export function tableOf(rows: readonly Row[], columns: readonly Column[], options: TableOptions): string {
  const cells = rows.map((row) => columns.map(({ value }) => shownText(value(row))));
  const natural = naturalWidths(columns, cells);
  const widths = fitting(natural, leastWidths(columns, natural), options.width);
  if (widths === undefined) return rows.map((row) => recordOf(row, columns, options)).join('\n\n');
  const { paint } = options;
  const titles = columns.map(({ title }) => title);
  const line = (texts: readonly string[], colours: readonly Colour[]): string =>
    linesOf(texts, columns, widths, (text, at) => painted(paint, colours[at], text)).join('\n');
  return [
    line(
      titles,
      columns.map(() => 'bold'),
    ),
    ...rows.map((row, index) =>
      line(
        cells[index] ?? [],
        columns.map(({ colour }) => colour?.(row)),
      ),
    ),
  ].join('\n');
}

/** A row as lines, one for each column. */
export function recordOf(row: Row, columns: readonly Column[], { paint }: TableOptions): string {
  const longest = columns.reduce((width, { title }) => Math.max(width, stringWidth(title)), 0);
  return columns
    .map(({ title, value, colour }) => {
      const label = paint('bold', title.padEnd(longest));
      return `${label}  ${painted(paint, colour?.(row), shownText(value(row)))}`.trimEnd();
    })
    .join('\n');
}

type Colour = 'good' | 'bad' | 'bold' | undefined;
const STYLES = { good: 'green', bad: 'red', bold: 'bold' } as const;

function painted(paint: Paint, colour: Colour, text: string): string {
  return colour === undefined || text === '' ? text : paint(STYLES[colour], text);
}

/** The lines of one row. */
function linesOf(
  texts: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  paint: (text: string, at: number) => string,
): string[] {
  const wrappedCells = texts.map((text, at) => wrapped(text, widths[at] ?? 1));
  const height = Math.max(...wrappedCells.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) =>
    wrappedCells
      .map((lines, at) => {
        const text = lines[index] ?? '';
        const blanks = ' '.repeat(Math.max(0, (widths[at] ?? 0) - stringWidth(text)));
        return columns[at]?.isNumber ? `${blanks}${paint(text, at)}` : `${paint(text, at)}${blanks}`;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function naturalWidths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
  const widths = columns.map(({ title }) => Math.max(stringWidth(title), 1));
  for (const row of cells)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 1, stringWidth(cell));
    });
  return widths;
}

/** A title is not broken, nor are columns that somebody copies from. */
function leastWidths(columns: readonly Column[], natural: readonly number[]): number[] {
  return columns.map(({ title, isUnbroken }, at) =>
    isUnbroken ? (natural[at] ?? 1) : Math.min(natural[at] ?? 1, Math.max(MIN_WIDTH, stringWidth(title))),
  );
}

/** Widths that together fit into a line; undefined if that is impossible. The columns that are widest are narrowed. */
function fitting(natural: readonly number[], least: readonly number[], width: number): number[] | undefined {
  const widths = [...natural];
  const gaps = GAP * (widths.length - 1);
  for (let excess = widths.reduce((sum, each) => sum + each, gaps) - width; excess > 0; excess--) {
    const widest = widestOf(widths, least);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The widest column that can be narrower; undefined if there is none. */
function widestOf(widths: readonly number[], least: readonly number[]): number | undefined {
  let widest: number | undefined;
  widths.forEach((each, at) => {
    if (each > (least[at] ?? 0) && each > (widest === undefined ? 0 : (widths[widest] ?? 0))) widest = at;
  });
  return widest;
}
