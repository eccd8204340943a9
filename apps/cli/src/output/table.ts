import stringWidth from 'string-width';
import type { Column, Row } from '../declaration/shown';
import type { Paint, Style } from './paint';
import { printable, shownText } from './printable';
import { longestPart, wrapped, wrappedBetweenWords } from './wrap';

/** Characters between two columns. */
const GAP = 2;
/** A column is not made narrower than that, unless its content is. */
const MIN_WIDTH = 10;
/** Lines of a row from which on its details are easier to read below it. */
const MAX_HEIGHT = 3;

interface TableOptions {
  /** Characters in a line; infinite where it is not a terminal. */
  readonly width: number;
  readonly paint: Paint;
  /** Rows that the terminal shows already: these rows go on below them, without the titles and with at least their widths. */
  readonly above?: readonly Row[];
}

/**
 * Rows as a table. Where it is wider than the terminal, its widest columns are wrapped, and details are below their row; where even
 * that does not suffice, each row is a block of lines.
 */
export function tableOf(rows: readonly Row[], columns: readonly Column[], options: TableOptions): string {
  const { paint, above = [] } = options;
  const layout = layoutOf([...above, ...rows], columns, options.width);
  if (layout === undefined) {
    const blocks = rows.map((row) => recordOf(row, columns, options)).join('\n\n');
    return above.length === 0 ? blocks : `\n${blocks}`;
  }
  const { beside, below, widths } = layout;
  const line = (texts: readonly string[], colours: readonly Colour[]): string =>
    linesOf(texts, beside, widths, (text, at) => painted(paint, colours[at], text)).join('\n');
  const titles = line(
    beside.map(({ title }) => title),
    beside.map(() => 'bold'),
  );
  return [
    ...(above.length === 0 ? [titles] : []),
    ...rows.flatMap((row) => [
      line(
        textsOf(row, beside),
        beside.map(({ colour }) => colour?.(row)),
      ),
      ...detailsOf(row, below, options),
    ]),
  ].join('\n');
}

/** A row as lines, one for each column; texts that are longer are broken between words, and objects between members. */
export function recordOf(row: Row, columns: readonly Column[], options: TableOptions): string {
  return titled(row, columns, 'bold', options).join('\n');
}

/** Lines below a row, for the details that it has. */
function detailsOf(row: Row, columns: readonly Column[], { width, paint }: TableOptions): string[] {
  const present = columns.filter(({ value }) => ![shownText(null), ''].includes(shownText(value(row))));
  return titled(row, present, 'dim', { width: width - GAP, paint }).map((line) => ' '.repeat(GAP) + line);
}

function titled(
  row: Row,
  columns: readonly Column[],
  style: Style,
  { width, paint }: TableOptions,
): string[] {
  const longest = columns.reduce((most, { title }) => Math.max(most, stringWidth(title)), 0);
  const room = Math.max(width - longest - GAP, MIN_WIDTH);
  return columns.flatMap(({ title, value, colour }) =>
    recordLines(value(row), room).map((text, index) => {
      const label = index === 0 ? paint(style, title.padEnd(longest)) : ' '.repeat(longest);
      return `${label}${' '.repeat(GAP)}${painted(paint, colour?.(row), text)}`.trimEnd();
    }),
  );
}

/** An object that is longer than a line has a line for each of its members. */
function recordLines(value: unknown, room: number): string[] {
  const text = shownText(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || stringWidth(text) <= room) return wrappedBetweenWords(text, room);
  return JSON.stringify(value, null, 2).split('\n').map(printable);
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

interface Layout {
  readonly beside: readonly Column[];
  /** Details. */
  readonly below: readonly Column[];
  readonly widths: readonly number[];
}

/** The first layout that fits into a line: without broken parts of words, with details below their rows, with broken words. */
function layoutOf(rows: readonly Row[], columns: readonly Column[], width: number): Layout | undefined {
  const below = columns.filter(({ isDetail }) => isDetail);
  const beside = columns.filter(({ isDetail }) => !isDetail);
  const all = cellsOf(rows, columns);
  const whole = fitting(all, leastOfParts, width);
  if (whole && (width === Infinity || below.length === 0 || heightOf(all, whole) <= MAX_HEIGHT))
    return { beside: columns, below: [], widths: whole };
  const cells = cellsOf(rows, beside);
  const widths = fitting(cells, leastOfParts, width) ?? fitting(cells, least, width);
  return widths && { beside, below, widths };
}

interface Cells {
  readonly column: Column;
  readonly texts: readonly string[];
  /** That of its longest text. */
  readonly natural: number;
}

function textsOf(row: Row, columns: readonly Column[]): string[] {
  return columns.map(({ value }) => shownText(value(row)));
}

function cellsOf(rows: readonly Row[], columns: readonly Column[]): Cells[] {
  return columns.map((column) => {
    const texts = rows.map((row) => shownText(column.value(row)));
    return { column, texts, natural: longestOf([column.title, ...texts], stringWidth) };
  });
}

function longestOf(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((most, text) => Math.max(most, measure(text)), 1);
}

/** A title is not broken, nor are columns that somebody copies from. */
function least({ column, natural }: Cells): number {
  return column.isUnbroken ? natural : Math.min(natural, Math.max(MIN_WIDTH, stringWidth(column.title)));
}

/** The same, for texts that are broken at separators alone. */
function leastOfParts(cells: Cells): number {
  return Math.max(least(cells), longestOf(cells.texts, longestPart));
}

function heightOf(cells: readonly Cells[], widths: readonly number[]): number {
  return cells.reduce(
    (most, { texts }, at) =>
      Math.max(
        most,
        longestOf(texts, (text) => wrapped(text, widths[at] ?? 1).length),
      ),
    1,
  );
}

/** Widths that together fit into a line; undefined if that is impossible. The columns that are widest are narrowed. */
function fitting(
  cells: readonly Cells[],
  leastWidth: (cells: Cells) => number,
  width: number,
): number[] | undefined {
  const widths = cells.map(({ natural }) => natural);
  const total = widths.reduce((sum, each) => sum + each, GAP * (widths.length - 1));
  if (total <= width) return widths;
  const smallest = cells.map(leastWidth);
  for (let excess = total - width; excess > 0; excess--) {
    const widest = widestOf(widths, smallest);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The widest column that can be narrower; undefined if there is none. */
function widestOf(widths: readonly number[], smallest: readonly number[]): number | undefined {
  let widest: number | undefined;
  widths.forEach((each, at) => {
    if (each > (smallest[at] ?? 0) && each > (widest === undefined ? 0 : (widths[widest] ?? 0))) widest = at;
  });
  return widest;
}
