import type { Entries } from '../entry';

/** API tokens. */
export const tokens = {
  token_restricted: {
    status: 403,
    detail: {
      en: 'The restriction of the API token does not allow this operation.',
      fr: 'La restriction du jeton d’API n’autorise pas cette opération.',
    },
    meaning:
      'A token with a restriction is for services. At the API it may only read its session, and its own effective permissions, resources and explanations.',
    remedy: {
      en: 'Sign in, or use a token without a restriction.',
      fr: 'Connectez-vous, ou utilisez un jeton sans restriction.',
    },
  },
  token_not_sufficient: {
    status: 403,
    detail: {
      en: 'An API token is not enough for this change. Sign in.',
      fr: 'Un jeton d’API ne suffit pas pour cette modification. Connectez-vous.',
    },
    meaning:
      'Changes of the password, the email address, linked identities and API tokens, and the deletion of the own account, need a session that the owner of the account has begun, also where the current password is given.',
    remedy: {
      en: 'Sign in with `POST /signin`, and send the request with the session cookie.',
      fr: 'Connectez-vous avec `POST /signin`, et envoyez la requête avec le cookie de session.',
    },
  },
  api_token_invalid: {
    status: 401,
    detail: {
      en: 'The API token is not valid: it is unknown, revoked or expired.',
      fr: 'Le jeton d’API n’est pas valide : il est inconnu, révoqué ou expiré.',
    },
    meaning:
      'The token in `Authorization` names no API token of this instance, or its owner was deleted. Such a request is never anonymous, also where a valid cookie comes with it.',
    remedy: {
      en: 'Create a new token, or leave `Authorization` out.',
      fr: 'Créez un nouveau jeton, ou omettez `Authorization`.',
    },
  },
  token_not_found: {
    status: 404,
    detail: { en: 'API token not found.', fr: 'Jeton d’API introuvable.' },
    meaning: 'The user has no API token with this identifier: it may have been revoked.',
    remedy: {
      en: 'Use an identifier from `GET /users/{user_name}/tokens`.',
      fr: 'Utilisez un identifiant de `GET /users/{user_name}/tokens`.',
    },
  },
  token_id_invalid: {
    status: 422,
    detail: {
      en: 'The identifier of an API token must be a UUID.',
      fr: 'L’identifiant d’un jeton d’API doit être un UUID.',
    },
    meaning: 'The identifier in the path is malformed. It is not the token itself.',
    remedy: {
      en: 'Use an identifier from `GET /users/{user_name}/tokens`.',
      fr: 'Utilisez un identifiant de `GET /users/{user_name}/tokens`.',
    },
  },
  token_name_taken: {
    status: 409,
    detail: {
      en: 'Another API token of this user has this name.',
      fr: 'Un autre jeton d’API de cet utilisateur porte ce nom.',
    },
    meaning: 'Names of tokens are unique for each user.',
    remedy: {
      en: 'Choose another name, or revoke the other token.',
      fr: 'Choisissez un autre nom, ou révoquez l’autre jeton.',
    },
  },
  too_many_tokens: {
    status: 409,
    detail: {
      en: 'A user has at most {maximum} API tokens.',
      fr: 'Un utilisateur a au plus {maximum} jetons d’API.',
    },
    meaning: 'The account has as many tokens as an account may have, expired ones included.',
    remedy: { en: 'Revoke tokens that are no longer used.', fr: 'Révoquez les jetons qui ne servent plus.' },
  },
  token_expiry_invalid: {
    status: 422,
    detail: {
      en: 'The end of an API token must be a time with its offset from UTC, in the future and at most {seconds} seconds away (SVC_TOKEN_MAX_AGE).',
      fr: 'La fin d’un jeton d’API doit être une date et heure avec son décalage par rapport à UTC, dans le futur et dans {seconds} secondes au plus (SVC_TOKEN_MAX_AGE).',
    },
    meaning: '`expires` is not such a time, is in the past, or is later than `SVC_TOKEN_MAX_AGE` allows.',
    remedy: {
      en: 'Send a time such as `2027-02-25T08:00:00Z`, or leave it out.',
      fr: 'Envoyez une date et heure comme `2027-02-25T08:00:00Z`, ou omettez-la.',
    },
  },
  token_restriction_invalid: {
    status: 422,
    detail: {
      en: 'Invalid restriction of the API token ({field}).',
      fr: 'Restriction du jeton d’API non valide ({field}).',
    },
    meaning:
      'An entry is not an object with `resource_id` or `service_name`, `scope` and `permission_names`, or names a permission that the service does not have. `param` has the field and what is expected.',
    remedy: { en: 'Correct the field.', fr: 'Corrigez le champ.' },
  },
  token_restriction_excluded: {
    status: 422,
    detail: {
      en: 'An API token of an administrator has no restriction.',
      fr: 'Un jeton d’API d’administrateur n’a pas de restriction.',
    },
    meaning: '`administrator` and `restriction` exclude each other.',
    remedy: { en: 'Leave one of them out.', fr: 'Omettez l’un des deux.' },
  },
} as const satisfies Entries;
