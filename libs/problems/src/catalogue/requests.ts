import type { Entries } from '../entry';

const NOT_AGAIN = {
  en: 'Correct the request; retrying it unchanged fails again.',
  fr: 'Corrigez la requête ; répétée telle quelle, elle échoue à nouveau.',
} as const;

/** Requests that cannot be read or routed. */
export const requests = {
  unexpected_error: {
    status: 500,
    detail: {
      en: 'Internal server error. The failure has been logged.',
      fr: 'Erreur interne du serveur. Elle a été consignée dans le journal.',
    },
    meaning: 'The server has a defect.',
    remedy: {
      en: 'Look up the log entry with the `X-Request-Id` of the reply.',
      fr: 'Cherchez dans le journal l’entrée qui porte le `X-Request-Id` de la réponse.',
    },
  },
  database_unavailable: {
    status: 503,
    detail: {
      en: 'The database is unavailable. Nothing was changed. Try again later.',
      fr: 'La base de données est indisponible. Rien n’a été modifié. Réessayez plus tard.',
    },
    meaning:
      'The database cannot be reached, has closed the connection, did not answer within `SVC_DB_TIMEOUT`, or cannot carry out statements, for example because its disk is full. A request for a change had no effect.',
    remedy: {
      en: 'Repeat the request after `Retry-After`. The administrator finds the cause in the log.',
      fr: 'Répétez la requête après le délai de `Retry-After`. L’administrateur trouve la cause dans le journal.',
    },
  },
  outcome_unknown: {
    status: 503,
    detail: {
      en: 'The connection to the database was lost during the commit. The request may have been carried out, as revision {revision}; look before you repeat it.',
      fr: 'La connexion à la base de données a été perdue pendant la validation. La requête a peut-être été exécutée, en révision {revision} ; vérifiez avant de la répéter.',
    },
    meaning:
      'The database became unavailable when the change was being committed, or after that. `revision` is the number that the change has if it was committed; another change has it otherwise.',
    remedy: {
      en: 'Read what was to be changed. Administrators find the revision in `GET /changes?after=` with the number before it, and in the audit log by the `X-Request-Id` of the reply.',
      fr: 'Relisez ce qui devait être modifié. Les administrateurs trouvent la révision dans `GET /changes?after=` avec le numéro qui la précède, et dans le journal d’audit d’après le `X-Request-Id` de la réponse.',
    },
  },
  read_only: {
    status: 503,
    detail: {
      en: 'Changes are not accepted at the moment: Gatehouse is in read-only mode. Nothing was changed. Try again later.',
      fr: 'Les modifications ne sont pas acceptées pour le moment : Gatehouse est en lecture seule. Rien n’a été modifié. Réessayez plus tard.',
    },
    meaning:
      'The API is in read-only mode (`SVC_READ_ONLY`), for example while an instance moves. Sign-in, sign-out and requests for services work.',
    remedy: {
      en: 'Repeat the request after `Retry-After`, when the administrator has ended the mode.',
      fr: 'Répétez la requête après le délai de `Retry-After`, quand l’administrateur a mis fin à la lecture seule.',
    },
  },
  too_many_large_replies: {
    status: 429,
    detail: {
      en: 'Too many large replies are being sent. Try again later.',
      fr: 'Trop de réponses volumineuses sont en cours d’envoi. Réessayez plus tard.',
    },
    meaning:
      'The process sends as many replies above 1 MB as it may at the same time, in all, to this user, or to callers without a session.',
    remedy: {
      en: 'Repeat the request after `Retry-After`. Ask for pages (`limit`), or for the children of one resource (`GET /resources/{resource_id}/children`).',
      fr: 'Répétez la requête après le délai de `Retry-After`. Demandez des pages (`limit`), ou les enfants d’une seule ressource (`GET /resources/{resource_id}/children`).',
    },
  },
  invalid_request: {
    status: 400,
    detail: { en: 'Invalid request.', fr: 'Requête non valide.' },
    meaning: 'The request cannot be processed or forwarded, for example because of an invalid header.',
    remedy: NOT_AGAIN,
  },
  malformed_request: {
    status: 400,
    detail: { en: 'The request is not valid HTTP.', fr: 'La requête n’est pas du HTTP valide.' },
    meaning: 'The HTTP parser cannot read the request.',
    remedy: {
      en: 'Use an HTTP client library; check intermediaries that rewrite requests.',
      fr: 'Utilisez une bibliothèque cliente HTTP ; vérifiez les intermédiaires qui réécrivent les requêtes.',
    },
  },
  unknown_method: {
    status: 501,
    detail: { en: 'Unknown HTTP method.', fr: 'Méthode HTTP inconnue.' },
    meaning: 'The server does not implement the method of the request.',
    remedy: NOT_AGAIN,
  },
  unsupported_version: {
    status: 400,
    detail: {
      en: 'Unsupported HTTP version. Use HTTP/1.1 or HTTP/1.0.',
      fr: 'Version de HTTP non prise en charge. Utilisez HTTP/1.1 ou HTTP/1.0.',
    },
    meaning: 'The request uses another version of HTTP.',
    remedy: {
      en: 'Send HTTP/1.1; terminate HTTP/2 in the front end.',
      fr: 'Envoyez du HTTP/1.1 ; terminez HTTP/2 dans le serveur frontal.',
    },
  },
  url_too_long: {
    status: 414,
    detail: {
      en: 'The URL is too long. The request line and headers must not exceed {maximum} bytes together.',
      fr: 'L’URL est trop longue. La ligne de requête et les en-têtes ne doivent pas dépasser {maximum} octets au total.',
    },
    meaning: 'The request line does not fit into the buffer for the request head.',
    remedy: {
      en: 'Shorten the URL, or send the parameters in a body.',
      fr: 'Raccourcissez l’URL, ou envoyez les paramètres dans un corps.',
    },
  },
  headers_too_large: {
    status: 431,
    detail: {
      en: 'The headers are too large. The request line and headers must not exceed {maximum} bytes together.',
      fr: 'Les en-têtes sont trop volumineux. La ligne de requête et les en-têtes ne doivent pas dépasser {maximum} octets au total.',
    },
    meaning: 'The headers do not fit into the buffer for the request head.',
    remedy: {
      en: 'Remove cookies or headers that are not needed.',
      fr: 'Retirez les cookies ou les en-têtes inutiles.',
    },
  },
  chunk_extensions_too_large: {
    status: 413,
    detail: {
      en: 'The chunk extensions of the request body are too large.',
      fr: 'Les extensions de bloc du corps de la requête sont trop volumineuses.',
    },
    meaning: 'The body uses chunked encoding with very large chunk extensions.',
    remedy: {
      en: 'Send the body without chunk extensions.',
      fr: 'Envoyez le corps sans extensions de bloc.',
    },
  },
  request_too_slow: {
    status: 408,
    detail: {
      en: 'Timed out reading the request.',
      fr: 'Délai dépassé lors de la lecture de la requête.',
    },
    meaning: 'The request did not arrive completely within the time limit.',
    remedy: { en: 'Retry over a faster connection.', fr: 'Réessayez avec une connexion plus rapide.' },
  },
  no_host: {
    status: 400,
    detail: {
      en: 'The Host header is missing.',
      fr: 'L’en-tête Host est absent.',
    },
    meaning: 'An HTTP/1.1 request without a `Host` header.',
    remedy: { en: 'Send exactly one `Host` header.', fr: 'Envoyez exactement un en-tête `Host`.' },
  },
  several_hosts: {
    status: 400,
    detail: {
      en: 'The request has more than one Host header.',
      fr: 'La requête comporte plusieurs en-têtes Host.',
    },
    meaning: 'A request with several `Host` headers, which intermediaries may interpret differently.',
    remedy: { en: 'Send exactly one `Host` header.', fr: 'Envoyez exactement un en-tête `Host`.' },
  },
  misdirected_request: {
    status: 421,
    detail: {
      en: 'The API is not served at the address of services.',
      fr: 'L’API n’est pas servie à l’adresse des services.',
    },
    meaning:
      'The request names the host of `SVC_PROXY_PUBLIC_URL`, whose origin differs from that of `SVC_URL`. Pages of services must not reach the API as their own origin.',
    remedy: {
      en: 'Send the request to `SVC_URL`. Configure the front end to forward requests for the host of services to the proxy only.',
      fr: 'Envoyez la requête à `SVC_URL`. Configurez le serveur frontal pour ne transmettre qu’au proxy les requêtes destinées à l’hôte des services.',
    },
  },
  invalid_path_encoding: {
    status: 400,
    detail: {
      en: 'The path has an invalid percent-encoding or is not valid UTF-8.',
      fr: 'Le chemin comporte un encodage pourcent non valide ou n’est pas en UTF-8 valide.',
    },
    meaning: 'The path of the request cannot be decoded.',
    remedy: {
      en: 'Percent-encode the UTF-8 bytes of each path segment.',
      fr: 'Encodez en pourcent les octets UTF-8 de chaque segment du chemin.',
    },
  },
  route_not_found: {
    status: 404,
    detail: { en: 'Not found.', fr: 'Ressource introuvable.' },
    meaning: 'No operation exists at this path.',
    remedy: {
      en: 'Compare the path with the description of the API (`GET /json`).',
      fr: 'Comparez le chemin avec la description de l’API (`GET /json`).',
    },
  },
  tested_request_invalid: {
    status: 422,
    detail: {
      en: 'The request to test cannot be read: {problem}.',
      fr: 'La requête à tester est illisible\u00a0: {problem}.',
    },
    meaning:
      'The method, the URL, a header or the body of the request to test cannot be part of an HTTP request.',
    remedy: { en: 'Correct the value in `param.name`.', fr: 'Corrigez la valeur que nomme `param.name`.' },
  },
  tested_url_elsewhere: {
    status: 422,
    detail: {
      en: 'The URL is not below the public address of the proxy, {address}.',
      fr: 'L’URL ne se trouve pas sous l’adresse publique du proxy, {address}.',
    },
    meaning: 'The request to test would not reach the proxy.',
    remedy: {
      en: 'Use a URL below `SVC_PROXY_PUBLIC_URL`, its path, or `service/path`.',
      fr: 'Utilisez une URL sous `SVC_PROXY_PUBLIC_URL`, son chemin, ou `service/path`.',
    },
  },
  tested_command_unsupported: {
    status: 422,
    detail: {
      en: 'The curl command is not supported. {explanation}',
      fr: 'La commande curl n’est pas prise en charge. {explanation}',
    },
    meaning:
      'The command contains an option that is not supported, reads a file, or contains what a shell would replace or execute. ' +
      'It is never executed.',
    remedy: {
      en: 'Simplify the command, or enter method, URL, headers and body instead.',
      fr: 'Simplifiez la commande, ou indiquez plutôt la méthode, l’URL, les en-têtes et le corps.',
    },
  },
  method_not_allowed: {
    status: 405,
    detail: {
      en: 'The method is not allowed on this path. The Allow header lists the allowed methods.',
      fr: 'La méthode n’est pas autorisée sur ce chemin. L’en-tête Allow énumère les méthodes autorisées.',
    },
    meaning: 'The path exists, but not with this method.',
    remedy: {
      en: 'Use a method that the `Allow` header lists.',
      fr: 'Utilisez une méthode que liste l’en-tête `Allow`.',
    },
  },
  not_acceptable: {
    status: 406,
    detail: {
      en: 'None of the accepted media types is available. Supported types are {types}.',
      fr: 'Aucun des types de média acceptés n’est disponible. Les types pris en charge sont {types}.',
    },
    meaning:
      'The `Accept` header excludes every format of the reply. The error itself is always returned as JSON.',
    remedy: {
      en: 'Accept one of the supported media types.',
      fr: 'Acceptez l’un des types de média pris en charge.',
    },
  },
  malformed_revision: {
    status: 400,
    detail: {
      en: 'X-Access-Revision must be a revision number.',
      fr: 'X-Access-Revision doit être un numéro de révision.',
    },
    meaning: 'The header `X-Access-Revision` is not a number.',
    remedy: {
      en: 'Send the value of a previous reply, or omit the header.',
      fr: 'Envoyez la valeur d’une réponse précédente, ou omettez l’en-tête.',
    },
  },
  future_revision: {
    status: 400,
    detail: {
      en: 'X-Access-Revision is beyond the newest revision.',
      fr: 'X-Access-Revision dépasse la révision la plus récente.',
    },
    meaning: 'The requested revision has not been committed.',
    remedy: {
      en: 'Send the value of a previous reply, or omit the header.',
      fr: 'Envoyez la valeur d’une réponse précédente, ou omettez l’en-tête.',
    },
  },
  malformed_if_match: {
    status: 400,
    detail: {
      en: 'If-Match must be a revision number in double quotes.',
      fr: 'If-Match doit être un numéro de révision entre guillemets.',
    },
    meaning: 'The header `If-Match` is neither `*` nor a quoted revision that has been committed.',
    remedy: {
      en: 'Send the revision of a previous reply in double quotes, or omit the header.',
      fr: 'Envoyez la révision d’une réponse précédente entre guillemets droits doubles, ou omettez l’en-tête.',
    },
  },
  changed_meanwhile: {
    status: 412,
    detail: {
      en: 'Somebody else has changed the same fields since the revision in If-Match. Nothing was changed.',
      fr: 'Les mêmes champs ont été modifiés par quelqu’un d’autre depuis la révision indiquée par If-Match. Rien n’a été modifié.',
    },
    meaning:
      'The request would overwrite fields that were changed after the revision in `If-Match`; `changed_fields` lists them with their current values.',
    remedy: {
      en: 'Compare the current values with the intended ones. Send the fields that are still wanted, with the newest `revision` of `changed_fields`.',
      fr: 'Comparez les valeurs actuelles avec celles que vous voulez. Envoyez les champs encore voulus, avec la `revision` la plus récente de `changed_fields`.',
    },
  },
  cross_site_request: {
    status: 403,
    detail: {
      en: 'Cross-site request refused. Allowed origins are configured by {settings}.',
      fr: 'Requête intersites refusée. Les origines autorisées sont configurées par {settings}.',
    },
    meaning: 'A page of another site sent a request that changes state or carries the session cookie.',
    remedy: {
      en: 'Add the origin of the page to the named settings if it is trusted.',
      fr: 'Ajoutez l’origine de la page aux réglages nommés si elle est de confiance.',
    },
  },
  service_worker_refused: {
    status: 403,
    detail: {
      en: 'Service workers of services are refused where services share the origin of Gatehouse.',
      fr: 'Les service workers des services sont refusés lorsque les services partagent l’origine de Gatehouse.',
    },
    meaning: 'A page of a service registered a service worker, and API and services have the same origin.',
    remedy: {
      en: 'Publish services on another host name or port (`SVC_PROXY_PUBLIC_URL`), or trust the pages of the service with its option `pages`.',
      fr: 'Publiez les services sous un autre nom d’hôte ou port (`SVC_PROXY_PUBLIC_URL`), ou faites confiance aux pages du service avec son option `pages`.',
    },
  },
} as const satisfies Entries;
