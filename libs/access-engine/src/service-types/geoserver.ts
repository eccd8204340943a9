import type { PermissionName } from '../permission';
import type { ChildTypeName, ServiceConfiguration, ServiceType } from './service-type';
import { refuseEveryRequest } from './unmapped';
import { geoserverWfsService } from './wfs';
import { geoserverWmsService } from './wms';
import { geoserverWpsService } from './wps';

const PROTOCOLS = [geoserverWfsService, geoserverWmsService, geoserverWpsService];

function unionOf(...lists: (readonly PermissionName[] | undefined)[]): readonly PermissionName[] {
  return [...new Set(lists.flatMap((names) => names ?? []))].sort();
}

function acrossProtocols(type: ChildTypeName): readonly PermissionName[] {
  return unionOf(...PROTOCOLS.map((protocol) => protocol.resourceTypes[type]));
}

const HANDLERS = ['api', 'wfs', 'wms', 'wps'] as const;

/** Each of the four handlers can be switched off; they are on by default. spec: permissions 4.4. */
const handlers: ServiceConfiguration = {
  problemsOf: (configuration) =>
    HANDLERS.filter((name) => name in configuration && typeof configuration[name] !== 'boolean').map(
      (name) => ({
        path: name,
        expected: 'true or false',
      }),
    ),
  resolve: (stored) => {
    const resolved: Record<string, unknown> = { api: true, wfs: true, wms: true, wps: true, ...stored };
    // Older stores may hold other values than true and false, which have always counted as "on".
    for (const name of HANDLERS) resolved[name] = resolved[name] !== false;
    return Object.fromEntries(Object.entries(resolved).sort(([a], [b]) => (a < b ? -1 : 1)));
  },
};

/** A whole GeoServer: its feature, map and processing services and its REST interface. Its requests are not mapped yet. */
export const geoserverService: ServiceType = {
  name: 'geoserver',
  permissions: unionOf(...PROTOCOLS.map((protocol) => protocol.permissions), ['read', 'write']),
  resourceTypes: {
    layer: acrossProtocols('layer'),
    process: acrossProtocols('process'),
    route: ['read', 'write'],
    workspace: acrossProtocols('workspace'),
  },
  structure: {
    service: ['route', 'workspace'],
    route: ['route', 'workspace'],
    workspace: ['layer', 'process'],
    layer: [],
    process: [],
  },
  configuration: handlers,
  targetOf: refuseEveryRequest,
};
