import { mayAskInBody, readParameters } from '../parameters/parameters';
import type { PermissionName } from '@gatehouse/access-engine';
import { apiService } from './api';
import { geoserverWfsService } from './geoserver-wfs';
import { geoserverWmsService } from './geoserver-wms';
import { geoserverWpsService } from './geoserver-wps';
import { isOtherDoor, markerIn, pathInside } from './geoserver-workspaces';
import {
  type ChildTypeName,
  type RequestHead,
  type RequestMapping,
  type ServiceConfiguration,
  type ServiceType,
  isInvalid,
} from '../service-type';

const BY_PROTOCOL: ReadonlyMap<string, ServiceType> = new Map([
  ['wfs', geoserverWfsService],
  ['wms', geoserverWmsService],
  ['wps', geoserverWpsService],
]);
const PROTOCOLS = [...BY_PROTOCOL.values()];

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

const DISPATCH: ReadonlySet<string> = new Set(['service', 'request']);

/** Which part of a GeoServer answers: the REST interface and what else has a path of its own, OGC, or nobody knows. */
type Part = 'routes' | 'ogc' | 'unknown';

function partOf({ segments, query }: RequestHead): Part {
  const path = pathInside(segments);
  const isOgcQuery = query.some(([name]) => DISPATCH.has(name.toLowerCase()));
  if (isOtherDoor(path)) {
    // Below the tile cache's own address are OGC services whose layers nobody checks.
    const isTileService = path[0]?.toLowerCase() === 'gwc' && markerIn(path) !== undefined;
    return isOgcQuery || isTileService ? 'unknown' : 'routes';
  }
  return isOgcQuery || markerIn(path) !== undefined ? 'ogc' : 'routes';
}

/**
 * Gives a request to the protocol that `service` or else the path says, and to the rules of routes only when nothing
 * in it speaks of a protocol: who may read the REST interface must not get at maps by spelling them oddly. spec:
 * permissions 4.6.8.
 */
const requestOf: RequestMapping = (request, tree, configuration) => {
  const part = partOf(request);
  if (part === 'unknown') return undefined;
  if (part === 'routes') {
    return configuration['api'] === false ? undefined : apiService.targetOf(request, tree, configuration);
  }
  const values = readParameters(request, DISPATCH);
  if (isInvalid(values)) return values;
  const name = values.get('service')?.toLowerCase() || markerIn(pathInside(request.segments));
  if (name === undefined || configuration[name] === false) return undefined;
  return BY_PROTOCOL.get(name)?.targetOf(request, tree, configuration);
};

/** A whole GeoServer: its feature, map and processing services and its REST interface. spec: permissions 4.6.8. */
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
  // What is uploaded to the REST interface may be larger than any memory.
  needsBody: (request) => mayAskInBody(request.method) && partOf(request) === 'ogc',
  targetOf: requestOf,
};
