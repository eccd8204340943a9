/** Types of columns, as PostgreSQL names them. */
type ColumnType = 'integer' | 'smallint' | 'text' | 'boolean' | 'json' | 'jsonb' | 'timestamptz';

/** What there is to know about a column. Statements, types, replies and conditions of changes follow from it. */
export interface Field {
  readonly type: ColumnType;
  /** Name of the column, unless it is that of the property. */
  readonly column?: string;
  /** Name in requests and replies; the members of an object `x.*` are fields of their own. */
  readonly wire?: string;
  /**
   * Who sets it: administrators when they create the object (`creator`), also later (`administrators`), or also the user
   * whose account it is (`owner`). Absent: only the product.
   */
  readonly setBy?: 'creator' | 'administrators' | 'owner';
  /**
   * The replies that show it: those to all callers who see the object (`public`), lists for administrators (`list`), or a
   * single object (`details`). Each has also what those before it show.
   */
  readonly shown?: 'public' | 'list' | 'details';
  /**
   * What a snapshot needs: the value for decisions, the value for replies of the API, or for these only whether there is
   * one. Values for replies that are the default use no memory.
   */
  readonly snapshot?: 'decisions' | 'value' | 'presence';
  /** Value of a new object for which none is stated; also the default of the column. */
  readonly default?: string | number | boolean | null;
  /** The property whose value it has by default. */
  readonly like?: string;
  /** It is a secret, or counts the changes of one: never stated by replies, nor exported. */
  readonly secret?: true;
  /** Name in configuration files, which import and export use; `*`: its members are entries of the object. */
  readonly file?: string;
}

/** The columns of a table whose rows are objects that administrators manage. */
export interface AnyTable {
  readonly name: string;
  /** Name of the objects in the change log. */
  readonly entity: string;
  /** Column that identifies a row. */
  readonly key: 'id' | 'resource_id';
  /** What a row is, if the change log has an index on it. */
  readonly about?: 'user' | 'group' | 'resource';
  readonly fields: Readonly<Record<string, Field>>;
}

/** Only a type: the entity of a table. */
interface Of<Entity> {
  readonly entityType?: Entity;
}

/** Declares the table of an entity. A column without an entry does not compile. */
export function tableOf<Entity extends object>() {
  return <const T extends AnyTable & { readonly fields: Readonly<Record<keyof Entity, Field>> }>(
    table: T,
  ): T & Of<Entity> => table;
}

/** The entity of a table. */
export type EntityOf<T> = T extends Of<infer Entity> ? Required<Entity> : never;

/** The names of the properties whose fields have certain traits, such as `{ setBy: 'owner' }`. */
type KeysWith<T extends AnyTable, Traits> = {
  [Key in keyof T['fields']]: T['fields'][Key] extends Traits ? Key : never;
}[keyof T['fields']] &
  keyof EntityOf<T>;

/** The properties whose fields have certain traits. */
type Part<T extends AnyTable, Traits> = Readonly<Pick<EntityOf<T>, KeysWith<T, Traits>>>;

type Secret<T extends AnyTable> = KeysWith<T, { secret: true }>;
type WithDefault<T extends AnyTable> = KeysWith<T, { default: unknown }>;

/** The fields in replies to all callers. */
export type Public<T extends AnyTable> = Part<T, { shown: 'public' }>;
/** The fields in lists. */
export type Listed<T extends AnyTable> = Part<T, { shown: 'public' | 'list' }>;
/** The fields of an object that is shown singly. */
export type Shown<T extends AnyTable> = Part<T, { shown: string }>;
/** The fields of a new object, without secrets. */
export type Settable<T extends AnyTable> = Omit<Part<T, { setBy: string }>, Secret<T>>;
/** A row to insert: fields that have a default are optional. */
export type New<T extends AnyTable> = Omit<Part<T, { setBy: string }>, WithDefault<T>> &
  Partial<Pick<Part<T, { setBy: string }>, WithDefault<T> & keyof Part<T, { setBy: string }>>>;
/** New values of fields; absent ones stay. */
export type Change<T extends AnyTable> = Partial<
  Omit<Part<T, { setBy: 'administrators' | 'owner' }>, Secret<T>>
>;
/** The fields with certain traits, by their names in requests and replies. */
export type Wire<T extends AnyTable, Traits> = {
  [
    Key in KeysWith<T, Traits> as T['fields'][Key & string] extends { wire: infer Name extends string }
      ? Name
      : never
  ]: EntityOf<T>[Key];
};

/** The fields of a table that a condition holds for, by their properties, in the order of their declaration. */
export function fieldsWith(
  table: AnyTable,
  condition: (field: Field) => boolean,
): readonly (readonly [property: string, field: Field])[] {
  return Object.entries(table.fields).filter(([, field]) => condition(field));
}

export function isSettable({ setBy }: Field): boolean {
  return setBy !== undefined;
}

/** Whether it can be set of an object that exists. */
export function isChangeable({ setBy }: Field): boolean {
  return setBy === 'administrators' || setBy === 'owner';
}

export function isListed({ shown }: Field): boolean {
  return shown === 'public' || shown === 'list';
}

export function columnOf(property: string, { column = property }: Field): string {
  return column;
}
