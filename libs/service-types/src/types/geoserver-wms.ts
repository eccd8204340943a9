import type { PermissionName } from '@gatehouse/access-engine';
import { WMS, readWms } from '../protocols/wms';
import type { ServiceType } from '../service-type';
import { readingOf } from './geoserver-workspaces';
import { outsideNeedsAdministrator, readsPosts } from './outside-needs';

const NAMES: readonly PermissionName[] = [
  'describelayer',
  'getcapabilities',
  'getfeatureinfo',
  'getlegendgraphic',
  'getmap',
];

/** The Web Map Service of a GeoServer, with its workspaces. Reference: request-mapping#geoserver-protocols. */
export const geoserverWmsService: ServiceType = {
  name: 'geoserverwms',
  permissions: NAMES,
  resourceTypes: { workspace: NAMES, layer: NAMES },
  structure: { service: ['workspace'], workspace: ['layer'], layer: [] },
  cookies: 'named',
  ...outsideNeedsAdministrator,
  readsBody: readsPosts,
  read: readingOf({
    marker: 'wms',
    isScoped: true,
    read: (request, { parameters }) => readWms(request, WMS, parameters),
  }),
};
