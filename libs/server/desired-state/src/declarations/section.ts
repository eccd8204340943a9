import type { AnyTable, Field } from '@gatehouse/directory';

/** What a value of a file has to be. */
export type ValueType = 'text' | 'flag' | 'object' | 'list' | 'text or object';

/** A field of the entries of a section. */
export interface FieldDeclaration {
  readonly type: ValueType;
  readonly required?: true;
  /** The only texts that it can be. */
  readonly choices?: readonly string[];
  /** What it means, for the JSON Schema and the documentation. */
  readonly about: string;
  /** The product has it, files of the reference do not. */
  readonly isExtension?: true;
}

/** A part of a file: a list of entries, or a mapping of their names to them. */
export interface SectionDeclaration {
  readonly form: 'list' | 'mapping';
  readonly about: string;
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  /** What follows from a field that does not exist. */
  readonly unknownField: 'refused' | 'ignored';
}

/** The names of the fields of a table in files. */
type FileNameOf<T extends AnyTable> = {
  [Key in keyof T['fields']]: T['fields'][Key] extends { readonly file: infer Name extends string }
    ? Name
    : never;
}[keyof T['fields']];

const TYPES: Readonly<Partial<Record<Field['type'], ValueType>>> = {
  text: 'text',
  boolean: 'flag',
  json: 'object',
  jsonb: 'object',
};

/**
 * The fields of entries that are those of a table. Each field with a name in files needs its text here; one without does not
 * compile.
 */
export function fieldsOfTable<const T extends AnyTable>(
  table: T,
  texts: Readonly<Record<FileNameOf<T>, Omit<FieldDeclaration, 'type'> | 'not in files'>>,
): Readonly<Record<FileNameOf<T>, FieldDeclaration>> {
  const declared = Object.values<Field>(table.fields).flatMap((field) => {
    const name = field.file;
    const type = TYPES[field.type];
    const text = (texts as Readonly<Record<string, Omit<FieldDeclaration, 'type'> | 'not in files'>>)[
      name ?? ''
    ];
    if (name === undefined || text === undefined || text === 'not in files') return [];
    if (!type)
      throw new Error(
        `the field ${name} of ${table.name} has the type ${field.type}, which files do not have`,
      );
    return [[name, { type, ...text }]];
  });
  return Object.fromEntries(declared) as Readonly<Record<FileNameOf<T>, FieldDeclaration>>;
}
