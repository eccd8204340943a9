import type { PermissionName } from '@gatehouse/access-engine';
import { WMS, readWms } from '../protocols/wms';
import type { ServiceType } from '../service-type';
import { readingOf } from './geoserver-workspaces';
import { WORKSPACE_MAPS } from './map-names';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';
import { WMS_OPERATIONS } from '../protocols/wms-parameters';

const NAMES: readonly PermissionName[] = ['getcapabilities', ...WORKSPACE_MAPS.permissions];

/** The Web Map Service of a GeoServer, with its workspaces. Reference: request-mapping#geoserver-protocols. */
export const geoserverWmsService: ServiceType = {
  name: 'geoserverwms',
  permissions: NAMES,
  resourceTypes: { workspace: NAMES, layer: NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  maps: () => WORKSPACE_MAPS,
  isOws: true,
  operations: WMS_OPERATIONS,
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: readingOf({
    marker: 'wms',
    isScoped: true,
    read: (request, { parameters }) => readWms(request, WMS, parameters),
  }),
};
