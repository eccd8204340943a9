import { type Outside, invalid } from '../reading';
import type { Interpreted } from './interpreted';
import type { Parameters } from './parameters';

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
      const entries = entriesOf(value, separators === 'none' ? undefined : separators);
      const { interpreted } = parameters;
      const problem =
        interpreted.takeNames(entries.length, parameter) ??
        interpreted.tooMany(names.length + entries.length, parameter);
      if (problem) return problem;
      names.push(...entries);
    }
  }
  return names;
}

/** The non-empty entries of a list, trimmed; the whole value is one entry without separators. */
export function entriesOf(value: string, separators: RegExp | undefined): readonly string[] {
  if (value === '') return [];
  const entries = separators ? value.split(separators) : [value];
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** The entries of a list of names; outside where they are too many. */
export function nameEntries(
  list: string,
  separators: RegExp | undefined,
  interpreted: Interpreted,
  locator: string,
): readonly string[] | Outside {
  const entries = entriesOf(list, separators);
  const problem = interpreted.takeNames(entries.length, locator);
  return problem ?? entries;
}
