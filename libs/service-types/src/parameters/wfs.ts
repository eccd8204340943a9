import type { PermissionName } from '@gatehouse/access-engine';
import { type InvalidRequest, type ServiceRequest, isInvalid } from '../service-type';
import { typesInDocument } from './feature-types';
import { type OwsRequest, agreed, listed } from './names';
import { operationOf } from './operation';
import { type ParameterValues, invalidParameter, readParameters } from './parameters';
import { type Naming, bindingsIn, nameIn } from './qualified-names';

/** Parameters that select features whatever their type. */
const BY_QUERY = ['storedquery_id', 'storedqueryid', 'gmlobjectid'] as const;
const BY_ID = ['featureid', 'resourceid'] as const;

const NAMES: ReadonlySet<string> = new Set([
  'service',
  'request',
  'typenames',
  'typename',
  'namespaces',
  'namespace',
  ...BY_QUERY,
  ...BY_ID,
]);

/** WFS 2 writes several lists of joined types as `(a,b)(c)`. */
const SEPARATORS = /[,()]/;

/**
 * Reads a request to a feature service: its operation and all feature types that it names, `typenames` before
 * `typename`, or anywhere in its document. Stored queries, native operations and features by their ids reach any
 * type. spec: permissions 4.5, 4.6.5, 4.6.7.
 */
export function readWfs(
  request: ServiceRequest,
  allowed: readonly PermissionName[],
  naming: Naming,
): OwsRequest | InvalidRequest | undefined {
  const values = readParameters(request, NAMES);
  if (isInvalid(values)) return values;
  const permission = operationOf(values, allowed);
  if (permission === undefined || isInvalid(permission)) return permission;
  const asked = typesInParameters(values, naming);
  if (isInvalid(asked)) return asked;
  if (request.body.kind !== 'xml') return withNames(permission, asked, [], asked.reachesUnnamed);
  const written = typesInDocument(request.body.root, naming);
  if (isInvalid(written)) return written;
  return withNames(permission, asked, written.names, asked.reachesUnnamed || written.reachesUnnamed);
}

function withNames(
  permission: PermissionName,
  { names: inQuery }: Pick<OwsRequest, 'names'>,
  inBody: readonly string[],
  reachesUnnamed: boolean,
): OwsRequest | InvalidRequest {
  const names = agreed(inQuery, inBody, 'typenames');
  return isInvalid(names) ? names : { permission, names, reachesUnnamed };
}

function typesInParameters(
  values: ParameterValues,
  naming: Naming,
): Pick<OwsRequest, 'names' | 'reachesUnnamed'> | InvalidRequest {
  let names = [...listed(values.get('typenames'), SEPARATORS), ...listed(values.get('typename'), SEPARATORS)];
  const bound = [values.get('namespaces'), values.get('namespace')].filter((value) => value !== undefined);
  if (bound.length > 0 && naming === 'workspaces') {
    const scope = bindingsIn(bound);
    if (!scope) return invalidParameter('namespaces', 'namespaces is not a list of xmlns(prefix,namespace).');
    names = names.map((name) => nameIn(scope, name, naming));
  }
  const reachesUnnamed = BY_QUERY.some((name) => values.has(name)) || namesOtherFeatures(values, names);
  return { names, reachesUnnamed };
}

/** Whether an id like `roads.12` is of another type than those that are named. */
function namesOtherFeatures(values: ParameterValues, names: readonly string[]): boolean {
  const ids = BY_ID.flatMap((parameter) => listed(values.get(parameter), SEPARATORS));
  if (ids.length === 0) return BY_ID.some((parameter) => values.has(parameter));
  const types = new Set(names.map((name) => name.slice(name.lastIndexOf(':') + 1).toLowerCase()));
  return ids.some((id) => !types.has(id.slice(0, Math.max(0, id.lastIndexOf('.'))).toLowerCase()));
}
