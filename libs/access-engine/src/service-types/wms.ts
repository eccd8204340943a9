import type { PermissionName } from '../permission';
import type { ServiceType } from './service-type';
import { refuseEveryRequest } from './unmapped';

const GEOSERVER_NAMES: readonly PermissionName[] = [
  'describelayer',
  'getcapabilities',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmap',
];

/** The Web Map Service of a GeoServer, with its workspaces. Its requests are not mapped yet. */
export const geoserverWmsService: ServiceType = {
  name: 'geoserverwms',
  permissions: GEOSERVER_NAMES,
  resourceTypes: { workspace: GEOSERVER_NAMES, layer: GEOSERVER_NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  targetOf: refuseEveryRequest,
};

const NCWMS_NAMES: readonly PermissionName[] = [
  'getcapabilities',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmap',
  'getmetadata',
];

/** A Web Map Service over NetCDF files. Its requests are not mapped yet. */
export const ncwmsService: ServiceType = {
  name: 'ncwms',
  permissions: NCWMS_NAMES,
  resourceTypes: { directory: NCWMS_NAMES, file: NCWMS_NAMES },
  targetOf: refuseEveryRequest,
};
