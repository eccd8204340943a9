/** Languages that texts are written in; the first is the default. */
export const LOCALES = ['en', 'fr'] as const;

export type Locale = (typeof LOCALES)[number];

/** A text in each language. */
export type Localized = Readonly<Record<Locale, string>>;

/** What an `error_code` stands for. */
export interface Entry {
  /** HTTP status of the reply. */
  readonly status: number;
  /** Further statuses: the contract answers the same error with different statuses on different operations. */
  readonly otherStatuses?: readonly number[];
  /** What is wrong, which limit was missed, what to do. `{name}` is a placeholder, the same ones in every language. */
  readonly detail: Localized;
  /** When it occurs, for `docs/errors.md`. */
  readonly meaning: string;
  /** What the caller or the administrator can do about it, for `docs/errors.md`. */
  readonly remedy: string;
}

export type Entries = Readonly<Record<string, Entry>>;

/** The names of the placeholders of a text. */
export type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;
