import type { Entries } from '../entry';

const LATER = {
  en: 'Retry after the number of seconds in `Retry-After`; check `/health` of the proxy if it persists.',
  fr: 'Réessayez après le nombre de secondes de `Retry-After` ; si l’erreur persiste, vérifiez `/health` du proxy.',
} as const;
const FRONT_END = {
  en: 'Configure the front end as in `docs/front-ends`.',
  fr: 'Configurez le serveur frontal comme dans `docs/front-ends`.',
} as const;

/** Requests that the proxy refuses. */
export const proxy = {
  malformed_path: {
    status: 400,
    detail: {
      en: 'The path of the request is ambiguous: {problem}.',
      fr: 'Le chemin de la requête est ambigu\u00a0: {problem}.',
    },
    meaning:
      'Servers could interpret the path differently and serve another resource than the one that was authorized.',
    remedy: {
      en: 'Send a canonical path; a service can be configured to accept some of these forms (`docs/proxy.md`).',
      fr: 'Envoyez un chemin canonique ; un service peut être configuré pour accepter certaines de ces formes (`docs/proxy.md`).',
    },
  },
  malformed_destination: {
    status: 400,
    detail: {
      en: 'The Destination header is not an unambiguous path or URL: {problem}.',
      fr: 'L’en-tête Destination n’est pas un chemin ou une URL sans ambiguïté\u00a0: {problem}.',
    },
    meaning: 'The header `Destination` of COPY or MOVE cannot be authorized.',
    remedy: {
      en: 'Send one canonical path or URL of the proxy.',
      fr: 'Envoyez un seul chemin canonique ou une seule URL du proxy.',
    },
  },
  destination_elsewhere: {
    status: 403,
    detail: {
      en: 'The Destination header does not belong to the service of the request.',
      fr: 'L’en-tête Destination ne désigne pas une ressource du service de la requête.',
    },
    meaning: 'The target of COPY or MOVE is in another service or on another host.',
    remedy: {
      en: 'Use a destination in the same service.',
      fr: 'Utilisez une destination dans le même service.',
    },
  },
  unknown_expectation: {
    status: 417,
    detail: {
      en: 'Unsupported Expect header. Only 100-continue is supported.',
      fr: 'En-tête Expect non pris en charge. Seul 100-continue est pris en charge.',
    },
    meaning: 'The header `Expect` has a value other than `100-continue`.',
    remedy: { en: 'Omit the header.', fr: 'Omettez l’en-tête.' },
  },
  configuration_not_usable: {
    status: 503,
    detail: {
      en: 'The configuration of this service is invalid. An administrator must correct it.',
      fr: 'La configuration de ce service n’est pas valide. Un administrateur doit la corriger.',
    },
    meaning: 'The stored configuration or options of the service cannot be used by this version.',
    remedy: {
      en: 'Correct it with `PATCH /services/{service_name}`; the proxy log names the value.',
      fr: 'Corrigez-la avec `PATCH /services/{service_name}` ; le journal du proxy nomme la valeur.',
    },
  },
  unsupported_credentials: {
    status: 401,
    detail: {
      en: 'Unsupported credentials. Sign in and send the session cookie.',
      fr: 'Identifiants non pris en charge. Connectez-vous et envoyez le cookie de session.',
    },
    meaning: 'The request carries an `Authorization` header of a scheme that is not supported.',
    remedy: { en: 'Send the session cookie.', fr: 'Envoyez le cookie de session.' },
  },
  refused_credentials: {
    status: 401,
    detail: {
      en: 'The identity provider does not accept the credentials of the request.',
      fr: 'Le fournisseur d’identité n’accepte pas les identifiants de la requête.',
    },
    meaning: 'The provider rejected the credentials of the request.',
    remedy: { en: 'Check the credentials.', fr: 'Vérifiez les identifiants.' },
  },
  unchecked_credentials: {
    status: 401,
    detail: {
      en: 'The credentials of the request cannot be checked at the moment.',
      fr: 'Les identifiants de la requête ne peuvent pas être vérifiés pour le moment.',
    },
    meaning: 'The provider of the credentials does not respond.',
    remedy: {
      en: 'Retry later, or sign in with a session.',
      fr: 'Réessayez plus tard, ou connectez-vous avec une session.',
    },
  },
  unregistered_name: {
    status: 403,
    detail: {
      en: 'The name “{name}” is not registered, and a permission assignment below “{resource}” denies {permission}.',
      fr: 'Le nom « {name} » n’est pas enregistré, et une attribution d’autorisation sous « {resource} » refuse {permission}.',
    },
    meaning:
      'A request to a map service has a name that is not registered. The server may apply it to everything below the resource, ' +
      'of which the user is denied a part.',
    remedy: {
      en: 'Register the name below its service or workspace and assign permissions to it, or set the option `unregistered_names` of the service to `inherit` if its server has no groups of layers.',
      fr: 'Enregistrez le nom sous son service ou son espace de travail et attribuez-lui des permissions, ou donnez à l’option `unregistered_names` du service la valeur `inherit` si son serveur n’a pas de groupes de couches.',
    },
  },
  unregistered_name_reserved: {
    status: 403,
    detail: {
      en: 'The name “{name}” is not registered; the service accepts only registered names.',
      fr: 'Le nom « {name} » n’est pas enregistré ; le service n’accepte que des noms enregistrés.',
    },
    meaning:
      'A request has a name that is not registered, and the option `unregistered_names` of the service is `refuse`.',
    remedy: {
      en: 'Register the name below its service or workspace.',
      fr: 'Enregistrez le nom sous son service ou son espace de travail.',
    },
  },
  request_not_recognized: {
    status: 403,
    otherStatuses: [401],
    detail: {
      en: 'The request is not recognized as an operation of the service. {explanation}',
      fr: 'La requête n’est pas reconnue comme une opération du service. {explanation}',
    },
    meaning:
      'The grammar of the service type does not cover the request, so that only callers with all permissions on the service ' +
      'may send it. 401 without a session.',
    remedy: {
      en: 'Send a request that `docs/reference/request-grammar.md` describes.',
      fr: 'Envoyez une requête que décrit `docs/reference/request-grammar.md`.',
    },
  },
  post_not_declared: {
    status: 403,
    detail: {
      en: 'The front end does not declare the method, and a POST to this address could need more permissions than the caller has. Configure the front end to send X-Original-Method.',
      fr: 'Le serveur frontal ne déclare pas la méthode, et un POST à cette adresse pourrait exiger plus de permissions que l’appelant n’en a. Configurez le serveur frontal pour qu’il envoie X-Original-Method.',
    },
    meaning: 'A verify call without a method, at an address whose bodies select operations.',
    remedy: FRONT_END,
  },
  method_not_declared: {
    status: 403,
    detail: {
      en: 'The front end does not declare the method of the request.',
      fr: 'Le serveur frontal ne déclare pas la méthode de la requête.',
    },
    meaning: 'A verify call without a method while `SVC_VERIFY_WITHOUT_METHOD` is `deny`.',
    remedy: FRONT_END,
  },
  malformed_declaration: {
    status: 400,
    detail: {
      en: 'The front end does not declare the request: {header} is missing or invalid.',
      fr: 'Le serveur frontal ne déclare pas la requête, car {header} est absent ou non valide.',
    },
    meaning: 'A verify call without the headers that describe the original request.',
    remedy: FRONT_END,
  },
  body_not_visible: {
    status: 403,
    detail: {
      en: 'The operation is in the request body, which a verify call does not carry. Send the request through the proxy.',
      fr: 'L’opération figure dans le corps de la requête, absent d’un appel de vérification. Envoyez la requête par le proxy.',
    },
    meaning: 'A verify call for a request whose authorization depends on its body.',
    remedy: {
      en: 'Route such requests through `/proxy` instead of `/verify`.',
      fr: 'Faites passer ces requêtes par `/proxy` au lieu de `/verify`.',
    },
  },
  untrusted_peer: {
    status: 403,
    detail: {
      en: 'Verify calls are restricted to SVC_TRUSTED_PROXIES.',
      fr: 'Les appels de vérification sont réservés à SVC_TRUSTED_PROXIES.',
    },
    meaning: 'A verify call from an address that is not a trusted front end.',
    remedy: {
      en: 'Add the network of the front end to `SVC_TRUSTED_PROXIES`.',
      fr: 'Ajoutez le réseau du serveur frontal à `SVC_TRUSTED_PROXIES`.',
    },
  },
  metrics_restricted: {
    status: 403,
    detail: {
      en: 'Metrics are restricted to SVC_METRICS_ALLOWED.',
      fr: 'Les métriques sont réservées à SVC_METRICS_ALLOWED.',
    },
    meaning: 'Metrics were requested from an address outside the configured networks.',
    remedy: {
      en: 'Add the network to `SVC_METRICS_ALLOWED`.',
      fr: 'Ajoutez le réseau à `SVC_METRICS_ALLOWED`.',
    },
  },
  published_elsewhere: {
    status: 404,
    detail: {
      en: 'No service is published at this address.',
      fr: 'Aucun service n’est publié à cette adresse.',
    },
    meaning: 'The service exists and is published under another address.',
    remedy: { en: 'Use the `public_url` of the service.', fr: 'Utilisez le `public_url` du service.' },
  },
  operation_body_too_large: {
    status: 413,
    detail: {
      en: 'The operation is in the request body, which is too large to be read for authorization.',
      fr: 'L’opération figure dans le corps de la requête, trop volumineux pour être lu en vue de l’autorisation.',
    },
    meaning: 'The body must be read to authorize the request, and it exceeds the limit for such bodies.',
    remedy: {
      en: 'Send a smaller body, or raise the limit (`docs/configuration.md`).',
      fr: 'Envoyez un corps plus petit, ou augmentez la limite (`docs/configuration.md`).',
    },
  },
  body_too_slow: {
    status: 408,
    detail: {
      en: 'Timed out reading the request body.',
      fr: 'Délai dépassé lors de la lecture du corps de la requête.',
    },
    meaning: 'The body did not arrive completely within the time limit.',
    remedy: { en: 'Retry over a faster connection.', fr: 'Réessayez avec une connexion plus rapide.' },
  },
  too_many_bodies: {
    status: 503,
    detail: {
      en: 'Too many request bodies are being read. Try again later.',
      fr: 'Trop de corps de requête sont en cours de lecture. Réessayez plus tard.',
    },
    meaning: 'The memory limit for bodies that are read for authorization is reached.',
    remedy: LATER,
  },
  not_ready: {
    status: 503,
    detail: {
      en: 'The proxy is not ready: permissions have not been loaded.',
      fr: 'Le proxy n’est pas prêt, car les permissions ne sont pas encore chargées.',
    },
    meaning: 'The proxy has just started.',
    remedy: LATER,
  },
  stale: {
    status: 503,
    detail: {
      en: 'Access cannot be decided because the connection to the database is lost.',
      fr: 'L’accès ne peut pas être décidé, car la connexion à la base de données est perdue.',
    },
    meaning: 'The permissions in the memory of the proxy are older than the configured limit.',
    remedy: LATER,
  },
  not_confirmed: {
    status: 503,
    detail: {
      en: 'Timed out waiting for the requested revision.',
      fr: 'Délai dépassé dans l’attente de la révision demandée.',
    },
    meaning:
      'The revision of `X-Access-Revision`, or the newest one, did not reach the proxy within the time limit.',
    remedy: LATER,
  },
  sessions_unavailable: {
    status: 503,
    detail: {
      en: 'The session cannot be checked at the moment.',
      fr: 'La session ne peut pas être vérifiée pour le moment.',
    },
    meaning: 'The session is not in the memory of the proxy, and the database does not respond.',
    remedy: LATER,
  },
  upstream_unreachable: {
    status: 502,
    detail: { en: 'The upstream service is unreachable.', fr: 'Le service en amont est injoignable.' },
    meaning: 'The connection to `service_url` failed, or it ended without a reply.',
    remedy: {
      en: 'Check that the service runs and that `service_url` is right.',
      fr: 'Vérifiez que le service fonctionne et que `service_url` est juste.',
    },
  },
  upstream_busy: {
    status: 503,
    detail: {
      en: 'Too many requests are waiting for the upstream service.',
      fr: 'Trop de requêtes attendent le service en amont.',
    },
    meaning: 'The limits on concurrent and waiting requests of the service are reached.',
    remedy: LATER,
  },
  upstream_timeout: {
    status: 504,
    detail: {
      en: 'Timed out waiting for the upstream service.',
      fr: 'Délai dépassé dans l’attente du service en amont.',
    },
    meaning: 'The upstream service did not reply within the time limit.',
    remedy: {
      en: 'Check the service, or raise its timeout.',
      fr: 'Vérifiez le service, ou augmentez son délai.',
    },
  },
  hook_failed: {
    status: 500,
    detail: {
      en: 'A hook of the service failed. The request was not forwarded.',
      fr: 'Un hook du service a échoué. La requête n’a pas été transmise.',
    },
    meaning: 'A mandatory hook on the request failed.',
    remedy: {
      en: 'The proxy log states the reason (`docs/hooks.md`).',
      fr: 'Le journal du proxy indique la raison (`docs/hooks.md`).',
    },
  },
  reply_hook_failed: {
    status: 500,
    detail: {
      en: 'The service has processed the request, but a hook on its reply failed.',
      fr: 'Le service a traité la requête, mais un hook sur sa réponse a échoué.',
    },
    meaning: 'A mandatory hook on the reply failed, so the reply was withheld.',
    remedy: {
      en: 'The proxy log states the reason (`docs/hooks.md`). The service has already processed the request: check its effect before you repeat it.',
      fr: 'Le journal du proxy indique la raison (`docs/hooks.md`). Le service a déjà traité la requête : vérifiez-en l’effet avant de la répéter.',
    },
  },
} as const satisfies Entries;
