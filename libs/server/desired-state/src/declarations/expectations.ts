import type { ValueType } from './section';

/** What values have to be, in the languages of errors. */
export const EXPECTED = {
  text: { en: 'text', fr: 'du texte' },
  flag: { en: 'true or false', fr: 'true ou false' },
  object: { en: 'an object', fr: 'un objet' },
  list: { en: 'a list', fr: 'une liste' },
  'text or object': { en: 'text or an object', fr: 'du texte ou un objet' },
  entry: { en: 'an object with fields', fr: 'un objet avec des champs' },
  sections: { en: 'an object with sections', fr: 'un objet avec des sections' },
  texts: { en: 'a list of texts', fr: 'une liste de textes' },
  path: { en: 'a path of names such as /a/b', fr: 'un chemin de noms tel que /a/b' },
} as const satisfies Record<
  ValueType | 'entry' | 'sections' | 'texts' | 'path',
  Readonly<Record<'en' | 'fr', string>>
>;

/** The values of which one is expected. */
export function oneOf(choices: readonly string[]): Readonly<Record<'en' | 'fr', string>> {
  const listed = (locale: string): string =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(choices);
  return { en: listed('en-GB'), fr: listed('fr') };
}
