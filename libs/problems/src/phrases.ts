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

/** What is wrong with a request to test, for `tested_request_invalid`. */
export const TESTED_REQUEST_PROBLEMS = {
  neither: { en: 'neither a URL nor a curl command is given', fr: 'ni URL ni commande curl n’est indiquée' },
  both: {
    en: 'a curl command already states method, URL, headers and body',
    fr: 'une commande curl indique déjà la méthode, l’URL, les en-têtes et le corps',
  },
  method: { en: 'unknown method', fr: 'méthode inconnue' },
  headers: {
    en: 'headers must be a list of at most 100 objects with the texts `name` and `value`',
    fr: 'les en-têtes doivent être une liste d’au plus 100 objets avec les textes `name` et `value`',
  },
  base64: { en: 'the body is not valid base64', fr: 'le corps n’est pas du base64 valide' },
} as const satisfies Readonly<Record<string, Localized>>;

/** What the fields of a change of permissions have to be, for `permission_change_invalid`. */
export const CHANGE_EXPECTATIONS = {
  object: { en: 'an object', fr: 'un objet' },
  identifier: { en: 'the identifier of a resource', fr: 'l’identifiant d’une ressource' },
  name: { en: 'the name of a user or group', fr: 'le nom d’un utilisateur ou d’un groupe' },
  permission: { en: 'the name of a permission', fr: 'le nom d’une permission' },
  access: { en: 'allow, deny or null', fr: 'allow, deny ou null' },
  scope: { en: 'match or recursive', fr: 'match ou recursive' },
  revision: { en: 'the number of a revision', fr: 'le numéro d’une révision' },
} as const satisfies Readonly<Record<string, Localized>>;
