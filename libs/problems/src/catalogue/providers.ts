import type { Entries } from '../entry';

/** Identity providers, sign-ins with them, and identities of accounts. */
export const providers = {
  provider_not_found: {
    status: 404,
    detail: { en: 'Identity provider not found.', fr: 'Fournisseur d’identité introuvable.' },
    meaning: 'No configured identity provider has this name. `providers` lists the existing ones.',
    remedy: {
      en: 'Use a provider that `GET /providers` lists.',
      fr: 'Utilisez un fournisseur que liste `GET /providers`.',
    },
  },
  provider_name_invalid: {
    status: 422,
    detail: {
      en: 'Invalid identity provider name.',
      fr: 'Nom de fournisseur d’identité non valide.',
    },
    meaning: 'The name in the path is malformed.',
    remedy: {
      en: 'Use a provider that `GET /providers` lists.',
      fr: 'Utilisez un fournisseur que liste `GET /providers`.',
    },
  },
  provider_token_missing: {
    status: 400,
    detail: {
      en: 'The internal provider issues no tokens. Sign in with POST /signin.',
      fr: 'Le fournisseur interne n’émet pas de jetons. Connectez-vous avec POST /signin.',
    },
    meaning: 'Sign-in with the internal provider was requested without an `Authorization` header.',
    remedy: {
      en: 'Send user name and password to `POST /signin`.',
      fr: 'Envoyez le nom d’utilisateur et le mot de passe à `POST /signin`.',
    },
  },
  provider_token_malformed: {
    status: 400,
    detail: {
      en: 'The Authorization header must be Bearer followed by a token.',
      fr: 'L’en-tête Authorization doit être Bearer suivi d’un jeton.',
    },
    meaning: 'The `Authorization` header of a provider sign-in is malformed.',
    remedy: {
      en: 'Send `Authorization: Bearer` with the access token.',
      fr: 'Envoyez `Authorization: Bearer` avec le jeton d’accès.',
    },
  },
  provider_token_rejected: {
    status: 401,
    detail: {
      en: 'The provider does not accept this token.',
      fr: 'Le fournisseur n’accepte pas ce jeton.',
    },
    meaning: 'The token is unknown, has expired, or was issued for another audience.',
    remedy: {
      en: 'Obtain a new token from the provider.',
      fr: 'Obtenez un nouveau jeton auprès du fournisseur.',
    },
  },
  provider_sign_in_refused: {
    status: 401,
    detail: {
      en: 'The sign-in with the provider was refused.',
      fr: 'La connexion avec le fournisseur a été refusée.',
    },
    meaning:
      'The return from the provider is not accepted; `reason` states why: it belongs to no sign-in of this browser, the provider has refused it, or it cannot be verified.',
    remedy: {
      en: 'Begin the sign-in again. If it fails again, check the configuration of the provider.',
      fr: 'Recommencez la connexion. Si elle échoue à nouveau, vérifiez la configuration du fournisseur.',
    },
  },
  provider_unavailable: {
    status: 500,
    detail: {
      en: 'The identity provider cannot be reached, or its reply cannot be used.',
      fr: 'Le fournisseur d’identité est injoignable, ou sa réponse est inutilisable.',
    },
    meaning:
      'A request to the provider failed, was refused by `SVC_OUTGOING_ALLOWED`, took too long, or had a reply that cannot be used. The log has the reason.',
    remedy: {
      en: 'Try again later. If it fails again, check the configuration of the provider.',
      fr: 'Réessayez plus tard. En cas de nouvel échec, vérifiez la configuration du fournisseur.',
    },
  },
  provider_field_unknown: {
    status: 422,
    detail: {
      en: 'An identity provider has the fields {fields} only.',
      fr: 'Un fournisseur d’identité n’a que les champs {fields}.',
    },
    meaning: 'The definition has a field that does not exist.',
    remedy: {
      en: 'Remove the field that `param.name` names, or correct its name.',
      fr: 'Retirez le champ que nomme `param.name`, ou corrigez son nom.',
    },
  },
  provider_value_invalid: {
    status: 422,
    detail: {
      en: '{field} of an identity provider must be {expected}.',
      fr: 'Le champ {field} d’un fournisseur d’identité n’est pas valide ; valeur attendue : {expected}.',
    },
    meaning: 'A field of the definition has a value that it cannot have.',
    remedy: {
      en: 'Send a value as `param.compare` describes it.',
      fr: 'Envoyez une valeur telle que la décrit `param.compare`.',
    },
  },
  provider_target_refused: {
    status: 422,
    detail: {
      en: 'No requests are sent to a URL of the provider: {reason}.',
      fr: 'Aucune requête n’est envoyée à une URL du fournisseur : {reason}.',
    },
    meaning:
      'A URL has credentials, another scheme than https, or an address that is not public, and its target is not in `SVC_OUTGOING_ALLOWED`.',
    remedy: {
      en: 'Use another URL, or add the target to `SVC_OUTGOING_ALLOWED`.',
      fr: 'Utilisez une autre URL, ou ajoutez la cible à `SVC_OUTGOING_ALLOWED`.',
    },
  },
  external_account_missing: {
    status: 403,
    detail: {
      en: 'This identity belongs to no account, and the provider creates none.',
      fr: 'Cette identité n’appartient à aucun compte, et le fournisseur n’en crée pas.',
    },
    meaning: 'Provisioning is disabled for the provider, and no user has linked the identity.',
    remedy: {
      en: 'Sign in to an existing account and link the identity there, or ask an administrator for an account.',
      fr: 'Connectez-vous à un compte existant et liez-y l’identité, ou demandez un compte à un administrateur.',
    },
  },
  external_email_taken: {
    status: 409,
    detail: {
      en: 'An account with this email address exists. Sign in to it and link the identity there.',
      fr: 'Un compte avec cette adresse existe. Connectez-vous à ce compte et liez-y l’identité.',
    },
    meaning:
      'The provider has verified an email address that another account has. Only the owner of that account can link the identity to it.',
    remedy: {
      en: 'Sign in to the account, then link the identity on its page.',
      fr: 'Connectez-vous au compte, puis liez l’identité sur sa page.',
    },
  },
  external_identity_exists: {
    status: 409,
    detail: {
      en: 'This identity belongs to another account.',
      fr: 'Cette identité appartient à un autre compte.',
    },
    meaning: 'Another user has linked the identity, or signs in with it.',
    remedy: {
      en: 'Sign in with the identity, and unlink it there first.',
      fr: 'Connectez-vous avec l’identité, et déliez-la d’abord de ce compte.',
    },
  },
  recent_sign_in_required: {
    status: 403,
    detail: {
      en: 'This needs a sign-in within the last {minutes} minutes, or the current password. Sign in again, or send `current_password`.',
      fr: 'Cette action exige une connexion dans les {minutes} dernières minutes, ou le mot de passe actuel. Reconnectez-vous, ou envoyez `current_password`.',
    },
    meaning:
      'The session is older, or a token has opened it: someone else may use it by now. `current_password` was not sent, or is wrong (`matches` in `param`).',
    remedy: {
      en: 'Send the current password in `current_password`, or sign in again and repeat the request.',
      fr: 'Envoyez le mot de passe actuel dans `current_password`, ou reconnectez-vous et répétez la requête.',
    },
  },
  external_identity_last: {
    status: 403,
    detail: {
      en: 'The account could not be signed in to without this identity.',
      fr: 'Sans cette identité, il ne serait plus possible de se connecter au compte.',
    },
    meaning: 'The account has no password and no other identity of a configured provider.',
    remedy: {
      en: 'Link another identity first, or have an administrator set a password.',
      fr: 'Liez d’abord une autre identité, ou faites définir un mot de passe par un administrateur.',
    },
  },
  external_identity_not_found: {
    status: 404,
    detail: { en: 'Identity not found.', fr: 'Identité introuvable.' },
    meaning: 'The user has no identity with this identifier.',
    remedy: {
      en: '`GET /users/{user_name}/identities` lists the existing ones.',
      fr: '`GET /users/{user_name}/identities` liste les identités existantes.',
    },
  },
  external_identity_id_invalid: {
    status: 422,
    detail: {
      en: 'The identifier of an identity must be an integer.',
      fr: 'L’identifiant d’une identité doit être un entier.',
    },
    meaning: 'The identifier in the path is not an integer.',
    remedy: {
      en: 'Use an identifier from `GET /users/{user_name}/identities`.',
      fr: 'Utilisez un identifiant de `GET /users/{user_name}/identities`.',
    },
  },
  provider_internal: {
    status: 422,
    detail: {
      en: 'The internal provider has no identities to link.',
      fr: 'Le fournisseur interne n’a pas d’identités à lier.',
    },
    meaning: 'An operation for external identity providers names the internal one.',
    remedy: {
      en: 'Use a provider of `identity_providers` in `GET /providers`.',
      fr: 'Utilisez un fournisseur de `identity_providers` dans `GET /providers`.',
    },
  },
  provider_name_taken: {
    status: 409,
    detail: {
      en: 'A provider with this name exists.',
      fr: 'Un fournisseur portant ce nom existe.',
    },
    meaning:
      'The name is that of another identity provider, of the internal provider, or of the one for network tokens.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  provider_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the provider.',
      fr: 'La requête ne modifie pas le fournisseur.',
    },
    meaning: 'The request has neither a field of the definition nor a secret.',
    remedy: {
      en: 'Send at least one field with a new value.',
      fr: 'Envoyez au moins un champ avec une nouvelle valeur.',
    },
  },
  provider_read_only: {
    status: 403,
    detail: {
      en: 'This provider is defined in the configuration and cannot be changed by the API.',
      fr: 'Ce fournisseur est défini dans la configuration et ne peut pas être modifié par l’API.',
    },
    meaning:
      'The provider is in the settings, or in the file that `SVC_IDENTITY_PROVIDERS_CONFIG_PATH` names.',
    remedy: {
      en: 'Change the configuration and restart API and proxy.',
      fr: 'Modifiez la configuration et redémarrez l’API et le proxy.',
    },
  },
  provider_logout_refused: {
    status: 400,
    detail: {
      en: 'The logout token is not accepted.',
      fr: 'Le jeton de déconnexion n’est pas accepté.',
    },
    meaning:
      'The token of a back-channel logout is not a valid token of the provider, or was received before; `reason` states why.',
    remedy: {
      en: 'Check the back-channel logout of the client at the provider.',
      fr: 'Vérifiez la déconnexion par canal dorsal du client chez le fournisseur.',
    },
  },
} as const satisfies Entries;
