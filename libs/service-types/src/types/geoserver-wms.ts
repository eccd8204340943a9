import { readWms } from '../parameters/wms';
import type { PermissionName } from '@gatehouse/access-engine';
import { mappingOf } from './geoserver-workspaces';
import type { ServiceType } from '../service-type';
import { mayBeAskedInBody } from './targets';

const NAMES: readonly PermissionName[] = [
  'describelayer',
  'getcapabilities',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmap',
];

/** The Web Map Service of a GeoServer, with its workspaces. spec: permissions 4.6.7. */
export const geoserverWmsService: ServiceType = {
  name: 'geoserverwms',
  permissions: NAMES,
  resourceTypes: { workspace: NAMES, layer: NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  needsBody: mayBeAskedInBody,
  targetOf: mappingOf({ marker: 'wms', isScoped: true, read: (request) => readWms(request, NAMES) }),
};
