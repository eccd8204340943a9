import type { Entries } from '../entry';

/** Protected services. */
export const services = {
  service_not_found: {
    status: 404,
    otherStatuses: [400],
    detail: { en: 'Service not found.', fr: 'Service introuvable.' },
    meaning: 'No service has this name. 400 in `PATCH /permissions`.',
    remedy: {
      en: 'Check the name, including its case; `GET /services` lists the existing ones.',
      fr: 'Vérifiez le nom, y compris sa casse ; `GET /services` liste les services existants.',
    },
  },
  service_name_invalid: {
    status: 422,
    detail: { en: 'Invalid service name.', fr: 'Nom de service non valide.' },
    meaning: 'The name contains characters that are not allowed in service names.',
    remedy: {
      en: 'Use a name that matches the pattern in `param.compare`.',
      fr: 'Utilisez un nom qui correspond au motif de `param.compare`.',
    },
  },
  service_name_taken: {
    status: 409,
    detail: { en: 'Service name already in use.', fr: 'Nom de service déjà utilisé.' },
    meaning: 'Another service has this name.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  service_name_reserved: {
    status: 403,
    detail: {
      en: "The name '{name}' is a reserved keyword.",
      fr: 'Le nom « {name} » est un mot réservé.',
    },
    meaning: 'The name is used in paths or in every reply. `param.compare` lists reserved names.',
    remedy: { en: 'Use another name.', fr: 'Utilisez un autre nom.' },
  },
  service_type_unknown: {
    status: 400,
    detail: {
      en: 'Unknown service type. Supported types are {types}.',
      fr: 'Type de service inconnu. Les types pris en charge sont {types}.',
    },
    meaning: 'No service type has this name.',
    remedy: {
      en: 'Use one of the types in `param.compare`.',
      fr: 'Utilisez l’un des types de `param.compare`.',
    },
  },
  service_type_name_invalid: {
    status: 422,
    detail: { en: 'Invalid service type name.', fr: 'Nom de type de service non valide.' },
    meaning: 'The name in the path is malformed.',
    remedy: {
      en: 'Use a type that `GET /services/types` lists.',
      fr: 'Utilisez un type que liste `GET /services/types`.',
    },
  },
  service_type_not_found: {
    status: 404,
    detail: { en: 'Service type not found.', fr: 'Type de service introuvable.' },
    meaning: 'No service type has the name in the path.',
    remedy: {
      en: 'Use a type that `GET /services/types` lists.',
      fr: 'Utilisez un type que liste `GET /services/types`.',
    },
  },
  service_sync_type_unknown: {
    status: 422,
    detail: {
      en: 'Unknown synchronization type. Supported types are {types}.',
      fr: 'Type de synchronisation inconnu. Les types pris en charge sont {types}.',
    },
    meaning: '`service_sync_type` is not a synchronization type.',
    remedy: {
      en: 'Use one of the types in `param.compare`, or omit it.',
      fr: 'Utilisez l’un des types de `param.compare`, ou omettez-le.',
    },
  },
  service_synchronization_invalid: {
    status: 422,
    detail: {
      en: 'Invalid synchronization options of the service at {path}. Expected {expected}.',
      fr: 'Options de synchronisation du service non valides en {path}. Valeur attendue\u00a0: {expected}.',
    },
    meaning: 'A value of `synchronization` cannot be used. `param.name` is its path.',
    remedy: {
      en: 'Correct the value; `docs/synchronization.md` describes the options.',
      fr: 'Corrigez la valeur ; `docs/synchronization.md` décrit les options.',
    },
  },
  service_configuration_invalid: {
    status: 422,
    detail: {
      en: 'Invalid configuration of the service at {path}. Expected {expected}.',
      fr: 'Configuration du service non valide en {path}. Valeur attendue\u00a0: {expected}.',
    },
    meaning: 'A value of `configuration` cannot be used. `param.name` is its path.',
    remedy: {
      en: 'Correct the value; `docs/permissions.md` describes the configuration of each type.',
      fr: 'Corrigez la valeur ; `docs/permissions.md` décrit la configuration de chaque type.',
    },
  },
  service_proxy_options_invalid: {
    status: 422,
    detail: {
      en: 'Invalid proxy options of the service at {path}. Expected {expected}.',
      fr: 'Options du proxy non valides pour le service en {path}. Valeur attendue\u00a0: {expected}.',
    },
    meaning: 'A value of `proxy` cannot be used. `param.name` is its path.',
    remedy: {
      en: 'Correct the value; `docs/proxy.md` describes the options.',
      fr: 'Corrigez la valeur ; `docs/proxy.md` décrit les options.',
    },
  },
  service_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the service.',
      fr: 'La requête ne modifie pas le service.',
    },
    meaning: 'The request has no field, or all values are the current ones.',
    remedy: {
      en: 'Send at least one field with a new value.',
      fr: 'Envoyez au moins un champ avec une nouvelle valeur.',
    },
  },
  service_without_maps: {
    status: 400,
    detail: {
      en: 'The service has no map operations.',
      fr: 'Le service n’a pas d’opérations de cartes.',
    },
    meaning:
      'Only map services announce names of layers: `ncwms`, `geoserverwms`, and `geoserver` unless `wms` is `false`.',
    remedy: {
      en: 'Register the resources of this service with `POST /resources`.',
      fr: 'Enregistrez les ressources de ce service avec `POST /resources`.',
    },
  },
  service_capabilities_unreadable: {
    status: 502,
    detail: {
      en: 'The names that the service announces could not be read: {reason}.',
      fr: 'Les noms que le service annonce n’ont pas pu être lus\u00a0: {reason}.',
    },
    meaning:
      'The server at `service_url` has not answered `GetCapabilities` of WMS 1.3.0 with a document that can be read.',
    remedy: {
      en: 'Check `service_url` and the server, or register the names with `POST /resources`.',
      fr: 'Vérifiez `service_url` et le serveur, ou enregistrez les noms avec `POST /resources`.',
    },
  },
  synchronization_not_supported: {
    status: 403,
    detail: {
      en: 'The service has no synchronization type whose resources can be read.',
      fr: "Le service n'a pas de type de synchronisation dont les ressources peuvent être lues.",
    },
    meaning: '`service_sync_type` is null, or of a type that has no list of its resources.',
    remedy: {
      en: 'Create the service with one of the synchronization types in `docs/synchronization.md`.',
      fr: 'Créez le service avec l’un des types de synchronisation de `docs/synchronization.md`.',
    },
  },
  synchronization_under_way: {
    status: 409,
    detail: {
      en: 'The service is being synchronized.',
      fr: 'Une synchronisation du service est en cours.',
    },
    meaning: 'A service has one synchronization at a time.',
    remedy: {
      en: 'Wait for its end; `GET /services/{service_name}/synchronization` shows it.',
      fr: 'Attendez sa fin ; `GET /services/{service_name}/synchronization` la montre.',
    },
  },
  synchronization_preview_busy: {
    status: 429,
    detail: {
      en: 'Other services are being read. Try again in a few seconds.',
      fr: 'D’autres services sont en cours de lecture. Réessayez dans quelques secondes.',
    },
    meaning: 'A process of the API reads two services at a time, for previews one of them. Nothing was read.',
    remedy: {
      en: 'Repeat the request after `Retry-After`, or create the service: its synchronization waits for its turn.',
      fr: 'Répétez la requête après le délai de `Retry-After`, ou créez le service : sa synchronisation attend son tour.',
    },
  },
  synchronization_not_found: {
    status: 404,
    detail: { en: 'Synchronization not found.', fr: 'Synchronisation introuvable.' },
    meaning:
      'The service has no synchronization of this number, or it was removed from the list after 90 days.',
    remedy: {
      en: '`GET /services/{service_name}/synchronizations` lists the existing ones.',
      fr: '`GET /services/{service_name}/synchronizations` liste les synchronisations existantes.',
    },
  },
  synchronization_id_invalid: {
    status: 422,
    detail: {
      en: 'Invalid identifier of a synchronization.',
      fr: 'Identifiant de synchronisation non valide.',
    },
    meaning: 'The identifier in the path is not a positive integer.',
    remedy: {
      en: 'Use an identifier that a reply has returned.',
      fr: 'Utilisez un identifiant qu’une réponse a renvoyé.',
    },
  },
  synchronization_credentials_invalid: {
    status: 422,
    detail: {
      en: 'Either a user name and a password are expected, or a token, in printable characters.',
      fr: "Un nom d'utilisateur et un mot de passe, ou un jeton, sont attendus, en caractères imprimables.",
    },
    meaning: 'The credentials for reading a service are incomplete, of both kinds, or cannot be sent.',
    remedy: {
      en: 'Send `user_name` (without a colon) and `password`, or `token`.',
      fr: 'Envoyez `user_name` (sans deux-points) et `password`, ou `token`.',
    },
  },
  synchronization_superseded: {
    status: 409,
    detail: {
      en: 'The service has been synchronized since then.',
      fr: 'Le service a été synchronisé depuis.',
    },
    meaning: 'The changes belong to an earlier synchronization than the one that is shown now.',
    remedy: { en: 'Read the changes again.', fr: 'Relisez les modifications.' },
  },
} as const satisfies Entries;
