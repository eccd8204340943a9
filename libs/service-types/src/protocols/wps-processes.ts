import type { PermissionName } from '@gatehouse/access-engine';
import type { Interpreted } from '../grammar/interpreted';
import { entriesOf } from '../grammar/names';
import { type Outside, invalid } from '../reading';
import type { Requested } from './requested';

/** What a request to a processing service names, however it is written. */
export interface NamedProcesses {
  readonly permission: PermissionName;
  /** As sent in the request: each is one process, commas included. */
  readonly identifiers: readonly string[];
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Names of processes as GeoServer reads them: it uses what precedes the first and the second colon, and ignores
 * the rest, so that `gs:Buffer:x` and `gs:Buffer` are the same process.
 */
const GEOSERVER_NAME = /^[^\s:]+(?::[^\s:]+)?$/;

/** Words that mean all processes in a description. */
const ALL: ReadonlySet<string> = new Set(['all', '*']);

/** The requested processes. A request without a process can concern any of them. */
export function requestedProcesses(
  { permission, identifiers }: NamedProcesses,
  isGeoserver: boolean,
  interpreted: Interpreted,
): Requested | Outside {
  if (permission === 'getcapabilities') {
    return { permission, names: [], reachesUnnamed: false, executes: false };
  }
  const names = identifiers.flatMap((identifier) => entriesOf(identifier, undefined));
  const problem = interpreted.tooMany(names.length, 'identifier');
  if (problem) return problem;
  for (const name of names) {
    if (CONTROL.test(name))
      return invalid('identifier', 'The name of a process contains a control character.');
    if (isGeoserver && !GEOSERVER_NAME.test(name)) {
      return invalid('identifier', 'The name of a process contains a blank or more than one colon.');
    }
  }
  const isDescription = permission === 'describeprocess';
  const own = isDescription ? names.filter((name) => !ALL.has(name.toLowerCase())) : names;
  return {
    permission,
    names: own,
    reachesUnnamed: own.length < names.length || names.length === 0,
    executes: !isDescription,
  };
}
