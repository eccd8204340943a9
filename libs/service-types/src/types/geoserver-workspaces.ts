import type { OwsRequest } from '../parameters/names';
import { type InvalidRequest, type RequestMapping, type ServiceRequest, isInvalid } from '../service-type';
import { type ServiceTree, type Target } from '@gatehouse/access-engine';
import { Touched, single } from './targets';

/** One of the protocols that a GeoServer speaks. */
export interface GeoserverProtocol {
  /** What marks it in paths, lower case. */
  readonly marker: 'wfs' | 'wms' | 'wps';
  /** Whether a colon in a name stands between workspace and name; otherwise it is a letter. */
  readonly isScoped: boolean;
  readonly read: (request: ServiceRequest) => OwsRequest | InvalidRequest | undefined;
}

/** What marks requests to the OGC services in GeoServer's paths. */
const MARKERS: ReadonlySet<string> = new Set([
  'csw',
  'kml',
  'ows',
  'tms',
  'wcs',
  'wfs',
  'wms',
  'wms-c',
  'wmts',
  'wps',
]);

/** The first segments of what GeoServer serves beside OGC: it ignores the parameters of an operation there. */
const OTHER_DOORS: ReadonlySet<string> = new Set(['rest', 'web', 'gwc']);

/** The path inside GeoServer: without the name under which it is usually deployed. */
export function pathInside(segments: readonly string[]): readonly string[] {
  let from = segments[0] === '' ? 1 : 0;
  if (segments[from]?.toLowerCase() === 'geoserver') from++;
  return from === 0 ? segments : segments.slice(from);
}

/** The last protocol marker in a path, lower case; `ows` stands for any. */
export function markerIn(path: readonly string[]): string | undefined {
  return path.findLast((segment) => MARKERS.has(segment.toLowerCase()))?.toLowerCase();
}

/** Whether the path belongs to the REST interface, the console or the tile cache. */
export function isOtherDoor([first = '']: readonly string[]): boolean {
  return OTHER_DOORS.has(first.toLowerCase());
}

/**
 * Maps requests to one protocol of a GeoServer onto workspaces and what is in them. A path without a marker that is
 * more than a workspace is not known to reach the protocol at all, so that nothing is mapped. spec: permissions
 * 4.6.7.
 */
export function mappingOf(protocol: GeoserverProtocol): RequestMapping {
  return (request, tree) => {
    const path = pathInside(request.segments);
    if (isOtherDoor(path) || (path.length > 1 && markerIn(path) === undefined)) return undefined;
    const asked = protocol.read(request);
    if (asked === undefined || isInvalid(asked)) return asked;
    const isAtRoot = request.segments.length === 0;
    return asked.permission === 'getcapabilities'
      ? single(asked.permission, tree.serviceId, !isAtRoot && asksTheService(path, protocol))
      : targetInWorkspaces(asked, tree, protocol, path, isAtRoot);
  };
}

function marks(segment: string | undefined, { marker }: GeoserverProtocol): boolean {
  const lower = segment?.toLowerCase();
  return lower === marker || lower === 'ows';
}

/** Capabilities through a workspace's own address are a part of the service's, which no rule names. */
function asksTheService(path: readonly string[], protocol: GeoserverProtocol): boolean {
  return path.length <= 1 || !path.some((segment) => marks(segment, protocol));
}

function targetInWorkspaces(
  { permission, names, reachesUnnamed }: OwsRequest,
  tree: ServiceTree,
  protocol: GeoserverProtocol,
  path: readonly string[],
  isAtRoot: boolean,
): Target {
  const inPath = marks(path[1], protocol) ? path[0] : undefined;
  const touched = new Touched();
  for (const text of names) {
    const colon = protocol.isScoped ? text.lastIndexOf(':') : -1;
    const scope = colon < 0 ? undefined : text.slice(0, colon);
    if (scope !== undefined && inPath !== undefined && scope.toLowerCase() !== inPath.toLowerCase()) {
      return single(permission, tree.serviceId, false);
    }
    addNamed(touched, tree, inPath ?? scope, text.slice(colon + 1));
  }
  if (touched.isEmpty) addNamed(touched, tree, inPath, '');
  // An address that is not known to be the protocol's asks the service as well.
  if (reachesUnnamed || isAtRoot) touched.add({ resourceId: tree.serviceId, exact: false });
  return touched.with(permission);
}

function addNamed(
  touched: Touched,
  tree: ServiceTree,
  workspaceName: string | undefined,
  name: string,
): void {
  const workspace = workspaceName === undefined ? undefined : tree.childByName(tree.serviceId, workspaceName);
  const child = workspace === undefined || name === '' ? undefined : tree.childByName(workspace, name);
  touched.add({ resourceId: child ?? workspace ?? tree.serviceId, exact: child !== undefined });
}
