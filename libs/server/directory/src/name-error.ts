import { nameProblem } from '@gatehouse/names';
import { type Problem, type ProblemDetails, problem } from '@gatehouse/problems';

/** The error of each rule that all names keep, by the words of `nameProblem`. */
const CODES = {
  'it must not contain control characters': 'name_has_control_characters',
  'it must not contain invisible format characters': 'name_has_format_characters',
  'it must not contain line or paragraph separators': 'name_has_separators',
  'U+0020 is the only space it may contain': 'name_has_other_spaces',
  'it must not begin or end with a space': 'name_has_outer_spaces',
  'it has to be in Unicode NFC': 'name_not_normalized',
} as const;

/** The error of a name that breaks a rule for all names; undefined if it breaks none. */
export function nameError(field: string, name: string, details: ProblemDetails): Problem | undefined {
  const rule = nameProblem(name);
  return rule === undefined ? undefined : problem(CODES[rule as keyof typeof CODES], { field }, details);
}
