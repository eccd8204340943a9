import type { PermissionName } from '../permission';
import type { ServiceType } from './service-type';
import { refuseEveryRequest } from './unmapped';

const ON_SERVICE: readonly PermissionName[] = ['describeprocess', 'execute', 'getcapabilities'];
const ON_PROCESS: readonly PermissionName[] = ['describeprocess', 'execute'];

/** A Web Processing Service. Its requests are not mapped yet. */
export const wpsService: ServiceType = {
  name: 'wps',
  permissions: ON_SERVICE,
  resourceTypes: { process: ON_PROCESS },
  targetOf: refuseEveryRequest,
};

/** The Web Processing Service of a GeoServer, with its workspaces. Its requests are not mapped yet. */
export const geoserverWpsService: ServiceType = {
  name: 'geoserverwps',
  permissions: ON_SERVICE,
  resourceTypes: { workspace: ON_SERVICE, process: ON_PROCESS },
  structure: { service: ['workspace'], workspace: ['process'], process: [] },
  targetOf: refuseEveryRequest,
};
