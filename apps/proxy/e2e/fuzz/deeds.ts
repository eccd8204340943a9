import { type Deed, UNKNOWN } from './book';
import { doingsOf, unqualified } from './operations';
import type { Understood } from './understanding';
import type { WorldService } from './world';

/** What a service does for somebody whose request it takes so; undefined: nothing that it knows. */
export type Deeds = readonly Deed[] | undefined;

/** Services of all types, as far as it shows what they are asked for. Spec: permissions 4.6, after its recommendations. */
export function deedsOf({ type, configuration }: WorldService, asked: Understood): Deeds {
  switch (type.name) {
    case 'access':
      return [{ permission: 'access', path: [] }];
    case 'api':
    case 'project-api':
      return route(asked);
    case 'thredds':
      return file(asked);
    case 'wps':
    case 'wfs':
    case 'ncwms':
      return ows(type.name, asked);
    case 'geoserver':
      return geoserver(configuration, asked);
    default:
      return isDoor(inside(asked.segments))
        ? undefined
        : workspaces(type.name.slice('geoserver'.length), asked);
  }
}

function route({ method, segments }: Understood): Deeds {
  return [{ permission: method === 'GET' || method === 'HEAD' ? 'read' : 'write', path: segments }];
}

function file({ segments }: Understood): Deeds {
  const [first = '', ...rest] = segments[0] === 'thredds' ? segments.slice(1) : segments;
  const isData = /^(?:fileServer|dodsC|dap4|wcs|wms)$/.test(first);
  if (!isData && !/^(?:|catalog\.\w+|catalog|ncml|uddc|iso)$/.test(first)) return undefined;
  const last = rest.pop();
  const path = rest;
  // The page of a catalogue is its directory; a file is shown in formats that follow its name.
  if (last !== undefined && (isData || !/^catalog\.\w+$/.test(last)))
    path.push(/^.*\.nc/.exec(last)?.[0] ?? last);
  return [{ permission: isData ? 'read' : 'browse', path }];
}

function ows(type: 'wps' | 'wfs' | 'ncwms', asked: Understood): Deeds {
  const doing = doingsOf(type, asked);
  if (!doing) return undefined;
  const { permission, names, reachesUnnamed, isAboutService } = doing;
  if (isAboutService) return [{ permission, path: [] }];
  const paths = names.map((name) => (type === 'ncwms' ? name.split('/') : [name]));
  if (reachesUnnamed || paths.length === 0) paths.push([UNKNOWN]);
  return paths.map((path) => ({ permission, path }));
}

const DOORS = new Set(['rest', 'web', 'gwc']);
const MARKERS = /^(?:csw|kml|ows|tms|wcs|wfs|wms|wms-c|wmts|wps)$/;

/** Below the name under which it is usually deployed. */
function inside(segments: readonly string[]): readonly string[] {
  const from = segments[0] === '' ? 1 : 0;
  const lower = segments.slice(from).map((segment) => segment.toLowerCase());
  return lower[0] === 'geoserver' ? lower.slice(1) : lower;
}

function isDoor([first = '']: readonly string[]): boolean {
  return DOORS.has(first);
}

function geoserver(configuration: WorldService['configuration'], asked: Understood): Deeds {
  const path = inside(asked.segments);
  const marker = path.findLast((segment) => MARKERS.test(segment));
  const isOgcQuery = asked.inQuery.has('service') || asked.inQuery.has('request');
  if (isDoor(path) && (isOgcQuery || (path[0] === 'gwc' && marker !== undefined))) return undefined;
  if (isDoor(path) || (!isOgcQuery && marker === undefined))
    return configuration['api'] === false ? undefined : route(asked);
  const protocol = asked.values.get('service')?.toLowerCase() || marker || '';
  return /^w[fmp]s$/.test(protocol) && configuration[protocol] !== false
    ? workspaces(protocol, asked)
    : undefined;
}

/** By one protocol, on what is in workspaces. */
function workspaces(protocol: string, asked: Understood): Deeds {
  const path = inside(asked.segments);
  if (path.length > 1 && !path.some((segment) => MARKERS.test(segment))) return undefined;
  const doing = doingsOf(`geoserver-${protocol}`, asked);
  if (!doing) return undefined;
  const { permission, names, reachesUnnamed } = doing;
  const marks = (segment: string | undefined) => segment === protocol || segment === 'ows';
  const isAtRoot = asked.segments.length === 0;
  if (permission === 'getcapabilities')
    return [{ permission, path: !isAtRoot && (path.length <= 1 || !path.some(marks)) ? [] : [UNKNOWN] }];
  const inPath = marks(path[1]) ? path[0] : undefined;
  const known = names.map((name) =>
    protocol === 'wps' ? ([undefined, name] as const) : scoped(name, asked),
  );
  // What lies outside of the workspace that the address names is no part of it: all is asked of the service.
  if (known.some(([scope]) => scope !== undefined && inPath !== undefined && scope.toLowerCase() !== inPath))
    return [{ permission, path: [UNKNOWN] }];
  const paths = known.map(([scope, name]) => [inPath ?? scope ?? UNKNOWN, name || UNKNOWN]);
  if (paths.length === 0) paths.push(inPath === undefined ? [UNKNOWN] : [inPath, UNKNOWN]);
  if (reachesUnnamed || isAtRoot) paths.push([UNKNOWN]);
  return paths.map((one) => ({ permission, path: one }));
}

/** The workspace in a name, if there is one, and what is in it. */
function scoped(name: string, { document, values }: Understood) {
  const known = unqualified(name, document, values);
  const colon = known.lastIndexOf(':');
  return [colon < 0 ? undefined : known.slice(0, colon), known.slice(colon + 1)] as const;
}
