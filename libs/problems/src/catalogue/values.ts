import type { Entries } from '../entry';

const OF_NAMES = 'A name of a user, group, service or resource violates a rule that applies to all names.';

/** Values of fields and parameters that break a general rule. `param` of the reply has the details. */
export const values = {
  value_missing: {
    status: 400,
    otherStatuses: [422],
    detail: { en: '{field} is required.', fr: '{field} est obligatoire.' },
    meaning: 'A required field is absent or null.',
    remedy: { en: 'Send the field that `param.name` names.', fr: 'Envoyez le champ que nomme `param.name`.' },
  },
  value_wrong_type: {
    status: 422,
    otherStatuses: [400],
    detail: { en: '{field} must be of type {type}.', fr: '{field} doit être de type {type}.' },
    meaning: 'A field has a value of another JSON type.',
    remedy: {
      en: 'Send a value of the type that `param.compare` names.',
      fr: 'Envoyez une valeur du type que nomme `param.compare`.',
    },
  },
  value_empty: {
    status: 400,
    otherStatuses: [422],
    detail: { en: '{field} must not be empty.', fr: '{field} ne doit pas être vide.' },
    meaning: 'A text field is empty.',
    remedy: {
      en: 'Send a value, or omit the field if it is optional.',
      fr: 'Envoyez une valeur, ou omettez le champ s’il est facultatif.',
    },
  },
  value_too_long: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must be at most {maximum} characters.',
      fr: '{field} doit comporter au plus {maximum} caractères.',
    },
    meaning: 'A text exceeds its maximum length.',
    remedy: { en: 'Shorten the value.', fr: 'Raccourcissez la valeur.' },
  },
  value_out_of_range: {
    status: 422,
    detail: {
      en: '{field} must be between {minimum} and {maximum}.',
      fr: '{field} doit être compris entre {minimum} et {maximum}.',
    },
    meaning: 'A number is too small or too large.',
    remedy: { en: 'Send a number within the range.', fr: 'Envoyez un nombre compris dans l’intervalle.' },
  },
  value_invalid: {
    status: 400,
    otherStatuses: [422],
    detail: { en: 'Invalid value for {field}.', fr: 'Valeur non valide pour {field}.' },
    meaning: 'A text does not match the pattern of its field, which is in `param.compare`.',
    remedy: {
      en: 'Send a value that matches the pattern.',
      fr: 'Envoyez une valeur qui correspond au motif.',
    },
  },
  name_has_control_characters: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain control characters.',
      fr: '{field} ne doit pas contenir de caractères de contrôle.',
    },
    meaning: OF_NAMES,
    remedy: { en: 'Remove the control characters.', fr: 'Retirez les caractères de contrôle.' },
  },
  name_has_format_characters: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain invisible format characters.',
      fr: '{field} ne doit pas contenir de caractères de mise en forme invisibles.',
    },
    meaning: OF_NAMES,
    remedy: {
      en: 'Remove invisible characters, such as zero-width spaces and direction marks.',
      fr: 'Retirez les caractères invisibles, tels que les espaces sans chasse et les marques de direction.',
    },
  },
  name_has_separators: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain line or paragraph separators.',
      fr: '{field} ne doit pas contenir de séparateurs de ligne ou de paragraphe.',
    },
    meaning: OF_NAMES,
    remedy: { en: 'Remove the separators.', fr: 'Retirez les séparateurs.' },
  },
  name_has_other_spaces: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain spaces other than U+0020.',
      fr: '{field} ne doit contenir aucune autre espace que U+0020.',
    },
    meaning: OF_NAMES,
    remedy: {
      en: 'Replace no-break spaces and other special spaces with ordinary ones.',
      fr: 'Remplacez les espaces insécables et autres espaces spéciales par des espaces ordinaires.',
    },
  },
  name_has_outer_spaces: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not begin or end with a space.',
      fr: '{field} ne doit ni commencer ni finir par une espace.',
    },
    meaning: OF_NAMES,
    remedy: { en: 'Trim the name.', fr: 'Retirez les espaces au début et à la fin du nom.' },
  },
  name_not_normalized: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must be in Unicode normalization form C (NFC).',
      fr: '{field} doit être en forme de normalisation Unicode C (NFC).',
    },
    meaning: OF_NAMES,
    remedy: { en: 'Normalize the name to NFC.', fr: 'Normalisez le nom en NFC.' },
  },
} as const satisfies Entries;
