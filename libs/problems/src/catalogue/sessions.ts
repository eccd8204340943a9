import type { Entries } from '../entry';

/** Who sends a request, sign-in, and identity providers. */
export const sessions = {
  authentication_required: {
    status: 401,
    detail: { en: 'Authentication required.', fr: 'Authentification requise.' },
    meaning: 'The operation needs a session, and the request carries none that is valid.',
    remedy: 'Sign in with `POST /signin` and send the session cookie.',
  },
  permission_denied: {
    status: 403,
    detail: { en: 'Permission denied.', fr: 'Autorisation refusée.' },
    meaning: 'The signed-in user is not allowed to do this.',
    remedy:
      'Ask an administrator for the permission; `X-Gatehouse-Decision` names the one that the proxy checked.',
  },
  invalid_credentials: {
    status: 401,
    detail: {
      en: 'Invalid user name or password.',
      fr: 'Nom d’utilisateur ou mot de passe non valide.',
    },
    meaning:
      'No account has this user name or email address and this password. The reply does not disclose which of them is wrong.',
    remedy: 'Check the credentials.',
  },
  sign_in_by_link: {
    status: 403,
    detail: {
      en: 'A link does not sign in a browser.',
      fr: 'Un lien n’ouvre pas de session dans un navigateur.',
    },
    meaning:
      '`GET /signin` was opened as a page, by a link or from the address bar, and the console with its sign-in page is disabled. Anyone can send such a link.',
    remedy: 'Send `POST /signin` from a program or from a page of the same origin.',
  },
  sign_in_rate_limited: {
    status: 429,
    detail: {
      en: 'Too many failed sign-in attempts for this account (SVC_SIGNIN_ACCOUNT_FAILURES: {accountFailures}) or from this address (SVC_SIGNIN_ADDRESS_FAILURES: {addressFailures}) within {seconds} seconds. Try again later.',
      fr: 'Trop d’échecs de connexion pour ce compte (SVC_SIGNIN_ACCOUNT_FAILURES, {accountFailures}) ou depuis cette adresse (SVC_SIGNIN_ADDRESS_FAILURES, {addressFailures}) en {seconds} secondes. Réessayez plus tard.',
    },
    meaning: 'A limit on failed sign-ins was reached. The reply does not disclose which of the two.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  password_queue_full: {
    status: 503,
    detail: {
      en: 'Too many passwords are waiting to be checked (SVC_PASSWORD_QUEUE: {queue}, SVC_PASSWORD_QUEUE_PER_ADDRESS: {perAddress}). Try again later.',
      fr: 'Trop de mots de passe sont en attente de vérification (SVC_PASSWORD_QUEUE, {queue}, SVC_PASSWORD_QUEUE_PER_ADDRESS, {perAddress}). Réessayez plus tard.',
    },
    meaning: 'Hashing passwords takes time, and the queue for it is full.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  sign_in_not_allowed: {
    status: 403,
    detail: {
      en: 'Signing in as the anonymous user is not allowed.',
      fr: 'Il n’est pas possible de se connecter en tant qu’utilisateur anonyme.',
    },
    meaning: 'The request uses the name or email address of the anonymous user to sign in.',
    remedy: 'Sign in with another account; requests without a session are anonymous.',
  },
  console_disabled: {
    status: 404,
    detail: {
      en: 'The console is disabled (SVC_UI_ENABLED).',
      fr: 'La console est désactivée (SVC_UI_ENABLED).',
    },
    meaning: 'The console and its sign-in form are disabled.',
    remedy: 'Use `POST /signin`, or enable the console.',
  },
  provider_not_found: {
    status: 404,
    detail: { en: 'Identity provider not found.', fr: 'Fournisseur d’identité introuvable.' },
    meaning: 'No configured identity provider has this name. `providers` lists the existing ones.',
    remedy: 'Use a provider that `GET /providers` lists.',
  },
  provider_name_invalid: {
    status: 422,
    detail: {
      en: 'Invalid identity provider name.',
      fr: 'Nom de fournisseur d’identité non valide.',
    },
    meaning: 'The name in the path is malformed.',
    remedy: 'Use a provider that `GET /providers` lists.',
  },
  provider_token_missing: {
    status: 400,
    detail: {
      en: 'The internal provider issues no tokens. Sign in with POST /signin.',
      fr: 'Le fournisseur interne n’émet pas de jetons. Connectez-vous avec POST /signin.',
    },
    meaning: 'Sign-in with the internal provider was requested without an `Authorization` header.',
    remedy: 'Send user name and password to `POST /signin`.',
  },
  provider_token_malformed: {
    status: 400,
    detail: {
      en: 'The Authorization header must be Bearer followed by a token.',
      fr: 'L’en-tête Authorization doit être Bearer suivi d’un jeton.',
    },
    meaning: 'The `Authorization` header of a provider sign-in is malformed.',
    remedy: 'Send `Authorization: Bearer` with the access token.',
  },
  provider_token_rejected: {
    status: 401,
    detail: {
      en: 'The provider does not accept this token.',
      fr: 'Le fournisseur n’accepte pas ce jeton.',
    },
    meaning: 'The token is unknown, has expired, or was issued for another audience.',
    remedy: 'Obtain a new token from the provider.',
  },
  provider_sign_in_refused: {
    status: 401,
    detail: {
      en: 'The sign-in with the provider was refused.',
      fr: 'La connexion avec le fournisseur a été refusée.',
    },
    meaning:
      'The return from the provider is not accepted; `reason` states why: it belongs to no sign-in of this browser, the provider has refused it, or it cannot be verified.',
    remedy: 'Begin the sign-in again. If it fails again, check the configuration of the provider.',
  },
  provider_unavailable: {
    status: 500,
    detail: {
      en: 'The identity provider cannot be reached, or its reply cannot be used.',
      fr: 'Le fournisseur d’identité est injoignable, ou sa réponse est inutilisable.',
    },
    meaning:
      'A request to the provider failed, was refused by `SVC_OUTGOING_ALLOWED`, took too long, or had a reply that cannot be used. The log has the reason.',
    remedy: 'Try again later. If it fails again, check the configuration of the provider.',
  },
  provider_field_unknown: {
    status: 422,
    detail: {
      en: 'An identity provider has the fields {fields} only.',
      fr: 'Un fournisseur d’identité n’a que les champs {fields}.',
    },
    meaning: 'The definition has a field that does not exist.',
    remedy: 'Remove the field that `param.name` names, or correct its name.',
  },
  provider_value_invalid: {
    status: 422,
    detail: {
      en: '{field} of an identity provider must be {expected}.',
      fr: 'Le champ {field} d’un fournisseur d’identité n’est pas valide ; valeur attendue : {expected}.',
    },
    meaning: 'A field of the definition has a value that it cannot have.',
    remedy: 'Send a value as `param.compare` describes it.',
  },
  provider_target_refused: {
    status: 422,
    detail: {
      en: 'No requests are sent to a URL of the provider: {reason}.',
      fr: 'Aucune requête n’est envoyée à une URL du fournisseur : {reason}.',
    },
    meaning:
      'A URL has credentials, another scheme than https, or an address that is not public, and its target is not in `SVC_OUTGOING_ALLOWED`.',
    remedy: 'Use another URL, or add the target to `SVC_OUTGOING_ALLOWED`.',
  },
  external_account_missing: {
    status: 403,
    detail: {
      en: 'This identity belongs to no account, and the provider creates none.',
      fr: 'Cette identité n’appartient à aucun compte, et le fournisseur n’en crée pas.',
    },
    meaning: 'Provisioning is disabled for the provider, and no user has linked the identity.',
    remedy:
      'Sign in to an existing account and link the identity there, or ask an administrator for an account.',
  },
  external_email_taken: {
    status: 409,
    detail: {
      en: 'An account with this email address exists. Sign in to it and link the identity there.',
      fr: 'Un compte avec cette adresse existe. Connectez-vous à ce compte et liez-y l’identité.',
    },
    meaning:
      'The provider has verified an email address that another account has. Only the owner of that account can link the identity to it.',
    remedy: 'Sign in to the account, then link the identity on its page.',
  },
  external_identity_exists: {
    status: 409,
    detail: {
      en: 'This identity belongs to another account.',
      fr: 'Cette identité appartient à un autre compte.',
    },
    meaning: 'Another user has linked the identity, or signs in with it.',
    remedy: 'Sign in with the identity, and unlink it there first.',
  },
  recent_sign_in_required: {
    status: 403,
    detail: {
      en: 'This needs a sign-in within the last {minutes} minutes, or the current password. Sign in again, or send `current_password`.',
      fr: 'Cette action exige une connexion dans les {minutes} dernières minutes, ou le mot de passe actuel. Reconnectez-vous, ou envoyez `current_password`.',
    },
    meaning:
      'The session is older, or a token has opened it: someone else may use it by now. `current_password` was not sent, or is wrong (`matches` in `param`).',
    remedy: 'Send the current password in `current_password`, or sign in again and repeat the request.',
  },
  external_identity_last: {
    status: 403,
    detail: {
      en: 'The account could not be signed in to without this identity.',
      fr: 'Sans cette identité, il ne serait plus possible de se connecter au compte.',
    },
    meaning: 'The account has no password and no other identity of a configured provider.',
    remedy: 'Link another identity first, or have an administrator set a password.',
  },
  external_identity_not_found: {
    status: 404,
    detail: { en: 'Identity not found.', fr: 'Identité introuvable.' },
    meaning: 'The user has no identity with this identifier.',
    remedy: '`GET /users/{user_name}/identities` lists the existing ones.',
  },
  external_identity_id_invalid: {
    status: 422,
    detail: {
      en: 'The identifier of an identity must be an integer.',
      fr: 'L’identifiant d’une identité doit être un entier.',
    },
    meaning: 'The identifier in the path is not an integer.',
    remedy: 'Use an identifier from `GET /users/{user_name}/identities`.',
  },
  provider_internal: {
    status: 422,
    detail: {
      en: 'The internal provider has no identities to link.',
      fr: 'Le fournisseur interne n’a pas d’identités à lier.',
    },
    meaning: 'An operation for external identity providers names the internal one.',
    remedy: 'Use a provider of `identity_providers` in `GET /providers`.',
  },
  provider_name_taken: {
    status: 409,
    detail: {
      en: 'A provider with this name exists.',
      fr: 'Un fournisseur portant ce nom existe.',
    },
    meaning:
      'The name is that of another identity provider, of the internal provider, or of the one for network tokens.',
    remedy: 'Use another name.',
  },
  provider_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the provider.',
      fr: 'La requête ne modifie pas le fournisseur.',
    },
    meaning: 'The request has neither a field of the definition nor a secret.',
    remedy: 'Send at least one field with a new value.',
  },
  provider_read_only: {
    status: 403,
    detail: {
      en: 'This provider is defined in the configuration and cannot be changed by the API.',
      fr: 'Ce fournisseur est défini dans la configuration et ne peut pas être modifié par l’API.',
    },
    meaning:
      'The provider is in the settings, or in the file that `SVC_IDENTITY_PROVIDERS_CONFIG_PATH` names.',
    remedy: 'Change the configuration and restart API and proxy.',
  },
  provider_logout_refused: {
    status: 400,
    detail: {
      en: 'The logout token is not accepted.',
      fr: 'Le jeton de déconnexion n’est pas accepté.',
    },
    meaning:
      'The token of a back-channel logout is not a valid token of the provider, or was received before; `reason` states why.',
    remedy: 'Check the back-channel logout of the client at the provider.',
  },
  homepage_not_allowed: {
    status: 403,
    detail: {
      en: 'Homepage-Route must be a URL of this host.',
      fr: 'Homepage-Route doit être une URL de cet hôte.',
    },
    meaning: '`Homepage-Route` or `came_from` points to another host.',
    remedy: 'Use a URL below `SVC_URL`.',
  },
  password_reset_disabled: {
    status: 404,
    detail: {
      en: 'Passwords cannot be reset by mail here (SVC_SMTP_HOST is not set).',
      fr: 'La réinitialisation du mot de passe par courriel n’est pas disponible (SVC_SMTP_HOST n’est pas défini).',
    },
    meaning: 'No mail server is configured.',
    remedy: 'Ask an administrator for a new password, or configure a mail server.',
  },
  password_reset_rate_limited: {
    status: 429,
    detail: {
      en: 'Too many password resets were requested from this address (SVC_PASSWORD_RESET_REQUESTS: {most}) within {seconds} seconds. Try again later.',
      fr: 'Trop de réinitialisations de mot de passe demandées depuis cette adresse (SVC_PASSWORD_RESET_REQUESTS, {most}) en {seconds} secondes. Réessayez plus tard.',
    },
    meaning: 'The limit on password resets of a client network was reached, regardless of the accounts.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  session_id_invalid: {
    status: 422,
    detail: { en: 'Invalid session identifier.', fr: 'Identifiant de session non valide.' },
    meaning: 'The identifier in the path is not a UUID.',
    remedy: 'Use an identifier of `GET /users/{user_name}/sessions`.',
  },
  session_not_found: {
    status: 404,
    detail: { en: 'Session not found.', fr: 'Session introuvable.' },
    meaning:
      'The user has no session with this identifier, or it is over. Sessions of other users are not distinguished.',
    remedy: 'List the sessions of the user.',
  },
} as const satisfies Entries;
