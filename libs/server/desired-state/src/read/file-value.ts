/** A file that was read, for the positions of its values. */
export interface SourceFile {
  /** Path as operators know it: what they gave, with the name of the file if that was a directory. */
  readonly name: string;
  /** Line and column, both from 1, of an offset in the text. */
  positionOf(offset: number): { readonly line: number; readonly column: number };
}

/** Where something is in the files. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Located {
  readonly source: SourceFile;
  readonly offset: number;
}

/** A value of a file that is neither list nor object. */
export interface FileScalar extends Located {
  readonly kind: 'scalar';
  /** Undefined for a value that JSON does not have, such as a date or binary data. */
  readonly value: string | number | boolean | null | undefined;
  /** The text as it is written, where variables were replaced in it. Only this one is shown. */
  readonly written?: string;
  /** The text of a name that YAML reads as a boolean, such as `on`. */
  readonly spelled?: string;
}

interface FileList extends Located {
  readonly kind: 'list';
  readonly items: readonly FileValue[];
}

export interface FileMember {
  readonly key: FileScalar;
  readonly value: FileValue;
  /** It was merged in by `<<`, so that one of the object's own beats it. */
  readonly isInherited?: true;
}

export interface FileObject extends Located {
  readonly kind: 'object';
  /** By the names, in the order of the file. */
  readonly members: ReadonlyMap<string, FileMember>;
}

/** A value of a file, which knows where it is. */
export type FileValue = FileScalar | FileList | FileObject;

export function positionOf({ source, offset }: Located): Position {
  return { file: source.name, ...source.positionOf(offset) };
}

export function isNull(value: FileValue | undefined): boolean {
  return value === undefined || (value.kind === 'scalar' && value.value === null);
}

/** The value without its positions. Members named `__proto__` are ordinary ones. */
export function plainOf(value: FileValue): unknown {
  return convert(value, ({ value: plain }) => plain);
}

/** The same where names are texts in any case: `on` without quotes is one. */
export function spelledOf(value: FileValue): unknown {
  return convert(value, ({ value: plain, spelled }) => spelled ?? plain);
}

/** The same as it may be shown: the values of variables are not in it. */
export function shownOf(value: FileValue): unknown {
  return convert(value, ({ value: plain, written }) => written ?? plain);
}

function convert(value: FileValue, scalar: (one: FileScalar) => unknown): unknown {
  switch (value.kind) {
    case 'scalar':
      return scalar(value);
    case 'list':
      return value.items.map((item) => convert(item, scalar));
    case 'object':
      return Object.fromEntries(
        [...value.members.values()].map(({ key, value: member }) => [
          String(scalar(key)),
          convert(member, scalar),
        ]),
      );
  }
}

/** The texts in a value in which variables were replaced, the names of members included. */
export function* expandedIn(value: FileValue): Generator<FileScalar> {
  switch (value.kind) {
    case 'scalar':
      if (value.written !== undefined) yield value;
      return;
    case 'list':
      for (const item of value.items) yield* expandedIn(item);
      return;
    case 'object':
      for (const { key, value: member } of value.members.values()) {
        if (key.written !== undefined) yield key;
        yield* expandedIn(member);
      }
  }
}
