import { PERMISSION_NAMES, type PermissionName } from '@gatehouse/access-engine';
import type { InvalidRequest } from '../service-type';
import { type ParameterValues, invalidParameter } from './parameters';

const NAMES: ReadonlySet<string> = new Set(PERMISSION_NAMES);

/**
 * The permission that the operation in `request` needs. An operation that no service has makes the request invalid; one
 * that services of other types have is `undefined`: nobody may have it done here. spec: permissions 4.5.
 */
export function operationOf(
  values: ParameterValues,
  allowed: readonly PermissionName[],
): PermissionName | InvalidRequest | undefined {
  const value = values.get('request');
  if (value === undefined) {
    return { invalid: 'MissingParameterValue', locator: 'request', detail: 'request is missing.' };
  }
  const name = value.toLowerCase();
  if (!NAMES.has(name)) return invalidParameter('request', 'request is not the name of an operation.');
  return allowed.find((permission) => permission === name);
}
