import type { Failure, Field } from '@gatehouse/dto';
import { type Problem, type ProblemDetails, problem } from '@gatehouse/problems';

/** The codes of the rules for names, by what the rules say. */
const CODES_OF_RULES = {
  'it must not contain control characters': 'name_has_control_characters',
  'it must not contain invisible format characters': 'name_has_format_characters',
  'it must not contain line or paragraph separators': 'name_has_separators',
  'U+0020 is the only space it may contain': 'name_has_other_spaces',
  'it must not begin or end with a space': 'name_has_outer_spaces',
  'it has to be in Unicode NFC': 'name_not_normalized',
} as const;

/** The error of a field whose value fails a check. */
export function fieldProblem({ name: field, kind }: Field, failure: Failure): Problem {
  const { status, conditions, value, compare = '' } = failure;
  const details: ProblemDetails = {
    status,
    param: {
      name: field,
      value,
      ...(failure.compare === undefined ? {} : { compare }),
      conditions,
    },
  };
  if (conditions.not_none === false) return problem('value_missing', { field }, details);
  if (conditions.is_type === false) {
    const type = /^Type\[(\w+)\]$/.exec(compare)?.[1] ?? compare;
    return problem('value_wrong_type', { field, type }, details);
  }
  if (conditions.not_empty === false) return problem('value_empty', { field }, details);
  if (conditions.is_in === false) {
    const [minimum = 0, end = 0] = [...compare.matchAll(/-?\d+/g)].map(Number);
    return kind === 'text'
      ? problem('value_too_long', { field, maximum: end - 1 }, details)
      : problem('value_out_of_range', { field, minimum, maximum: end - 1 }, details);
  }
  const rule = failure.rule as keyof typeof CODES_OF_RULES | undefined;
  return problem((rule && CODES_OF_RULES[rule]) ?? 'value_invalid', { field }, details);
}
