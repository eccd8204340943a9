import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The part `name` of a page, between `<!-- generated: name -->` and `<!-- end of name -->`. With `GOLDEN=write` (npm run golden) it is
 * replaced by `expected` first.
 *
 * @throws Error if the page has no such part.
 */
export function generatedPart(page: string, name: string, expected: string): string {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- generated: ${name} -->\n\n`, `\n\n<!-- end of ${name} -->`];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`${page} has no generated part ${name}`);
  if (process.env['GOLDEN'] !== 'write') return text.slice(from, to);
  writeFileSync(page, text.slice(0, from) + expected + text.slice(to));
  return expected;
}

/** A table in Markdown as the formatter writes it: cells are padded to the width of their column. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [line(head, ' '), line([], '-'), ...rows.map((row) => line(row, ' '))].join('\n');
}
