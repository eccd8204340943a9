import { type Problem, problem } from '@gatehouse/problems';
import type { TakenField } from './user';

/** Contains no name: the caller may have named the user by an id or a keyword. */
export function userNotFound(): Problem {
  return problem('user_not_found', {}, { param: { value: null, conditions: { not_none: false } } });
}

/** The error of `keep_tokens`, of a value in it that is no id of a token of the user, if that is the reason. */
export function keptTokensInvalid(value: string | null): Problem {
  return problem(
    'keep_tokens_invalid',
    {},
    { param: { name: 'keep_tokens', value, conditions: { is_in: false } } },
  );
}

/** The error of creating an account with a value that another one has. */
export function userTaken(field: TakenField, value: string): Problem {
  return problem(
    field === 'user_name' ? 'user_name_taken' : 'user_email_taken',
    {},
    { param: { name: field, value, conditions: { not_in: false } } },
  );
}
