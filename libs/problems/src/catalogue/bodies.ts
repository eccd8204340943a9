import type { Entries } from '../entry';

/** Bodies that are not read. */
export const bodies = {
  body_too_large: {
    status: 413,
    detail: {
      en: 'The request body exceeds {maximum} bytes (SVC_BODY_LIMIT).',
      fr: 'Le corps de la requête dépasse {maximum} octets (SVC_BODY_LIMIT).',
    },
    meaning: 'The body is larger than the server accepts.',
    remedy: {
      en: 'Send a smaller body, or raise `SVC_BODY_LIMIT`.',
      fr: 'Envoyez un corps plus petit, ou augmentez `SVC_BODY_LIMIT`.',
    },
  },
  too_many_members: {
    status: 413,
    detail: {
      en: 'The JSON in the request body has more than {maximum} members and list entries (SVC_BODY_MEMBERS).',
      fr: 'Le JSON du corps de la requête comporte plus de {maximum} membres et éléments de liste (SVC_BODY_MEMBERS).',
    },
    meaning:
      'A JSON document has more members and list entries, in total over all levels, than the server accepts.',
    remedy: {
      en: 'Split the request, or raise `SVC_BODY_MEMBERS`.',
      fr: 'Divisez la requête, ou augmentez `SVC_BODY_MEMBERS`.',
    },
  },
  too_many_form_fields: {
    status: 413,
    detail: {
      en: 'The form has more than {maximum} fields (SVC_BODY_FIELDS).',
      fr: 'Le formulaire comporte plus de {maximum} champs (SVC_BODY_FIELDS).',
    },
    meaning: 'A form has more fields than the server accepts.',
    remedy: {
      en: 'Send fewer fields, or raise `SVC_BODY_FIELDS`.',
      fr: 'Envoyez moins de champs, ou augmentez `SVC_BODY_FIELDS`.',
    },
  },
  json_too_deep: {
    status: 400,
    detail: {
      en: 'The JSON in the request body is nested deeper than {maximum} levels.',
      fr: 'Le JSON du corps de la requête est imbriqué sur plus de {maximum} niveaux.',
    },
    meaning: 'A JSON document is nested deeper than the server accepts.',
    remedy: { en: 'Flatten the document.', fr: 'Réduisez l’imbrication du document.' },
  },
  invalid_json: {
    status: 400,
    detail: {
      en: 'The request body is not valid JSON.',
      fr: 'Le corps de la requête n’est pas du JSON valide.',
    },
    meaning: 'The body is declared as JSON and cannot be parsed.',
    remedy: { en: 'Correct the syntax of the body.', fr: 'Corrigez la syntaxe du corps.' },
  },
  json_object_required: {
    status: 400,
    detail: {
      en: 'The request body must be a JSON object.',
      fr: 'Le corps de la requête doit être un objet JSON.',
    },
    meaning: 'The body is a JSON array or scalar.',
    remedy: {
      en: 'Send an object with the fields of the operation.',
      fr: 'Envoyez un objet avec les champs de l’opération.',
    },
  },
  body_not_utf8: {
    status: 400,
    detail: {
      en: 'The request body must be encoded in UTF-8.',
      fr: 'Le corps de la requête doit être encodé en UTF-8.',
    },
    meaning: 'The body is declared in another charset, or its bytes are not valid UTF-8.',
    remedy: { en: 'Encode the body in UTF-8.', fr: 'Encodez le corps en UTF-8.' },
  },
  body_compressed: {
    status: 400,
    detail: {
      en: 'Compressed request bodies are not supported. Send the body without Content-Encoding.',
      fr: 'Les corps de requête compressés ne sont pas pris en charge. Envoyez le corps sans Content-Encoding.',
    },
    meaning: 'The body has a `Content-Encoding`.',
    remedy: { en: 'Send the body uncompressed.', fr: 'Envoyez le corps sans compression.' },
  },
  body_incomplete: {
    status: 400,
    detail: {
      en: 'The request body ended before it was complete.',
      fr: 'Le corps de la requête s’est terminé avant d’être complet.',
    },
    meaning: 'The connection ended before the announced end of the body.',
    remedy: {
      en: 'Retry; check the connection and its intermediaries.',
      fr: 'Réessayez ; vérifiez la connexion et ses intermédiaires.',
    },
  },
  form_malformed: {
    status: 400,
    detail: {
      en: 'The multipart form in the request body is malformed.',
      fr: 'Le formulaire multipart du corps de la requête est mal formé.',
    },
    meaning: 'A `multipart/form-data` body cannot be parsed.',
    remedy: {
      en: 'Use a library to encode the form; check its boundary.',
      fr: 'Encodez le formulaire avec une bibliothèque ; vérifiez son délimiteur.',
    },
  },
  form_media_type_too_long: {
    status: 400,
    detail: {
      en: 'The Content-Type header of a multipart form must be at most {maximum} characters.',
      fr: 'L’en-tête Content-Type d’un formulaire multipart doit comporter au plus {maximum} caractères.',
    },
    meaning: 'The boundary of a multipart form is too long.',
    remedy: {
      en: 'Use a boundary of at most 70 characters.',
      fr: 'Utilisez un délimiteur d’au plus 70 caractères.',
    },
  },
} as const satisfies Entries;
