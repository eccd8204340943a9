import type { Entries } from '../entry';

/** One-time links: `/tmp/{token}`. */
export const links = {
  link_token_invalid: {
    status: 422,
    detail: { en: 'Invalid link.', fr: 'Lien non valide.' },
    meaning: 'The token in the path is not a UUID in lower case.',
    remedy: {
      en: 'Use the link as it was sent; mail programs sometimes break long lines.',
      fr: 'Utilisez le lien tel qu’il a été envoyé ; les logiciels de messagerie coupent parfois les longues lignes.',
    },
  },
  link_not_found: {
    status: 404,
    detail: {
      en: 'This link does not exist or has already been used.',
      fr: 'Ce lien n’existe pas ou a déjà été utilisé.',
    },
    meaning:
      'A one-time link works once. It is also deleted with the user, group or registration it belongs to.',
    remedy: {
      en: 'If the operation is still needed, request a new link.',
      fr: 'Si l’opération est encore nécessaire, demandez un nouveau lien.',
    },
  },
  link_expired: {
    status: 410,
    detail: { en: 'This link has expired.', fr: 'Ce lien a expiré.' },
    meaning: 'The link is older than `SVC_TOKEN_EXPIRE`.',
    remedy: { en: 'Request a new link.', fr: 'Demandez un nouveau lien.' },
  },
  link_operation_unavailable: {
    status: 501,
    detail: { en: 'This kind of link is not supported.', fr: 'Ce type de lien n’est pas pris en charge.' },
    meaning:
      'The link was created by another version of Gatehouse for an operation that this one does not have.',
    remedy: { en: 'Request a new link.', fr: 'Demandez un nouveau lien.' },
  },
} as const satisfies Entries;
