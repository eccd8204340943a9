import { type Problem, problem } from './problem';

/** Seconds after which clients may try again: the mode lasts as long as an administrator wants. */
const RETRY_SECONDS = 60;

/** The refusal of changes in read-only mode. Reference: http#read-only-mode. */
export function readOnlyProblem(): Problem {
  return problem('read_only', {}, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
}
