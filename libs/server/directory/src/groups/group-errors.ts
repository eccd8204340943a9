import { type Problem, conflictParam, notFoundParam, problem } from '@gatehouse/problems';

/** The error of a group that does not exist, or whose existence the caller must not learn. */
export function groupNotFound(name: string): Problem {
  return problem('group_not_found', {}, notFoundParam('group_name', name));
}

/** `extras`: fields of the request that the reply repeats. */
export function groupNameTaken(name: string, extras: Readonly<Record<string, unknown>>): Problem {
  return problem('group_name_taken', {}, { ...conflictParam('group_name', name), extras });
}
