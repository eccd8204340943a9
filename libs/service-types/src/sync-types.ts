import { SERVICE_TYPE_NAMES } from './catalogue';

/** Synchronization types whose services have a list of resources that can be read, sorted. Reference: service-synchronization#jobs. */
export const READ_SYNC_TYPES = [
  'geoserver',
  'geoserver-api',
  'geoserverwfs',
  'geoserverwms',
  'geoserverwps',
  'ncwms',
  'ogcapi',
  'openapi',
  'project-api',
  'stac',
  'thredds',
  'wfs',
  'wms',
  'wps',
] as const;

export type ReadSyncType = (typeof READ_SYNC_TYPES)[number];

/** Whether the resources of services with a synchronization type can be read. */
export function isReadSyncType(syncType: string | null): syncType is ReadSyncType {
  return READ_SYNC_TYPES.some((name) => name === syncType);
}

/** All synchronization types, sorted: each service type has one of its name; others have no service type. Reference: data#resources. */
export const SYNC_TYPE_NAMES: readonly string[] = [
  ...new Set<string>([...SERVICE_TYPE_NAMES, ...READ_SYNC_TYPES]),
].sort();
