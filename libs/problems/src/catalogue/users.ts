import type { Entries } from '../entry';

/** Accounts of users. */
export const users = {
  user_not_found: {
    status: 404,
    otherStatuses: [400],
    detail: { en: 'User not found.', fr: 'Utilisateur introuvable.' },
    meaning: 'No user has this name. 400 in `PATCH /permissions`.',
    remedy: {
      en: 'Check the name; `GET /users` lists the existing ones.',
      fr: 'Vérifiez le nom ; `GET /users` liste les utilisateurs existants.',
    },
  },
  user_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid user name.', fr: 'Nom d’utilisateur non valide.' },
    meaning: 'The name contains characters that are not allowed in user names. 422 in a path, 400 in a body.',
    remedy: {
      en: 'Use a name that matches the pattern in `param.compare`.',
      fr: 'Utilisez un nom qui correspond au motif de `param.compare`.',
    },
  },
  user_name_pattern_mismatch: {
    status: 400,
    detail: {
      en: 'The user name does not match the configured pattern (SVC_USER_NAME_EXTRA_REGEX).',
      fr: 'Le nom d’utilisateur ne correspond pas au motif configuré (SVC_USER_NAME_EXTRA_REGEX).',
    },
    meaning: 'The administrator restricts the names of new users.',
    remedy: {
      en: 'Use a name that matches the pattern in `param.compare`.',
      fr: 'Utilisez un nom qui correspond au motif de `param.compare`.',
    },
  },
  user_name_too_long: {
    status: 400,
    detail: {
      en: 'User name must be at most {maximum} characters.',
      fr: 'Le nom d’utilisateur doit comporter au plus {maximum} caractères.',
    },
    meaning: 'The name is longer than `SVC_USER_NAME_MAX_LENGTH`.',
    remedy: { en: 'Use a shorter name.', fr: 'Utilisez un nom plus court.' },
  },
  user_name_reserved: {
    status: 400,
    otherStatuses: [403],
    detail: {
      en: "The name '{name}' is a reserved keyword.",
      fr: 'Le nom « {name} » est un mot réservé.',
    },
    meaning:
      'The name belongs to the configured administrator or the anonymous user, is reserved for users of the network, or is the keyword for the caller. 403 on a rename.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  user_name_taken: {
    status: 409,
    detail: { en: 'User name already in use.', fr: 'Nom d’utilisateur déjà utilisé.' },
    meaning: 'Another user has this name.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  user_email_taken: {
    status: 409,
    detail: { en: 'Email address already in use.', fr: 'Adresse électronique déjà utilisée.' },
    meaning: 'Another user has this email address.',
    remedy: {
      en: 'Use another address, or recover the existing account.',
      fr: 'Utilisez une autre adresse, ou récupérez le compte existant.',
    },
  },
  email_invalid: {
    status: 400,
    detail: { en: 'Invalid email address.', fr: 'Adresse électronique non valide.' },
    meaning: 'The value is not an email address.',
    remedy: { en: 'Correct the address.', fr: 'Corrigez l’adresse.' },
  },
  email_reserved: {
    status: 400,
    detail: { en: 'This email address is reserved.', fr: 'Cette adresse électronique est réservée.' },
    meaning:
      'The address belongs to the configured administrator or the anonymous user, or is reserved for users of the network.',
    remedy: { en: 'Use another address.', fr: 'Utilisez une autre adresse.' },
  },
  email_change_rate_limited: {
    status: 429,
    detail: {
      en: 'At most {maximum} changes of the email address may await confirmation. Use one of the links that were sent, or try again later.',
      fr: 'Au plus {maximum} changements d’adresse électronique peuvent attendre une confirmation. Utilisez l’un des liens envoyés ou réessayez plus tard.',
    },
    meaning:
      'The user has requested several changes of the own email address without confirming one of them.',
    remedy: {
      en: 'Confirm one of them, or wait until the links expire (`SVC_TOKEN_EXPIRE`).',
      fr: 'Confirmez l’un d’eux, ou attendez que les liens expirent (`SVC_TOKEN_EXPIRE`).',
    },
  },
  password_too_short: {
    status: 400,
    detail: {
      en: 'Password must be at least {minimum} characters.',
      fr: 'Le mot de passe doit comporter au moins {minimum} caractères.',
    },
    meaning: 'The password is shorter than `SVC_PASSWORD_MIN_LENGTH`.',
    remedy: { en: 'Use a longer password.', fr: 'Utilisez un mot de passe plus long.' },
  },
  password_too_common: {
    status: 400,
    detail: {
      en: 'This password is too common. Choose one that is harder to guess.',
      fr: 'Ce mot de passe est trop courant. Choisissez-en un plus difficile à deviner.',
    },
    meaning:
      'The password that a user chose is in the list of common passwords. Administrators may assign it.',
    remedy: {
      en: 'Use another password, for example several unrelated words.',
      fr: 'Utilisez un autre mot de passe, par exemple plusieurs mots sans rapport entre eux.',
    },
  },
  password_like_user_name: {
    status: 400,
    detail: {
      en: 'The password must not be composed of the user name, the email address or the name of the service.',
      fr: 'Le mot de passe ne doit pas être formé du nom d’utilisateur, de l’adresse électronique ou du nom du service.',
    },
    meaning:
      'Without the names of the account and of the service, hardly anything of the password that a user chose is left, or a common password.',
    remedy: {
      en: 'Use another password, for example several unrelated words.',
      fr: 'Utilisez un autre mot de passe, par exemple plusieurs mots sans rapport entre eux.',
    },
  },
  user_status_filter_invalid: {
    status: 400,
    detail: {
      en: 'Invalid user status. Allowed values are {values}.',
      fr: 'Statut d’utilisateur non valide. Les valeurs autorisées sont {values}.',
    },
    meaning: 'The query parameter `status` is not a user status.',
    remedy: {
      en: 'Use one of the values in `param.compare`.',
      fr: 'Utilisez l’une des valeurs de `param.compare`.',
    },
  },
  user_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the user.',
      fr: 'La requête ne modifie pas l’utilisateur.',
    },
    meaning: 'The request has no field, or all values are the current ones.',
    remedy: {
      en: 'Send at least one field with a new value.',
      fr: 'Envoyez au moins un champ avec une nouvelle valeur.',
    },
  },
  user_status_pending_not_allowed: {
    status: 400,
    detail: {
      en: 'The status of an existing user cannot be changed to Pending.',
      fr: 'Le statut d’un utilisateur existant ne peut pas devenir Pending.',
    },
    meaning: 'Only registrations that await confirmation are pending.',
    remedy: { en: 'Use another status.', fr: 'Utilisez un autre statut.' },
  },
  administrator_required: {
    status: 403,
    detail: {
      en: 'Only administrators can change the name or status of a user.',
      fr: 'Seuls les administrateurs peuvent modifier le nom ou le statut d’un utilisateur.',
    },
    meaning: 'A user tried to change a field of their own account that only administrators can change.',
    remedy: {
      en: 'Ask an administrator to make the change.',
      fr: 'Demandez à un administrateur de faire la modification.',
    },
  },
  anonymous_user_protected: {
    status: 403,
    detail: {
      en: 'The anonymous user cannot be changed.',
      fr: 'L’utilisateur anonyme ne peut pas être modifié.',
    },
    meaning:
      'The anonymous user represents requests without a session, and the user of a node represents its unlinked users. The server manages them.',
    remedy: {
      en: 'Change the anonymous group, or the group of the node, instead.',
      fr: 'Modifiez plutôt le groupe anonyme, ou le groupe du nœud.',
    },
  },
  keep_tokens_invalid: {
    status: 422,
    detail: {
      en: 'keep_tokens names API tokens of the own account, beside a new password of it.',
      fr: 'keep_tokens désigne des jetons d’API de son propre compte, avec un nouveau mot de passe de celui-ci.',
    },
    meaning:
      'The field is no list of identifiers, contains one that is of no API token of the account, or is sent without a new password or for another account. Nothing was changed.',
    remedy: {
      en: 'Use identifiers from `GET /users/{user_name}/tokens`, or leave the field out, which revokes all tokens.',
      fr: 'Utilisez des identifiants de `GET /users/{user_name}/tokens`, ou omettez le champ, ce qui révoque tous les jetons.',
    },
  },
  service_account_not_allowed: {
    status: 403,
    detail: {
      en: 'A service account cannot do this.',
      fr: 'Un compte de service ne le permet pas.',
    },
    meaning:
      'Service accounts authenticate with API tokens alone: they have no password, sign-in, linked identity or account at another instance, accept no terms, and do not change themselves.',
    remedy: {
      en: 'Use the account of a person, or have an administrator make the change with `/users/{user_name}`.',
      fr: 'Utilisez le compte d’une personne, ou faites faire la modification par un administrateur avec `/users/{user_name}`.',
    },
  },
  configured_administrator_protected: {
    status: 403,
    detail: {
      en: 'The configured administrator can only be changed in the configuration.',
      fr: 'L’administrateur configuré ne peut être modifié que dans la configuration.',
    },
    meaning: 'The request would delete or change the account of `SVC_ADMIN_USER`.',
    remedy: { en: 'Change the settings and restart.', fr: 'Modifiez les réglages et redémarrez.' },
  },
  configured_administrator_password_only: {
    status: 403,
    detail: {
      en: 'Only the password of the configured administrator can be changed, and only by this administrator.',
      fr: 'Seul le mot de passe de l’administrateur configuré peut être modifié, et uniquement par cet administrateur.',
    },
    meaning:
      'The request would change the account of `SVC_ADMIN_USER` in another way, or comes from another user.',
    remedy: {
      en: 'Change the settings and restart, or sign in as the configured administrator.',
      fr: 'Modifiez les réglages et redémarrez, ou connectez-vous en tant qu’administrateur configuré.',
    },
  },
} as const satisfies Entries;
