import type { PermissionName } from '@gatehouse/access-engine';
import type { InvalidRequest } from '../service-type';
import { type ParameterValues, invalidParameter } from './parameters';

/** More names than any honest request has; each costs a decision. */
const MOST_NAMES = 1_000;

/** What an OGC request asks for, as far as it says so itself. */
export interface OwsRequest {
  readonly permission: PermissionName;
  /** The names of the layers, feature types or processes, each as it is to be looked up. */
  readonly names: readonly string[];
  /** Whether it also reaches what it does not name, so that the service as a whole must be allowed. */
  readonly reachesUnnamed: boolean;
}

/** The non-empty entries of a list. */
export function listed(value: string | undefined, separators: string | RegExp = ','): readonly string[] {
  const entries: string[] = [];
  if (value !== undefined) take(entries, value, separators);
  return entries;
}

/** The entries of comma-separated lists in several parameters together, in the order of the parameters. */
export function listedIn(values: ParameterValues, parameters: readonly string[]): readonly string[] {
  const entries: string[] = [];
  for (const parameter of parameters) {
    const value = values.get(parameter);
    if (value !== undefined) take(entries, value, ',');
  }
  return entries;
}

function take(entries: string[], value: string, separators: string | RegExp): void {
  for (const entry of value.split(separators)) {
    const name = entry.trim();
    if (name !== '') entries.push(name);
  }
}

/**
 * The names from the query and from an XML body of one request. Both may name what is asked for, but then they must
 * agree, as must the values of any other parameter. `locator` is the parameter that names them in queries. spec:
 * permissions 4.5.
 */
export function agreed(
  inQuery: readonly string[],
  inBody: readonly string[],
  locator: string,
): readonly string[] | InvalidRequest {
  const names = inBody.length > 0 ? inBody : inQuery;
  if (names.length > MOST_NAMES) {
    return invalidParameter(locator, `${locator} has more than ${MOST_NAMES} entries.`);
  }
  if (inBody.length > 0 && inQuery.length > 0 && !areEqual(inQuery, inBody)) {
    return invalidParameter(locator, `${locator} says something else in the query than in the body.`);
  }
  return names;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  const one = new Set(some.map((name) => name.toLowerCase()));
  const other = new Set(others.map((name) => name.toLowerCase()));
  return one.size === other.size && [...one].every((name) => other.has(name));
}
