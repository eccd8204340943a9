import { arrayParameter } from '@gatehouse/database';
import {
  type AnyTable,
  type EntityOf,
  type Field,
  columnOf,
  fieldsWith,
  isChangeable,
  isSettable,
} from './table';

/** A statement and its parameters. */
export type Statement = [text: string, parameters: unknown[]];

type Row = Readonly<Record<string, unknown>>;

const everyField = (): boolean => true;

interface Selection {
  /** Name of the table in the query. */
  readonly from?: string;
  /** The fields to select; all by default. */
  readonly of?: (field: Field) => boolean;
  /** Precedes the names of the properties, where a query selects from several tables. */
  readonly prefix?: string;
}

/** What to select: columns under the names of their properties. */
export function selection(table: AnyTable, { from, of = everyField, prefix = '' }: Selection = {}): string {
  const columns = fieldsWith(table, of).map(([property, field]) => {
    const column = columnOf(property, field);
    const name = `${prefix}${property}`;
    return `${from === undefined ? '' : `${from}.`}${column}${column === name ? '' : ` AS "${name}"`}`;
  });
  return columns.join(', ');
}

/** The fields of a table in a row that was selected with a prefix. */
export function unprefixed<T extends AnyTable>(table: T, row: object, prefix: string): EntityOf<T> {
  const names = Object.keys(table.fields);
  return Object.fromEntries(names.map((name) => [name, (row as Row)[`${prefix}${name}`]])) as EntityOf<T>;
}

interface Insertion {
  /** Values of the identifying column, if the database does not assign them. */
  readonly ids?: readonly number[];
  /** The other fields to insert; the settable ones by default. */
  readonly of?: (field: Field) => boolean;
}

/**
 * Inserts rows by one parameter for each column, however many rows there are. Clauses such as RETURNING can be appended to
 * the text.
 */
export function insertion(
  table: AnyTable,
  rows: readonly object[],
  { ids, of = isSettable }: Insertion = {},
): Statement {
  const inserted = fieldsWith(table, of)
    .map(([property, field]) => ({
      column: columnOf(property, field),
      type: field.type,
      values: rows.map((row) => parameter(field, (row as Row)[property])),
    }))
    .filter(({ column }) => column !== table.key);
  if (ids) inserted.unshift({ column: table.key, type: 'integer', values: [...ids] });
  const columns = inserted.map(({ column }) => column).join(', ');
  const arrays = inserted.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  return [
    `INSERT INTO ${table.name} (${columns}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`,
    inserted.map(({ values }) => arrayParameter(values)),
  ];
}

/** Sets all fields of a row that can be changed. */
export function update(table: AnyTable, id: number, row: object): Statement {
  const fields = fieldsWith(table, isOverwritten);
  const assignments = fields.map(
    ([property, field], index) => `${columnOf(property, field)} = $${index + 2}`,
  );
  return [
    `UPDATE ${table.name} SET ${assignments.join(', ')} WHERE ${table.key} = $1`,
    [id, ...fields.map(([property, field]) => parameter(field, (row as Row)[property]))],
  ];
}

/** Sets some fields of many rows, by one parameter for each column. */
export function updateAll(
  table: AnyTable,
  rows: readonly (readonly [id: number, row: object])[],
  of: (field: Field) => boolean,
): Statement {
  const fields = fieldsWith(table, of).map(([property, field]) => ({
    column: columnOf(property, field),
    type: field.type,
    values: rows.map(([, row]) => parameter(field, (row as Row)[property])),
  }));
  const arrays = fields.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
  const columns = fields.map(({ column }) => column).join(', ');
  return [
    `UPDATE ${table.name} SET ${fields.map(({ column }) => `${column} = input.${column}`).join(', ')}
     FROM unnest($1::integer[], ${arrays}) AS input (key, ${columns}) WHERE ${table.name}.${table.key} = input.key`,
    [rows.map(([id]) => id), ...fields.map(({ values }) => values)].map(arrayParameter),
  ];
}

function isOverwritten(field: Field): boolean {
  return isChangeable(field) && !field.secret;
}

/** The driver would send an array as one of PostgreSQL, and a text without quotation marks. */
function parameter({ type, default: fallback = null }: Field, value: unknown = fallback): unknown {
  return (type === 'json' || type === 'jsonb') && value !== null ? JSON.stringify(value) : value;
}
