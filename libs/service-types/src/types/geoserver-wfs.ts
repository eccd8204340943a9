import { readWfs } from '../parameters/wfs';
import type { PermissionName } from '@gatehouse/access-engine';
import { mappingOf } from './geoserver-workspaces';
import type { ServiceType } from '../service-type';
import { mayBeAskedInBody } from './targets';
import { wfsService } from './wfs';

const NAMES: readonly PermissionName[] = [...wfsService.permissions, 'getgmlobject', 'getpropertyvalue'];

/** The Web Feature Service of a GeoServer, with its workspaces. spec: permissions 4.6.7. */
export const geoserverWfsService: ServiceType = {
  name: 'geoserverwfs',
  permissions: NAMES,
  resourceTypes: { workspace: NAMES, layer: NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  needsBody: mayBeAskedInBody,
  targetOf: mappingOf({
    marker: 'wfs',
    isScoped: true,
    read: (request) => readWfs(request, NAMES, 'workspaces'),
  }),
};
