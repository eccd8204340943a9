import type { Entries } from '../entry';

/** Groups and memberships. */
export const groups = {
  group_not_found: {
    status: 404,
    otherStatuses: [400],
    detail: { en: 'Group not found.', fr: 'Groupe introuvable.' },
    meaning: 'No group has this name, or it is not discoverable. 400 in `PATCH /permissions`.',
    remedy: {
      en: 'Check the name, including its case; `GET /groups` lists the existing ones.',
      fr: 'Vérifiez le nom, y compris sa casse ; `GET /groups` liste les groupes existants.',
    },
  },
  group_name_invalid: {
    status: 422,
    otherStatuses: [400],
    detail: { en: 'Invalid group name.', fr: 'Nom de groupe non valide.' },
    meaning:
      'The name contains characters that are not allowed in group names. 422 in a path, 400 in a body.',
    remedy: {
      en: 'Use a name that matches the pattern in `param.compare`.',
      fr: 'Utilisez un nom qui correspond au motif de `param.compare`.',
    },
  },
  group_name_too_long: {
    status: 400,
    detail: {
      en: 'Group name must be at most {maximum} characters.',
      fr: 'Le nom du groupe doit comporter au plus {maximum} caractères.',
    },
    meaning: 'The name is longer than `SVC_USER_NAME_MAX_LENGTH`.',
    remedy: { en: 'Use a shorter name.', fr: 'Utilisez un nom plus court.' },
  },
  group_name_taken: {
    status: 409,
    detail: { en: 'Group name already in use.', fr: 'Nom de groupe déjà utilisé.' },
    meaning: 'Another group has this name.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  group_name_reserved: {
    status: 403,
    otherStatuses: [400],
    detail: {
      en: "The name '{name}' is a reserved keyword.",
      fr: 'Le nom « {name} » est un mot réservé.',
    },
    meaning:
      'The groups of administrators, of the anonymous user and of the network cannot be renamed or deleted. 400 for a new name that is reserved for groups of the network.',
    remedy: { en: 'Use another group.', fr: 'Utilisez un autre groupe.' },
  },
  group_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the group.',
      fr: 'La requête ne modifie pas le groupe.',
    },
    meaning: 'The request has no field, or all values are the current ones.',
    remedy: {
      en: 'Send at least one field with a new value.',
      fr: 'Envoyez au moins un champ avec une nouvelle valeur.',
    },
  },
  group_terms_absent: {
    status: 409,
    detail: {
      en: 'The group has no terms.',
      fr: 'Le groupe n’a pas de conditions d’utilisation.',
    },
    meaning:
      'Terms are set when a group is created. A group without terms cannot get any: its members would not have accepted them.',
    remedy: {
      en: 'Create another group with terms.',
      fr: 'Créez un autre groupe avec des conditions d’utilisation.',
    },
  },
  group_terms_unchanged: {
    status: 409,
    detail: {
      en: 'The text is that of the current version.',
      fr: 'Le texte est celui de la version actuelle.',
    },
    meaning: 'A new version of the terms must have another text.',
    remedy: { en: 'No action is needed.', fr: 'Il n’y a rien à faire.' },
  },
  group_terms_mail_unavailable: {
    status: 409,
    detail: {
      en: 'The group has terms that are accepted by mail, and this instance sends no mail.',
      fr: 'Les conditions du groupe s’acceptent par courriel, et cette instance n’en envoie pas.',
    },
    meaning:
      'The user has to accept the terms with a link that is sent by mail. No mail server is configured, or the user has no email address to which mail can be sent.',
    remedy: {
      en: 'Set `SVC_SMTP_HOST`, or use a group without terms.',
      fr: 'Définissez `SVC_SMTP_HOST`, ou utilisez un groupe sans conditions d’utilisation.',
    },
  },
  membership_exists: {
    status: 409,
    detail: {
      en: 'The user is already a member of the group.',
      fr: 'L’utilisateur est déjà membre du groupe.',
    },
    meaning: 'The membership to add already exists.',
    remedy: { en: 'No action is needed.', fr: 'Il n’y a rien à faire.' },
  },
  membership_not_found: {
    status: 404,
    detail: {
      en: 'The user is not a member of the group.',
      fr: 'L’utilisateur n’est pas membre du groupe.',
    },
    meaning: 'The membership to remove does not exist.',
    remedy: { en: 'No action is needed.', fr: 'Il n’y a rien à faire.' },
  },
  membership_status_invalid: {
    status: 400,
    detail: {
      en: 'Invalid membership status. Allowed values are {values}.',
      fr: 'Statut d’adhésion non valide. Les valeurs autorisées sont {values}.',
    },
    meaning: 'The query parameter `status` is not a membership status.',
    remedy: {
      en: 'Use one of the values in `param.compare`.',
      fr: 'Utilisez l’une des valeurs de `param.compare`.',
    },
  },
  anonymous_group_mandatory: {
    status: 403,
    detail: {
      en: 'Users cannot leave the anonymous group.',
      fr: 'Les utilisateurs ne peuvent pas quitter le groupe anonyme.',
    },
    meaning: 'Every user is a member of the anonymous group.',
    remedy: {
      en: 'Change the permissions of the group instead.',
      fr: 'Modifiez plutôt les permissions du groupe.',
    },
  },
  configured_administrator_membership: {
    status: 403,
    detail: {
      en: 'The configured administrator cannot leave the group of administrators.',
      fr: 'L’administrateur configuré ne peut pas quitter le groupe des administrateurs.',
    },
    meaning: 'The account of `SVC_ADMIN_USER` is always an administrator.',
    remedy: { en: 'Configure another administrator.', fr: 'Configurez un autre administrateur.' },
  },
} as const satisfies Entries;
