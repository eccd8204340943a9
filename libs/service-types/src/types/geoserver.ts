import type { PermissionName, Requirement, ServiceTree, Target } from '@gatehouse/access-engine';
import type { ReadingContext } from '../grammar/context';
import type { Interpreted } from '../grammar/interpreted';
import { readPairs } from '../grammar/pairs';
import { type Outside, type Reading, covered, invalid, isOutside, missing, outside } from '../reading';
import type { RequestHead, ServiceRequest, XmlElement } from '../request';
import type { ChildTypeName, ServiceConfiguration, ServiceType } from '../service-type';
import { apiService, routeOf } from './api';
import { geoserverWfsService } from './geoserver-wfs';
import { geoserverWmsService } from './geoserver-wms';
import { addressOf, pathInside } from './geoserver-workspaces';
import { WORKSPACE_MAPS } from './map-names';
import { serviceIn, serviceOf } from './stated-service';
import { geoserverWpsService, readingOfGeoserverWps } from './geoserver-wps';

/** A request for features that a process is given by the same server: it needs the same permissions as a direct request. */
const featuresOf =
  (context: ReadingContext) =>
  (root: XmlElement, interpreted: Interpreted): Target | Outside => {
    if (context.configuration['wfs'] === false)
      return { ...invalid('body', 'WFS is switched off.'), forAdministrators: true };
    const reading = geoserverWfsService.read(
      {
        method: 'POST',
        segments: ['wfs'],
        isPlainPath: true,
        query: '',
        body: { kind: 'xml', root, mediaType: 'text/xml' },
        limits: interpreted,
        parseXml: () => ({ problem: 'it is embedded in a document' }),
      },
      { ...context, privatePath: [] },
    );
    return reading.kind === 'covered' ? reading.target : reading;
  };

const PROTOCOLS: Readonly<Record<string, ServiceType>> = {
  wfs: geoserverWfsService,
  wms: geoserverWmsService,
  wps: { ...geoserverWpsService, read: readingOfGeoserverWps(featuresOf) },
};
const HANDLERS = ['api', 'wfs', 'wms', 'wps'] as const;

function unionOf(...lists: (readonly PermissionName[] | undefined)[]): readonly PermissionName[] {
  return [...new Set(lists.flatMap((names) => names ?? []))].sort();
}

function acrossProtocols(type: ChildTypeName): readonly PermissionName[] {
  return unionOf(...Object.values(PROTOCOLS).map((protocol) => protocol.resourceTypes[type]));
}

/** Each of the four handlers can be switched off; they are on by default. Reference: request-mapping#configuration. */
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

type Configuration = ReadingContext['configuration'];

function permissionsOf(handler: (typeof HANDLERS)[number]): readonly PermissionName[] {
  const type = handler === 'api' ? apiService : PROTOCOLS[handler];
  return unionOf(type?.permissions, ...Object.values(type?.resourceTypes ?? {}));
}

/** The permissions of the handlers that are switched on. */
function permissionsInUse(
  configuration: Configuration,
  among: readonly (typeof HANDLERS)[number][] = HANDLERS,
): readonly PermissionName[] {
  return unionOf(...among.filter((name) => configuration[name] !== false).map(permissionsOf));
}

/** The permissions to read data in any form, which WCS, WMTS and the tile cache may return. */
const READING: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'read',
  'describefeaturetype',
  'describelayer',
  'getcapabilities',
  'getfeature',
  'getfeatureinfo',
  'getgmlobject',
  'getlegendgraphic',
  'getmap',
  'getpropertyvalue',
]);

/** The segments that mark protocols in paths of GeoServer, at any position. */
const MARKERS: ReadonlySet<string> = new Set(
  'wfs wms wps ows wcs csw kml tms wmts wms-c gwc animate mapml wfs3 ogc oseo opensearch features testwfspost'.split(
    ' ',
  ),
);

/**
 * The target of a request: an OGC protocol (`ogc`), a path of the REST interface or another route,
 * or data that no type names.
 */
type Entry = 'ogc' | 'route' | 'data' | 'none';

function entryOf(head: RequestHead, context: Pick<ReadingContext, 'privatePath'>): Entry {
  const path = pathInside(head, context);
  const lower = path.map((segment) => segment.toLowerCase());
  if (path.length === 0) return isEntryPoint(head, context) ? 'route' : 'ogc';
  const last = lower.at(-1) ?? '';
  if (head.isPlainPath && path.length <= 2 && (Object.hasOwn(PROTOCOLS, last) || last === 'ows')) {
    return last === 'ows' && isCoverageQuery(head) ? 'data' : 'ogc';
  }
  if (speaksProtocol(head.query)) return isData(lower, head) ? 'data' : 'none';
  if (lower[0] === 'rest') return 'route';
  if (isData(lower, head)) return 'data';
  return 'none';
}

/** The address of the service itself without a request for a protocol: GeoServer's front page. */
function isEntryPoint(
  { query, method }: RequestHead,
  { privatePath }: Pick<ReadingContext, 'privatePath'>,
): boolean {
  const last = privatePath.at(-1)?.toLowerCase() ?? '';
  return query === '' && (method === 'GET' || method === 'HEAD') && !MARKERS.has(last);
}

/** Values of `service` at the addresses of coverages and tiles. */
const OF_DATA: ReadonlySet<string> = new Set(['wcs', 'wmts', 'wms', 'tms']);

function isCoverageQuery({ method, query }: RequestHead): boolean {
  const service = serviceIn(query);
  return (method === 'GET' || method === 'HEAD') && (service === 'wcs' || service === 'wmts');
}

/** Whether a query has the parameters by which GeoServer selects a protocol at any path. */
function speaksProtocol(query: string): boolean {
  const pairs = readPairs(query, 'query');
  return isOutside(pairs) || pairs.some(({ name }) => name === 'service' || name === 'request');
}

/** Coverages, tiles and schemas, by GET: `wcs`, `gwc/service/…` and `schemas/…`, the former also below a workspace. */
function isData(path: readonly string[], { method, query, isPlainPath }: RequestHead): boolean {
  if (!isPlainPath || (method !== 'GET' && method !== 'HEAD')) return false;
  if (path[0] === 'schemas') return query === '';
  const below = path[0] === 'wcs' || path[0] === 'gwc' ? path : path.slice(1);
  const isOfData =
    (below[0] === 'wcs' && below.length === 1) || (below[0] === 'gwc' && below[1] === 'service');
  const service = serviceIn(query);
  return isOfData && (service === undefined || (typeof service === 'string' && OF_DATA.has(service)));
}

/**
 * Reads a request for one of the protocols, for data that only permissions everywhere can cover, or for a route: one of the
 * REST interface, or one that is registered. Reference: request-mapping#geoserver, permission-rules#authority.
 */
function readRequest(request: ServiceRequest, context: ReadingContext): Reading {
  switch (entryOf(request, context)) {
    case 'ogc':
      return readProtocol(request, context);
    case 'data':
      return request.body.kind === 'none'
        ? covered(readingEverywhere(context.configuration))
        : outside('NoApplicableCode', 'body', 'A GET request has a body, which some servers read.');
    case 'route':
      return readRoute(request, context);
    case 'none':
      return isRegistered(request, context)
        ? readRoute(request, context)
        : whileSwitchedOff(
            outside('InvalidParameterValue', 'path', 'The path is not a known path of GeoServer.'),
            context,
          );
  }
}

function readingEverywhere(configuration: Configuration): readonly Requirement[] {
  return permissionsInUse(configuration)
    .filter((name) => READING.has(name))
    .map((permission) => ({ permission, on: 'everywhere' }));
}

function readRoute(request: ServiceRequest, context: ReadingContext): Reading {
  if (context.configuration['api'] === false) {
    return {
      ...outside('OperationNotSupported', 'path', 'The REST interface is disabled.'),
      forAdministrators: true,
    };
  }
  // The REST interface takes the format of its reply from the end of a path: no option of the service changes that.
  return routeOf({ ...request, segments: pathInside(request, context) }, { ...context, suffixes: true });
}

/** Whether the path leads along a route that is registered, past no marker of a protocol that is not registered itself. */
function isRegistered(request: RequestHead, { tree, privatePath }: ReadingContext): boolean {
  const path = pathInside(request, { privatePath });
  const first = speaksProtocol(request.query) ? undefined : tree.childByName(tree.serviceId, path[0] ?? '');
  if (first === undefined || tree.typeOf(first) !== 'route') return false;
  const registered = registeredSegments(tree, path);
  return !path.slice(registered).some((segment) => MARKERS.has(segment.toLowerCase()));
}

function registeredSegments(tree: ServiceTree, path: readonly string[]): number {
  let parent = tree.serviceId;
  for (const [index, segment] of path.entries()) {
    const child = tree.childByName(parent, segment);
    if (child === undefined) return index;
    parent = child;
  }
  return path.length;
}

function readProtocol(request: ServiceRequest, context: ReadingContext): Reading {
  const address = addressOf(request, context);
  if (isOutside(address)) return whileSwitchedOff(address, context);
  const marker = address.marker === 'ows' ? undefined : address.marker;
  const service = serviceOf(request);
  if (marker !== undefined && service !== undefined && service !== marker) {
    return whileSwitchedOff(
      invalid('service', 'The parameter service names another protocol than the path.'),
      context,
    );
  }
  const name = service ?? marker;
  if (name === undefined) return whileSwitchedOff(missing('service'), context);
  const protocol = Object.hasOwn(PROTOCOLS, name) ? PROTOCOLS[name] : undefined;
  if (!protocol) {
    return whileSwitchedOff(invalid('service', 'The value of service is not WFS, WMS or WPS.'), context);
  }
  if (context.configuration[name] === false) {
    return { ...invalid('service', `${name.toUpperCase()} is switched off.`), forAdministrators: true };
  }
  const reading = protocol.read(request, context);
  // A body that could not be read may be a document of another protocol, which determines what GeoServer does.
  const isKnown = request.body.kind === 'none' || request.body.kind === 'form' || request.body.kind === 'xml';
  return reading.kind === 'outside' && !isKnown ? whileSwitchedOff(reading, context) : reading;
}

/** While a protocol is switched off, permissions everywhere do not rule out that a request uses it. */
function whileSwitchedOff(reading: Outside, { configuration }: ReadingContext): Outside {
  return HANDLERS.some((name) => configuration[name] === false)
    ? { ...reading, forAdministrators: true }
    : reading;
}

/** A whole GeoServer: its feature, map and processing services and its REST interface. Reference: request-mapping#geoserver. */
export const geoserverService: ServiceType = {
  name: 'geoserver',
  permissions: unionOf(...Object.values(PROTOCOLS).map((protocol) => protocol.permissions), [
    'read',
    'write',
  ]),
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
  maps: (configuration) => (configuration['wms'] === false ? undefined : WORKSPACE_MAPS),
  configuration: handlers,
  isOws: true,
  cookies: 'named',
  outsideNeeds: (configuration) => ({
    names: permissionsInUse(configuration),
    readsBodies: HANDLERS.some((name) => configuration[name] === false),
  }),
  // What is uploaded to the REST interface may be larger than any memory.
  readsBody: (head) => head.method === 'POST' && entryOf(head, { privatePath: [] }) === 'ogc',
  namesOfPost: (configuration) => permissionsInUse(configuration, ['wfs', 'wms', 'wps']),
  read: readRequest,
};
