import { UsageError } from '../failures';

/** What a value can be completed with by the shell. */
export type Completion = 'users' | 'groups' | 'services' | 'resources' | 'profiles' | 'files';

/** The commands that find out what a value stands for, such as the path of a resource. */
export interface Resolver {
  resource(path: string): Promise<number>;
}

/** An argument or option of a command, and field of the records of batches. */
export interface Field<Value = unknown, Required extends boolean = boolean> {
  readonly about: string;
  /** How its value is named in help; a flag has none. */
  readonly placeholder: string;
  readonly kind: 'value' | 'flag' | 'list' | 'secret';
  readonly isRequired: Required;
  /** Name in query or body; by default that of the field. */
  readonly wire?: string;
  /** Name of the option without `--`; by default that of the field, with hyphens. */
  readonly long?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  readonly completes?: Completion;
  /** Whether one option takes several values, as `-e a b`; options of new commands are repeated instead. */
  readonly isVariadic?: boolean;
  /** Whether the command interprets it, so that it is not sent. */
  readonly isLocal?: boolean;
  /** A value from a text of the command line or a CSV file. Throws {@link UsageError}. */
  read(text: string): Value;
  /** A value from a record of JSON or YAML, where it differs from that of a text. */
  accept?(value: unknown): Value;
  /** Finds the value that is sent. */
  resolve?(value: Value, resolver: Resolver): Promise<unknown>;
}

export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, by their names: those that are not required may be undefined. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer V, infer R>
    ? R extends true
      ? V
      : V | undefined
    : never;
};

type Extra = Pick<Field, 'wire' | 'long' | 'short' | 'completes' | 'isLocal' | 'isVariadic'>;

/** A text. */
export function text(placeholder: string, about: string, extra: Extra = {}): Field<string, false> {
  return { ...extra, placeholder, about, kind: 'value', isRequired: false, read: (value) => value };
}

/** An integer that is not negative. */
export function whole(placeholder: string, about: string, extra: Extra = {}): Field<number, false> {
  return { ...extra, placeholder, about, kind: 'value', isRequired: false, read: readWhole };
}

function readWhole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`'${value}' is not a whole number.`);
  return Number(value);
}

export function flag(about: string, extra: Extra = {}): Field<boolean, false> {
  return { ...extra, placeholder: '', about, kind: 'flag', isRequired: false, read: readBoolean };
}

/** An option with a value `true` or `false`, for fields that can be set to either. */
export function switched(about: string, extra: Extra = {}): Field<boolean, false> {
  return {
    ...extra,
    placeholder: 'true|false',
    about,
    kind: 'value',
    isRequired: false,
    choices: ['true', 'false'],
    read: readBoolean,
  };
}

function readBoolean(value: string): boolean {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new UsageError(`'${value}' is neither true nor false.`);
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  about: string,
  extra: Extra = {},
): Field<Choice, false> {
  return {
    ...extra,
    placeholder: choices.join('|'),
    about,
    kind: 'value',
    isRequired: false,
    choices,
    read: (value) => {
      const found = choices.find((each) => each === value);
      if (found === undefined) throw new UsageError(`'${value}' is none of ${choices.join(', ')}.`);
      return found;
    },
  };
}

/** An option that can be repeated; its values are texts. */
export function list(placeholder: string, about: string, extra: Extra = {}): Field<readonly string[], false> {
  return {
    ...extra,
    placeholder,
    about,
    kind: 'list',
    isRequired: false,
    read: (value) => value.split(',').map((each) => each.trim()),
    accept: (value) => {
      if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
      throw new UsageError('is not a list of texts');
    },
  };
}

/** One or more files. */
export function paths(about: string): Field<readonly string[], false> {
  return {
    placeholder: 'path',
    about,
    kind: 'list',
    isRequired: false,
    completes: 'files',
    read: (value) => [value],
  };
}

/** A JSON value: in the option itself, or in a file that begins with `@`. */
export function json(about: string, extra: Extra = {}): Field<unknown, false> {
  return {
    ...extra,
    placeholder: 'json|@file',
    about,
    kind: 'value',
    isRequired: false,
    completes: 'files',
    accept: (value) => value,
    read: (value) => value,
    // Read late, so that a wrong path is found beside other errors and not while options are parsed.
    resolve: async (value) => (typeof value === 'string' ? readJson(value) : value),
  };
}

async function readJson(value: string): Promise<unknown> {
  const { readDocument } = await import('../batch/documents');
  return readDocument(value);
}

/** A resource: its identifier, or its path, which begins with the name of the service. */
export function resource(about: string, extra: Extra = {}): Field<string, false> {
  return {
    ...extra,
    placeholder: 'resource',
    about,
    kind: 'value',
    isRequired: false,
    completes: 'resources',
    read: (value) => value,
    accept: (value) => String(value),
    resolve: (value, resolver) => resolver.resource(value),
  };
}

/** A secret: read from standard input or a prompt, or from a record of a batch; never from an argument. */
export function secret(about: string, extra: Extra = {}): Field<string, false> {
  return { ...extra, placeholder: '', about, kind: 'secret', isRequired: false, read: (value) => value };
}

export function required<Value>(field: Field<Value, false>): Field<Value, true> {
  return { ...field, isRequired: true };
}

/** The name of the option of a field. */
export function longOf(name: string, { long }: Pick<Field, 'long'>): string {
  return long ?? name.replaceAll('_', '-');
}
