import type { Entries } from '../entry';

/** Registrations that people submit themselves. */
export const registration = {
  registration_disabled: {
    status: 404,
    detail: { en: 'User registration is disabled.', fr: 'L’inscription des utilisateurs est désactivée.' },
    meaning: 'The operation requires user registration, which is disabled.',
    remedy: 'Enable registration in the configuration.',
  },
} as const satisfies Entries;
