import type { Entries } from '../entry';

/** Who sends a request, sign-in, sessions, and the reset of passwords. */
export const sessions = {
  authentication_required: {
    status: 401,
    detail: { en: 'Authentication required.', fr: 'Authentification requise.' },
    meaning: 'The operation needs a session, and the request carries none that is valid.',
    remedy: {
      en: 'Sign in with `POST /signin` and send the session cookie.',
      fr: 'Connectez-vous avec `POST /signin` et envoyez le cookie de session.',
    },
  },
  permission_denied: {
    status: 403,
    detail: { en: 'Permission denied.', fr: 'Autorisation refusée.' },
    meaning: 'The signed-in user is not allowed to do this.',
    remedy: {
      en: 'Ask an administrator for the permission; `X-Gatehouse-Decision` names the one that the proxy checked.',
      fr: 'Demandez la permission à un administrateur ; `X-Gatehouse-Decision` nomme celle que le proxy a vérifiée.',
    },
  },
  invalid_credentials: {
    status: 401,
    detail: {
      en: 'Invalid user name or password.',
      fr: 'Nom d’utilisateur ou mot de passe non valide.',
    },
    meaning:
      'No account has this user name or email address and this password. The reply does not disclose which of them is wrong.',
    remedy: { en: 'Check the credentials.', fr: 'Vérifiez les identifiants.' },
  },
  sign_in_by_link: {
    status: 403,
    detail: {
      en: 'A link does not sign in a browser.',
      fr: 'Un lien n’ouvre pas de session dans un navigateur.',
    },
    meaning:
      '`GET /signin` was opened as a page, by a link or from the address bar, and the console with its sign-in page is disabled. Anyone can send such a link.',
    remedy: {
      en: 'Send `POST /signin` from a program or from a page of the same origin.',
      fr: 'Envoyez `POST /signin` depuis un programme ou une page de la même origine.',
    },
  },
  sign_in_rate_limited: {
    status: 429,
    detail: {
      en: 'Too many failed sign-in attempts for this account (SVC_SIGNIN_ACCOUNT_FAILURES: {accountFailures}) or from this address (SVC_SIGNIN_ADDRESS_FAILURES: {addressFailures}) within {seconds} seconds. Try again later.',
      fr: 'Trop d’échecs de connexion pour ce compte (SVC_SIGNIN_ACCOUNT_FAILURES, {accountFailures}) ou depuis cette adresse (SVC_SIGNIN_ADDRESS_FAILURES, {addressFailures}) en {seconds} secondes. Réessayez plus tard.',
    },
    meaning: 'A limit on failed sign-ins was reached. The reply does not disclose which of the two.',
    remedy: {
      en: 'Retry after the number of seconds in `Retry-After`.',
      fr: 'Réessayez après le nombre de secondes de `Retry-After`.',
    },
  },
  password_queue_full: {
    status: 503,
    detail: {
      en: 'Too many passwords are waiting to be checked (SVC_PASSWORD_QUEUE: {queue}, SVC_PASSWORD_QUEUE_PER_ADDRESS: {perAddress}). Try again later.',
      fr: 'Trop de mots de passe sont en attente de vérification (SVC_PASSWORD_QUEUE, {queue}, SVC_PASSWORD_QUEUE_PER_ADDRESS, {perAddress}). Réessayez plus tard.',
    },
    meaning: 'Hashing passwords takes time, and the queue for it is full.',
    remedy: {
      en: 'Retry after the number of seconds in `Retry-After`.',
      fr: 'Réessayez après le nombre de secondes de `Retry-After`.',
    },
  },
  sign_in_not_allowed: {
    status: 403,
    detail: {
      en: 'Signing in as the anonymous user is not allowed.',
      fr: 'Il n’est pas possible de se connecter en tant qu’utilisateur anonyme.',
    },
    meaning: 'The request uses the name or email address of the anonymous user to sign in.',
    remedy: {
      en: 'Sign in with another account; requests without a session are anonymous.',
      fr: 'Connectez-vous avec un autre compte ; les requêtes sans session sont anonymes.',
    },
  },
  console_disabled: {
    status: 404,
    detail: {
      en: 'The console is disabled (SVC_UI_ENABLED).',
      fr: 'La console est désactivée (SVC_UI_ENABLED).',
    },
    meaning: 'The console and its sign-in form are disabled.',
    remedy: {
      en: 'Use `POST /signin`, or enable the console.',
      fr: 'Utilisez `POST /signin`, ou activez la console.',
    },
  },
  homepage_not_allowed: {
    status: 403,
    detail: {
      en: 'Homepage-Route must be a URL of this host.',
      fr: 'Homepage-Route doit être une URL de cet hôte.',
    },
    meaning: '`Homepage-Route` or `came_from` points to another host.',
    remedy: { en: 'Use a URL below `SVC_URL`.', fr: 'Utilisez une URL sous `SVC_URL`.' },
  },
  password_reset_disabled: {
    status: 404,
    detail: {
      en: 'Passwords cannot be reset by mail here (SVC_SMTP_HOST is not set).',
      fr: 'La réinitialisation du mot de passe par courriel n’est pas disponible (SVC_SMTP_HOST n’est pas défini).',
    },
    meaning: 'No mail server is configured.',
    remedy: {
      en: 'Ask an administrator for a new password, or configure a mail server.',
      fr: 'Demandez un nouveau mot de passe à un administrateur, ou configurez un serveur de messagerie.',
    },
  },
  password_reset_rate_limited: {
    status: 429,
    detail: {
      en: 'Too many password resets were requested from this address (SVC_PASSWORD_RESET_REQUESTS: {most}) within {seconds} seconds. Try again later.',
      fr: 'Trop de réinitialisations de mot de passe demandées depuis cette adresse (SVC_PASSWORD_RESET_REQUESTS, {most}) en {seconds} secondes. Réessayez plus tard.',
    },
    meaning: 'The limit on password resets of a client network was reached, regardless of the accounts.',
    remedy: {
      en: 'Retry after the number of seconds in `Retry-After`.',
      fr: 'Réessayez après le nombre de secondes de `Retry-After`.',
    },
  },
  session_id_invalid: {
    status: 422,
    detail: { en: 'Invalid session identifier.', fr: 'Identifiant de session non valide.' },
    meaning: 'The identifier in the path is not a UUID.',
    remedy: {
      en: 'Use an identifier of `GET /users/{user_name}/sessions`.',
      fr: 'Utilisez un identifiant de `GET /users/{user_name}/sessions`.',
    },
  },
  session_not_found: {
    status: 404,
    detail: { en: 'Session not found.', fr: 'Session introuvable.' },
    meaning:
      'The user has no session with this identifier, or it is over. Sessions of other users are not distinguished.',
    remedy: { en: 'List the sessions of the user.', fr: 'Listez les sessions de l’utilisateur.' },
  },
} as const satisfies Entries;
