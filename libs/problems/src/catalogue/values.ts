import type { Entries } from '../entry';

const OF_NAMES = 'A name of a user, group, service or resource violates a rule that applies to all names.';

/** Values of fields and parameters that break a general rule. `param` of the reply has the details. */
export const values = {
  value_missing: {
    status: 400,
    otherStatuses: [422],
    detail: { en: '{field} is required.', fr: '{field} est obligatoire.' },
    meaning: 'A required field is absent or null.',
    remedy: 'Send the field that `param.name` names.',
  },
  value_wrong_type: {
    status: 422,
    otherStatuses: [400],
    detail: { en: '{field} must be of type {type}.', fr: '{field} doit être de type {type}.' },
    meaning: 'A field has a value of another JSON type.',
    remedy: 'Send a value of the type that `param.compare` names.',
  },
  value_empty: {
    status: 400,
    otherStatuses: [422],
    detail: { en: '{field} must not be empty.', fr: '{field} ne doit pas être vide.' },
    meaning: 'A text field is empty.',
    remedy: 'Send a value, or omit the field if it is optional.',
  },
  value_too_long: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must be at most {maximum} characters.',
      fr: '{field} doit comporter au plus {maximum} caractères.',
    },
    meaning: 'A text exceeds its maximum length.',
    remedy: 'Shorten the value.',
  },
  value_out_of_range: {
    status: 422,
    detail: {
      en: '{field} must be between {minimum} and {maximum}.',
      fr: '{field} doit être compris entre {minimum} et {maximum}.',
    },
    meaning: 'A number is too small or too large.',
    remedy: 'Send a number within the range.',
  },
  value_invalid: {
    status: 400,
    otherStatuses: [422],
    detail: { en: 'Invalid value for {field}.', fr: 'Valeur non valide pour {field}.' },
    meaning: 'A text does not match the pattern of its field, which is in `param.compare`.',
    remedy: 'Send a value that matches the pattern.',
  },
  name_has_control_characters: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain control characters.',
      fr: '{field} ne doit pas contenir de caractères de contrôle.',
    },
    meaning: OF_NAMES,
    remedy: 'Remove the control characters.',
  },
  name_has_format_characters: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain invisible format characters.',
      fr: '{field} ne doit pas contenir de caractères de mise en forme invisibles.',
    },
    meaning: OF_NAMES,
    remedy: 'Remove invisible characters, such as zero-width spaces and direction marks.',
  },
  name_has_separators: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain line or paragraph separators.',
      fr: '{field} ne doit pas contenir de séparateurs de ligne ou de paragraphe.',
    },
    meaning: OF_NAMES,
    remedy: 'Remove the separators.',
  },
  name_has_other_spaces: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not contain spaces other than U+0020.',
      fr: '{field} ne doit contenir aucune autre espace que U+0020.',
    },
    meaning: OF_NAMES,
    remedy: 'Replace no-break spaces and other special spaces with ordinary ones.',
  },
  name_has_outer_spaces: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must not begin or end with a space.',
      fr: '{field} ne doit ni commencer ni finir par une espace.',
    },
    meaning: OF_NAMES,
    remedy: 'Trim the name.',
  },
  name_not_normalized: {
    status: 400,
    otherStatuses: [422],
    detail: {
      en: '{field} must be in Unicode normalization form C (NFC).',
      fr: '{field} doit être en forme de normalisation Unicode C (NFC).',
    },
    meaning: OF_NAMES,
    remedy: 'Normalize the name to NFC.',
  },
} as const satisfies Entries;
