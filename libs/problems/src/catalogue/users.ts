import type { Entries } from '../entry';

/** Accounts of users. */
export const users = {
  user_not_found: {
    status: 404,
    otherStatuses: [400],
    detail: { en: 'User not found.', fr: 'Utilisateur introuvable.' },
    meaning: 'No user has this name. 400 in `PATCH /permissions`.',
    remedy: 'Check the name; `GET /users` lists those there are.',
  },
  user_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid user name.', fr: 'Nom d’utilisateur non valide.' },
    meaning: 'The name has characters that user names cannot have. 422 in a path, 400 in a body.',
    remedy: 'Use a name that matches the pattern in `param.compare`.',
  },
  user_name_pattern_mismatch: {
    status: 400,
    detail: {
      en: 'The user name does not match the configured pattern (SVC_USER_NAME_EXTRA_REGEX).',
      fr: 'Le nom d’utilisateur ne correspond pas au motif configuré (SVC_USER_NAME_EXTRA_REGEX).',
    },
    meaning: 'The administrator restricts the names of new users.',
    remedy: 'Use a name that matches the pattern in `param.compare`.',
  },
  user_name_too_long: {
    status: 400,
    detail: {
      en: 'User name must be at most {maximum} characters.',
      fr: 'Le nom d’utilisateur doit comporter au plus {maximum} caractères.',
    },
    meaning: 'The name is longer than `SVC_USER_NAME_MAX_LENGTH`.',
    remedy: 'Use a shorter name.',
  },
  user_name_reserved: {
    status: 400,
    otherStatuses: [403],
    detail: {
      en: 'The name of the user is a reserved keyword.',
      fr: 'Le nom de l’utilisateur est un mot-clé réservé.',
    },
    meaning:
      'The name is that of the administrator or anonymous user, or the keyword for the caller. 403 on a rename.',
    remedy: 'Use another name.',
  },
  user_name_taken: {
    status: 409,
    detail: { en: 'User name already in use.', fr: 'Nom d’utilisateur déjà utilisé.' },
    meaning: 'Another user has this name.',
    remedy: 'Use another name.',
  },
  user_email_taken: {
    status: 409,
    detail: { en: 'Email address already in use.', fr: 'Adresse électronique déjà utilisée.' },
    meaning: 'Another user has this email address.',
    remedy: 'Use another address, or recover the existing account.',
  },
  email_invalid: {
    status: 400,
    detail: { en: 'Invalid email address.', fr: 'Adresse électronique non valide.' },
    meaning: 'The value is not an email address.',
    remedy: 'Correct the address.',
  },
  email_reserved: {
    status: 400,
    detail: { en: 'This email address is reserved.', fr: 'Cette adresse électronique est réservée.' },
    meaning: 'The address belongs to the configured administrator or the anonymous user.',
    remedy: 'Use another address.',
  },
  password_too_short: {
    status: 400,
    detail: {
      en: 'Password must be at least {minimum} characters.',
      fr: 'Le mot de passe doit comporter au moins {minimum} caractères.',
    },
    meaning: 'The password is shorter than `SVC_PASSWORD_MIN_LENGTH`.',
    remedy: 'Use a longer password.',
  },
  user_status_filter_invalid: {
    status: 400,
    detail: {
      en: 'Invalid user status. Allowed values are {values}.',
      fr: 'Statut d’utilisateur non valide. Les valeurs autorisées sont {values}.',
    },
    meaning: 'The query parameter `status` names no status.',
    remedy: 'Use one of the values in `param.compare`.',
  },
  registration_disabled: {
    status: 404,
    detail: { en: 'User registration is disabled.', fr: 'L’inscription des utilisateurs est désactivée.' },
    meaning: 'The operation concerns registrations, which are switched off.',
    remedy: 'Enable registration in the configuration.',
  },
  user_unchanged: {
    status: 400,
    detail: {
      en: 'The request changes nothing about the user.',
      fr: 'La requête ne modifie rien de l’utilisateur.',
    },
    meaning: 'No field was given, or all values are the current ones.',
    remedy: 'Send at least one field with a new value.',
  },
  user_status_pending_not_allowed: {
    status: 400,
    detail: {
      en: 'The status of an existing user cannot be changed to Pending.',
      fr: 'Le statut d’un utilisateur existant ne peut pas devenir Pending.',
    },
    meaning: 'Only registrations that wait for confirmation are pending.',
    remedy: 'Use another status.',
  },
  administrator_required: {
    status: 403,
    detail: {
      en: 'Only administrators can change the name or status of a user.',
      fr: 'Seuls les administrateurs peuvent modifier le nom ou le statut d’un utilisateur.',
    },
    meaning: 'A user tried to change a field of the own account that is for administrators.',
    remedy: 'Ask an administrator.',
  },
  anonymous_user_protected: {
    status: 403,
    detail: {
      en: 'The anonymous user cannot be changed.',
      fr: 'L’utilisateur anonyme ne peut pas être modifié.',
    },
    meaning: 'The anonymous user stands for requests without a session and is managed by the server.',
    remedy: 'Change the anonymous group instead.',
  },
  configured_administrator_protected: {
    status: 403,
    detail: {
      en: 'The configured administrator can only be changed by configuration.',
      fr: 'L’administrateur configuré ne peut être modifié que par la configuration.',
    },
    meaning: 'The account of `SVC_ADMIN_USER` was to be deleted or changed.',
    remedy: 'Change the settings and restart.',
  },
  configured_administrator_password_only: {
    status: 403,
    detail: {
      en: 'Only the password of the configured administrator can be changed, and only by this administrator.',
      fr: 'Seul le mot de passe de l’administrateur configuré peut être modifié, et uniquement par cet administrateur.',
    },
    meaning: 'The account of `SVC_ADMIN_USER` was to be changed in another way or by another user.',
    remedy: 'Change the settings and restart, or sign in as the configured administrator.',
  },
} as const satisfies Entries;
