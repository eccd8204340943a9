import { nameProblem } from '@gatehouse/names';
import { type Problem, type ProblemDetails, problem } from '@gatehouse/problems';

/** The error of a name that breaks a rule for all names; undefined if it breaks none. */
export function nameError(field: string, name: string, details: ProblemDetails): Problem | undefined {
  const code = nameProblem(name);
  return code && problem(code, { field }, details);
}
