import { stringify } from 'csv-stringify/sync';
import type { Column, Row } from '../declaration/shown';

/** Rows as CSV, with a header of field names unless they go on below others. Spreadsheets would execute values that begin like a formula: these get a quote before. */
export function csvOf(rows: readonly Row[], columns: readonly Column[], hasHeader = true): string {
  const header = columns.map(({ field, title }) => field ?? title.toLowerCase().replaceAll(' ', '_'));
  const lines = rows.map((row) => columns.map(({ value }) => cellOf(value(row))));
  return stringify([...(hasHeader ? [header] : []), ...lines], { escape_formulas: true });
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
