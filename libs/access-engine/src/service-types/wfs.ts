import type { PermissionName } from '../permission';
import type { ServiceType } from './service-type';
import { refuseEveryRequest } from './unmapped';

const ON_SERVICE: readonly PermissionName[] = [
  'createstoredquery',
  'describefeaturetype',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'getfeature',
  'getfeaturewithlock',
  'liststoredqueries',
  'lockfeature',
  'transaction',
];

/** A Web Feature Service. Its requests are not mapped yet. */
export const wfsService: ServiceType = {
  name: 'wfs',
  permissions: ON_SERVICE,
  resourceTypes: { layer: ['describefeaturetype', 'getfeature', 'lockfeature', 'transaction'] },
  targetOf: refuseEveryRequest,
};

const GEOSERVER_NAMES: readonly PermissionName[] = [...ON_SERVICE, 'getgmlobject', 'getpropertyvalue'];

/** The Web Feature Service of a GeoServer, with its workspaces. Its requests are not mapped yet. */
export const geoserverWfsService: ServiceType = {
  name: 'geoserverwfs',
  permissions: GEOSERVER_NAMES,
  resourceTypes: { workspace: GEOSERVER_NAMES, layer: GEOSERVER_NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  targetOf: refuseEveryRequest,
};
