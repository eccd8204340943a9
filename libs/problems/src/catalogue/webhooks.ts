import type { Entries } from '../entry';

/** Webhooks and their deliveries. */
export const webhooks = {
  webhook_id_invalid: {
    status: 400,
    detail: {
      en: 'The identifier of a webhook must be an integer.',
      fr: 'L’identifiant d’un webhook doit être un entier.',
    },
    meaning: 'The identifier in the path is not an integer.',
    remedy: {
      en: 'Use an identifier from `GET /webhooks`.',
      fr: 'Utilisez un identifiant de `GET /webhooks`.',
    },
  },
  webhook_not_found: {
    status: 404,
    detail: { en: 'Webhook not found.', fr: 'Webhook introuvable.' },
    meaning: 'No webhook has this identifier.',
    remedy: {
      en: '`GET /webhooks` lists the existing ones.',
      fr: '`GET /webhooks` liste les webhooks existants.',
    },
  },
  webhook_field_unknown: {
    status: 422,
    detail: {
      en: 'A webhook has the fields {fields} only.',
      fr: 'Un webhook n’a que les champs {fields}.',
    },
    meaning: 'The definition has a field that does not exist.',
    remedy: {
      en: 'Remove the field that `param.name` names, or correct its name.',
      fr: 'Retirez le champ que nomme `param.name`, ou corrigez son nom.',
    },
  },
  webhook_value_invalid: {
    status: 422,
    detail: {
      en: '{field} of a webhook must be {expected}.',
      fr: 'Le champ {field} d’un webhook n’est pas valide ; valeur attendue : {expected}.',
    },
    meaning: 'A field of the definition has a value that it cannot have.',
    remedy: {
      en: 'Send a value as `param.compare` describes it.',
      fr: 'Envoyez une valeur telle que la décrit `param.compare`.',
    },
  },
  webhook_target_refused: {
    status: 422,
    detail: {
      en: 'No requests are sent to this URL: {reason}.',
      fr: 'Aucune requête n’est envoyée à cette URL : {reason}.',
    },
    meaning:
      'The URL has credentials, another scheme than https, or an address that is not public, and its target is not in `SVC_OUTGOING_ALLOWED`.',
    remedy: {
      en: 'Use another URL, or add the target to `SVC_OUTGOING_ALLOWED`.',
      fr: 'Utilisez une autre URL, ou ajoutez la cible à `SVC_OUTGOING_ALLOWED`.',
    },
  },
  webhook_unchanged: {
    status: 400,
    detail: {
      en: 'The request does not change the webhook.',
      fr: 'La requête ne modifie pas le webhook.',
    },
    meaning: 'The request has no field, or all values are the current ones.',
    remedy: {
      en: 'Send at least one field with a new value.',
      fr: 'Envoyez au moins un champ avec une nouvelle valeur.',
    },
  },
  webhook_name_repeated: {
    status: 422,
    detail: {
      en: 'Several webhooks have the name {name}.',
      fr: 'Plusieurs webhooks portent le nom {name}.',
    },
    meaning: 'Webhooks of configuration files have one name; they are told apart by their order.',
    remedy: { en: 'Give them different names.', fr: 'Donnez-leur des noms différents.' },
  },
  webhook_defined_in_file: {
    status: 403,
    detail: {
      en: 'This webhook is defined in a configuration file and cannot be changed by the API.',
      fr: 'Ce webhook est défini dans un fichier de configuration et ne peut pas être modifié par l’API.',
    },
    meaning: 'The webhook is in the file that `SVC_WEBHOOKS_CONFIG_PATH` names.',
    remedy: { en: 'Change the file and restart the API.', fr: 'Modifiez le fichier et redémarrez l’API.' },
  },
  webhook_delivery_id_invalid: {
    status: 422,
    detail: {
      en: 'The identifier of a delivery must be a UUID.',
      fr: 'L’identifiant d’une livraison doit être un UUID.',
    },
    meaning: 'The identifier in the path is not a UUID.',
    remedy: {
      en: 'Use an identifier from `GET /webhooks/{webhook_id}/deliveries`.',
      fr: 'Utilisez un identifiant de `GET /webhooks/{webhook_id}/deliveries`.',
    },
  },
  webhook_delivery_not_found: {
    status: 404,
    detail: { en: 'Delivery not found.', fr: 'Livraison introuvable.' },
    meaning:
      'The webhook has no delivery with this identifier; finished ones are deleted after `SVC_WEBHOOKS_LOG_DAYS`.',
    remedy: {
      en: '`GET /webhooks/{webhook_id}/deliveries` lists the existing ones.',
      fr: '`GET /webhooks/{webhook_id}/deliveries` liste les livraisons existantes.',
    },
  },
  webhook_delivery_pending: {
    status: 409,
    detail: {
      en: 'The delivery is still in progress.',
      fr: 'La livraison est encore en cours.',
    },
    meaning: 'A delivery can be repeated once it has succeeded, or failed after the last retry.',
    remedy: { en: 'Wait until it has finished.', fr: 'Attendez qu’elle soit terminée.' },
  },
} as const satisfies Entries;
