import { inject } from '@angular/core';
import type { ConsoleTexts, Plural, TextTree, Translate } from './console-texts';
import { plural } from './language';
import { LanguageChoice } from './language-choice';
import { ReaderFormats } from './reader-formats';

type Parameters = Readonly<Record<string, string | number>>;

/** The texts of an area of the console; call it where `inject` may be called. */
export function translations<T extends TextTree>(texts: ConsoleTexts<T>): Translate<T> {
  const choice = inject(LanguageChoice);
  const formats = inject(ReaderFormats);
  return (key, ...[given]) => {
    const parameters: Parameters = given ?? {};
    const { language } = choice.locale();
    const found = textAt(texts[language], key);
    const { count } = parameters;
    const text =
      typeof found === 'object' && typeof count === 'number'
        ? plural(language, count, found.one, found.other)
        : found;
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
    // Once: braces in a value, such as a name, are not parameters.
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = parameters[name] ?? '';
      return typeof value === 'number' ? formats.number(value) : value;
    });
  };
}

/** What a tree of texts has at a key such as `columns.name`. */
function textAt(tree: TextTree, key: string): string | Plural | undefined {
  let found: unknown = tree;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[part];
  }
  return found as string | Plural | undefined;
}
