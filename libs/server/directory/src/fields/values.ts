import { isDeepStrictEqual } from 'node:util';
import {
  type AnyTable,
  type Change,
  type Field,
  type New,
  type Settable,
  type Wire,
  fieldsWith,
  isChangeable,
  isSettable,
} from './table';

type Values = Record<string, unknown>;

/** A body of a request: its class has validated the values. */
type Body<T extends AnyTable> = { readonly [Name in keyof Wire<T, { setBy: string }>]?: unknown };

/** The fields of a new object, with the defaults of those that are not stated. */
export function withDefaults<T extends AnyTable>(table: T, stated: New<T>): Settable<T> {
  return settable(table, stated, (property) => property);
}

/** The same from a body. */
export function settableOf<T extends AnyTable>(table: T, body: Body<T>): Settable<T> {
  return settable(table, body, (_, { wire }) => wire);
}

function settable<T extends AnyTable>(
  table: T,
  source: object,
  nameOf: (property: string, field: Field) => string | undefined,
): Settable<T> {
  const values: Values = {};
  for (const [property, field] of fieldsWith(table, isSettable)) {
    if (!field.secret) values[property] = valueIn(source, nameOf(property, field)) ?? field.default;
  }
  return values as Settable<T>;
}

/** The changed fields in a body. */
export function changeOf<T extends AnyTable>(table: T, body: Body<T>): Change<T> {
  const values: Values = {};
  for (const [property, field] of fieldsWith(table, isChangeable)) {
    const value = field.secret ? undefined : valueIn(body, field.wire);
    if (value !== undefined) values[property] = value;
  }
  return values as Change<T>;
}

function valueIn(source: object, name: string | undefined): unknown {
  return name === undefined ? undefined : (source as Readonly<Values>)[name];
}

/** The fields of a change whose values differ from the stored ones. Null is a value only where it is the default. */
export function differing<T extends AnyTable>(table: T, stored: object, change: Change<T>): Change<T> {
  const changed: Values = {};
  for (const [property, field] of fieldsWith(table, isChangeable)) {
    const value = (change as Values)[property];
    const isGiven = value !== undefined && (value !== null || field.default === null);
    if (isGiven && !isDeepStrictEqual(value, (stored as Values)[property])) changed[property] = value;
  }
  return changed as Change<T>;
}

/** Functions that convert values for replies, by their names there. */
type Conversions<Reply> = { readonly [Name in keyof Reply]?: (value: Reply[Name]) => unknown };

type Converted<Reply, C> = {
  [Name in keyof Reply]: C extends { readonly [Key in Name]: (value: never) => infer Value }
    ? Value
    : Reply[Name];
};

/**
 * Returns the function that converts the fields of some levels of `shown` for replies. In long lists, set further fields of
 * the new object: a copy by `{ …reply }` takes several times as long.
 */
export function shownAs<
  T extends AnyTable,
  Level extends NonNullable<Field['shown']>,
  C extends Conversions<Wire<T, { shown: Level }>> = object,
>(
  table: T,
  levels: readonly Level[],
  conversions?: C,
): (row: object) => Converted<Wire<T, { shown: Level }>, C> {
  const functions = (conversions ?? {}) as Readonly<Record<string, (value: unknown) => unknown>>;
  const fields = fieldsWith(table, ({ shown }) => levels.some((level) => level === shown)).map(
    ([property, { wire = property }]) => ({ property, wire, convert: functions[wire] }),
  );
  return (row) => {
    const reply: Values = {};
    for (const { property, wire, convert } of fields) {
      const value = (row as Values)[property];
      reply[wire] = convert ? convert(value) : value;
    }
    return reply as Converted<Wire<T, { shown: Level }>, C>;
  };
}
