import type { Entries } from '../entry';

/** Self-registration. */
export const registration = {
  registration_disabled: {
    status: 404,
    detail: { en: 'User registration is disabled.', fr: 'L’inscription des utilisateurs est désactivée.' },
    meaning: 'The operation requires user registration, which is disabled.',
    remedy: {
      en: 'Enable registration in the configuration.',
      fr: 'Activez l’inscription dans la configuration.',
    },
  },
  registration_not_found: {
    status: 404,
    detail: { en: 'Registration not found.', fr: 'Inscription introuvable.' },
    meaning: 'No registration with this user name is pending: it may be completed, declined or expired.',
    remedy: {
      en: 'List the pending registrations with `GET /register/users`.',
      fr: 'Listez les inscriptions en attente avec `GET /register/users`.',
    },
  },
  registration_conflict: {
    status: 409,
    detail: {
      en: 'This registration is not possible. Try another user name.',
      fr: 'Cette inscription n’est pas possible. Essayez un autre nom d’utilisateur.',
    },
    meaning:
      'A user or a pending registration has this user name; or, when a registration is completed, its user name or email address. The reply does not disclose which.',
    remedy: {
      en: 'Use another user name, or ask an administrator.',
      fr: 'Utilisez un autre nom d’utilisateur, ou adressez-vous à un administrateur.',
    },
  },
  registration_rate_limited: {
    status: 429,
    detail: {
      en: 'Too many registrations from this address (SVC_USER_REGISTRATION_ADDRESS_LIMIT: {limit}) within {seconds} seconds. Try again later.',
      fr: 'Trop d’inscriptions depuis cette adresse (SVC_USER_REGISTRATION_ADDRESS_LIMIT, {limit}) en {seconds} secondes. Réessayez plus tard.',
    },
    meaning: 'The limit on registrations and resent mails of the client network was reached.',
    remedy: {
      en: 'Retry after the number of seconds in `Retry-After`.',
      fr: 'Réessayez après le nombre de secondes de `Retry-After`.',
    },
  },
} as const satisfies Entries;
