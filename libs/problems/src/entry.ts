/** Languages of the texts; the first is the default. */
export const LOCALES = ['en', 'fr'] as const;

export type Locale = (typeof LOCALES)[number];

/** A text in each language. */
export type Localized = Readonly<Record<Locale, string>>;

/** The definition of an `error_code`. */
export interface Entry {
  /** HTTP status of the reply. */
  readonly status: number;
  /** Further statuses: the contract uses different statuses for the same error on different operations. */
  readonly otherStatuses?: readonly number[];
  /** What is wrong, which limit was violated and what to do. `{name}` is a placeholder; all languages have the same ones. */
  readonly detail: Localized;
  /** When it occurs, for `docs/errors.md`. */
  readonly meaning: string;
  /** What the caller or the administrator can do about it, for `docs/errors.md` and messages about configuration files. */
  readonly remedy: Localized;
}

export type Entries = Readonly<Record<string, Entry>>;

/** The names of the placeholders of a text. */
export type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;
