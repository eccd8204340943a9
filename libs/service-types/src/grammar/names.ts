import { type Outside, invalid } from '../reading';
import type { Parameters } from './parameters';

/** More names than any honest request has; each costs a decision. */
export const MOST_NAMES = 1_000;

/**
 * The non-empty entries of lists in parameters that name resources, in the order of the parameters. A plus sign in one of
 * them is outside: it is a blank to some servers and a plus sign to others, which makes two names of one. The whole value is
 * one entry where `separators` is `none`.
 */
export function namesIn(
  parameters: Parameters,
  list: readonly string[],
  separators: RegExp | 'none' = /,/,
): readonly string[] | Outside {
  const names: string[] = [];
  for (const parameter of list) {
    for (const { value, hasPlus } of parameters.all(parameter)) {
      if (hasPlus) return invalid(parameter, `${parameter} has a plus sign: write a blank as %20.`);
      names.push(...entriesOf(value, separators === 'none' ? undefined : separators));
      if (names.length > MOST_NAMES) return invalid(parameter, `More than ${MOST_NAMES} names are given.`);
    }
  }
  return names;
}

/** The non-empty entries of a list, trimmed; the whole value is one entry without separators. */
export function entriesOf(value: string, separators: RegExp | undefined): readonly string[] {
  const entries = separators ? value.split(separators) : [value];
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
