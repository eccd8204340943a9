import type { ErrorCode } from 'yaml';

/** What is wrong with a text, in French, by the codes of the library, whose messages are in English. */
export const FRENCH_YAML_REASONS: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'Un alias ne peut avoir ni ancre ni étiquette',
  BAD_ALIAS: 'Un alias ou une ancre n’a pas de nom, ou son nom finit par :',
  BAD_COLLECTION_TYPE: 'Une étiquette ne convient pas à la sorte de valeur qui la suit',
  BAD_DIRECTIVE: 'Une directive (%) est inconnue ou mal formée',
  BAD_DQ_ESCAPE: 'Une séquence d’échappement (\\) n’est pas valide',
  BAD_INDENT: 'L’indentation n’est pas valide',
  BAD_PROP_ORDER: 'Les ancres et les étiquettes doivent suivre l’indicateur',
  BAD_SCALAR_START: 'Un texte sans guillemets ne peut pas commencer par ce caractère',
  BLOCK_AS_IMPLICIT_KEY: 'Une liste ou un objet ne peut pas commencer sur la ligne d’une clé',
  BLOCK_IN_FLOW: 'Une valeur en bloc n’est pas permise entre crochets ou accolades',
  DUPLICATE_KEY: 'Chaque clé doit être unique',
  IMPOSSIBLE: 'Le texte ne peut pas être analysé',
  KEY_OVER_1024_CHARS: 'Le : doit se trouver à 1024 caractères au plus du début de la clé',
  MISSING_CHAR: 'Il manque un caractère, tel qu’un guillemet fermant, une virgule, un : ou un espace',
  MULTILINE_IMPLICIT_KEY: 'Une clé doit tenir sur une ligne',
  MULTIPLE_ANCHORS: 'Une valeur peut avoir au plus une ancre',
  MULTIPLE_DOCS: 'Un fichier n’a qu’un document',
  MULTIPLE_TAGS: 'Une valeur peut avoir au plus une étiquette',
  NON_STRING_KEY: 'Une clé doit être un texte',
  TAB_AS_INDENT: 'Les tabulations ne sont pas permises comme indentation',
  TAG_RESOLVE_FAILED: 'Une étiquette (!) est inconnue ou ne convient pas à sa valeur',
  UNEXPECTED_TOKEN: 'Un élément est inattendu à cet endroit',
};
