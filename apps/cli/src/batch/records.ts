import { extname } from 'node:path';
import { type Command, fieldsOf } from '../declaration/command';
import type { Field } from '../declaration/field';
import type { Row } from '../declaration/shown';
import { UsageError } from '../failures';
import { contentOf, nameOf, parseYaml } from './documents';

export type RecordFormat = 'csv' | 'json' | 'yaml';

const FORMATS: Readonly<Record<string, RecordFormat>> = {
  '.csv': 'csv',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
};
/** More problems than these are only counted. */
const MAX_PROBLEMS = 20;

/**
 * The records of a file for a command: an object for each, whose fields are those of the command. All of them are checked before
 * anything is sent. Throws {@link UsageError} with the number of each wrong record.
 */
export async function readRecords(command: Command, path: string, stated?: RecordFormat): Promise<Row[]> {
  const format = stated ?? FORMATS[extname(path).toLowerCase()] ?? (path === '-' ? 'json' : undefined);
  if (format === undefined)
    throw new UsageError(
      `The format of ${path} does not follow from its name: --file-format csv, json or yaml.`,
    );
  const content = await contentOf(path);
  const records =
    format === 'csv' ? await csvRecords(content, path) : listIn(await parseYaml(content, path), path);
  if (records.length === 0) throw new UsageError(`${nameOf(path)} has no records.`);
  const problems: string[] = [];
  const values = records.map((record, index) =>
    valuesOf(command, record, format, `record ${index + 1}`, problems),
  );
  if (problems.length > 0) throw new UsageError(summary(nameOf(path), problems));
  return values;
}

function summary(name: string, problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `\n  ${problem}`);
  const others = problems.length - shown.length;
  return `${name} cannot be used; nothing was sent:${shown.join('')}${others > 0 ? `\n  and ${others} more` : ''}`;
}

async function csvRecords(content: string, path: string): Promise<Row[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    // A field that is empty is absent: CSV cannot tell the two apart.
    const records = parse(content, { columns: true, bom: true, trim: true, skip_empty_lines: true }) as Row[];
    return records.map((record) =>
      Object.fromEntries(Object.entries(record).filter(([, value]) => value !== '')),
    );
  } catch (error) {
    throw new UsageError(`${nameOf(path)} is not CSV: ${(error as Error).message}`);
  }
}

function listIn(document: unknown, path: string): unknown[] {
  if (Array.isArray(document)) return document;
  throw new UsageError(`${nameOf(path)} is not a list of records.`);
}

function valuesOf(
  command: Command,
  record: unknown,
  format: RecordFormat,
  place: string,
  problems: string[],
): Row {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    problems.push(`${place} is not an object`);
    return {};
  }
  const fields = fieldsOf(command);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) problems.push(`${place}: ${unknownField(name, Object.keys(fields))}`);
    else if (value !== null) values[name] = read(field, value, format, `${place}: ${name}`, problems);
  }
  for (const [name, field] of Object.entries(fields))
    if (field.isRequired && values[name] === undefined) problems.push(`${place} has no ${name}`);
  return values;
}

function unknownField(name: string, known: readonly string[]): string {
  return `there is no field ${name} (${known.join(', ')})`;
}

function read(
  field: Field,
  value: unknown,
  format: RecordFormat,
  place: string,
  problems: string[],
): unknown {
  try {
    if (format === 'csv') return field.read(String(value));
    if (field.accept) return field.accept(value);
    if (typeof value === 'object') throw new UsageError('is not a single value');
    return field.read(String(value));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push(`${place}: ${error.message}`);
    return undefined;
  }
}
