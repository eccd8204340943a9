import type { PermissionName } from '@gatehouse/access-engine';
import { GEOSERVER_WFS, readWfs } from '../protocols/wfs';
import type { ServiceType } from '../service-type';
import { readingOf } from './geoserver-workspaces';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { wfsService } from './wfs';
import { GEOSERVER_WFS_OPERATIONS } from '../protocols/wfs-parameters';

const NAMES: readonly PermissionName[] = [...wfsService.permissions, 'getgmlobject', 'getpropertyvalue'];

/** The Web Feature Service of a GeoServer, with its workspaces. Reference: request-mapping#geoserver-protocols. */
export const geoserverWfsService: ServiceType = {
  name: 'geoserverwfs',
  permissions: NAMES,
  resourceTypes: { workspace: NAMES, layer: NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  isOws: true,
  operations: GEOSERVER_WFS_OPERATIONS,
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: readingOf({
    marker: 'wfs',
    isScoped: true,
    read: (request, { parameters }) => readWfs(request, GEOSERVER_WFS, parameters),
  }),
};
