import { READ_SYNC_TYPES, SERVICE_TYPES } from './generated/service-types';

/** Names of all service types, sorted. */
export const SERVICE_TYPE_NAMES: readonly string[] = SERVICE_TYPES.map(({ name }) => name);

/** Those whose services have a configuration. */
export const CONFIGURABLE_TYPES: readonly string[] = SERVICE_TYPES.flatMap(({ name, hasConfiguration }) =>
  hasConfiguration ? [name] : [],
);

/** A synchronization type whose services have resources that can be read. */
export type ReadSyncType = (typeof READ_SYNC_TYPES)[number];

/** Those types, sorted. */
export const READ_SYNC_TYPE_NAMES: readonly ReadSyncType[] = READ_SYNC_TYPES;

/** Whether the resources of services with a synchronization type can be read; not those of a type of a newer API. */
export function isReadSyncType(syncType: string | null | undefined): syncType is ReadSyncType {
  return READ_SYNC_TYPES.some((name) => name === syncType);
}

const PERMISSION_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  SERVICE_TYPES.map(({ name, permissionNames }) => [name, permissionNames]),
);

/** The names of permissions on services of a type and on their resources, sorted; none for a type of a newer API. */
export function permissionNamesOf(serviceType: string): readonly string[] {
  return PERMISSION_NAMES.get(serviceType) ?? [];
}
