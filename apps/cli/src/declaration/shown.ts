/** A row of a table, or a record: an object of a reply. */
export type Row = Readonly<Record<string, unknown>>;

/** A column of tables and CSV, or a line of a record. */
export interface Column {
  readonly title: string;
  readonly value: (row: Row) => unknown;
  /** The field of the reply that it shows, if it is one; a test compares it with the description. */
  readonly field?: string;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
  /** Never wrapped, as identifiers that are copied. */
  readonly isUnbroken?: boolean;
  /** Below its row where the terminal is too narrow for all columns. */
  readonly isDetail?: boolean;
  readonly colour?: (row: Row) => 'good' | 'bad' | undefined;
}

/** What a command shows. `--json` prints the reply itself, without the fields that all replies have. */
export type Shown<Values> =
  | {
      readonly kind: 'list';
      readonly in: string;
      readonly columns: readonly Column[];
      readonly empty?: string;
    }
  | { readonly kind: 'record'; readonly in?: string; readonly columns: readonly Column[] }
  /** A sentence, on standard error. */
  | { readonly kind: 'sentence'; readonly text: (values: Values, reply: Row) => string }
  /** The command writes its output itself, while it runs. */
  | { readonly kind: 'own' };

export function column(
  title: string,
  field: string,
  extra: Omit<Partial<Column>, 'title' | 'field'> = {},
): Column {
  return { title, field, value: (row) => row[field], ...extra };
}

export function computed(
  title: string,
  value: (row: Row) => unknown,
  extra: Omit<Partial<Column>, 'title' | 'value'> = {},
): Column {
  return { title, value, ...extra };
}
