import type { Localized } from './entry';

/** Why a path is ambiguous, for `malformed_path` and `malformed_destination`. */
export const PATH_PROBLEMS = {
  'not a path': { en: 'it is not a path', fr: 'ce n’est pas un chemin' },
  'invalid character': { en: 'invalid character', fr: 'caractère non valide' },
  'empty segment': { en: 'empty segment', fr: 'segment vide' },
  'dot segment': { en: 'dot segment', fr: 'segment formé de points' },
  'path parameter': { en: 'path parameter', fr: 'paramètre de chemin' },
  'encoded separator': { en: 'encoded separator', fr: 'séparateur encodé' },
  'control character': { en: 'control character', fr: 'caractère de contrôle' },
  'invalid encoding': { en: 'invalid encoding', fr: 'encodage non valide' },
  'double encoding': { en: 'double encoding', fr: 'double encodage' },
} as const satisfies Readonly<Record<string, Localized>>;

/** Further reasons that make a `Destination` header unusable. */
export const DESTINATION_PROBLEMS = {
  several: { en: 'there is more than one', fr: 'il y en a plusieurs' },
  query: { en: 'it has a query', fr: 'il comporte une requête' },
  'not a url': { en: 'it is not a URL', fr: 'ce n’est pas une URL' },
} as const satisfies Readonly<Record<string, Localized>>;
