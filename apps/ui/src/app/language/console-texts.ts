/** A form for one and a form for other numbers: `{ one: '{{count}} user', other: '{{count}} users' }`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

export type TextTree = { readonly [key: string]: string | Plural | TextTree };

/** The same keys with other texts. */
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** Texts of one area of the console in all languages; keys and parameters are checked by the English ones. */
export interface ConsoleTexts<T> {
  readonly en: T;
  readonly fr: Translated<T>;
}

/**
 * Defines the texts of an area of the console, in a separate file `*.texts.ts`.
 *
 * A text with `{{name}}` takes that parameter; numbers are written as the reader does. A text missing in French, an unknown
 * key and a missing parameter do not compile; a text that is not used anywhere and different parameters in French fail
 * `console-texts.spec.ts`.
 */
export function consoleTexts<const T extends TextTree>(texts: ConsoleTexts<T>): ConsoleTexts<T> {
  return texts;
}

/** A text that may be a key of some texts, such as a word of the API, as that key. */
export function keyIn<T extends object>(texts: T, text: string): (keyof T & string) | undefined {
  return Object.hasOwn(texts, text) ? (text as keyof T & string) : undefined;
}

/** Keys of texts, those inside others with a dot: `columns.name`. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${TextKey<T[K]>}`;
}[keyof T & string];

type TextAt<T, K extends string> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? TextAt<T[Head], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : never;

type NamesIn<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ParametersOf<T> = T extends Plural ? NamesIn<T['one'] | T['other']> | 'count' : NamesIn<T>;

type Values<Names extends string> = { readonly [N in Names]: N extends 'count' ? number : string | number };

type TextParameters<Names extends string> = [Names] extends [never] ? [] : [parameters: Values<Names>];

/** Gives texts in the language of the reader. It reads a signal: templates and computed values follow the language. */
export type Translate<T> = <K extends TextKey<T>>(
  key: K,
  ...parameters: TextParameters<ParametersOf<TextAt<T, K>>>
) => string;
