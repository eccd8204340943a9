import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import type { Requested } from '../protocols/requested';
import { ABOUT_SERVICE } from '../protocols/wfs';
import { type Outside, type Reading, covered, invalid, isOutside, outside } from '../reading';
import type { RequestHead, ServiceRequest } from '../request';
import type { GeoserverProtocol } from './geoserver-protocol';
import { NamedResources, workspaceOf } from './named-resources';
import { serviceOf } from './stated-service';
import { Touched, single } from './touched';

/** The parameters that name what is requested. */
const NAMING = { wfs: 'typenames', wms: 'layers', wps: 'identifier' } as const;

/** The address of a request in a GeoServer. */
export interface GeoserverAddress {
  /** As spelled in the path. */
  readonly workspace: string | undefined;
  /**
   * `wfs`, `wms`, `wps` or `ows`; at the address of the service itself `ows` if the request states the protocol, and undefined
   * where it does not, or where the private URL may be the address of a workspace.
   */
  readonly marker: string | undefined;
}

/** The path inside GeoServer: without the name under which it is usually deployed, unless the private URL ends in it. */
export function pathInside(
  { segments }: RequestHead,
  { privatePath }: Pick<ReadingContext, 'privatePath'>,
): readonly string[] {
  const isDeployed =
    segments[0]?.toLowerCase() === 'geoserver' && privatePath.at(-1)?.toLowerCase() !== 'geoserver';
  return isDeployed ? segments.slice(1) : segments;
}

/** The first segments of paths of protocols, and what reads them. */
const PROTOCOL_MARKERS: ReadonlySet<string> = new Set(['wfs', 'wms', 'wps', 'ows']);

/**
 * The address of an OGC request: `[marker]` or `[workspace, marker]`. GeoServer finds the workspace in the path as it was
 * sent and the service in the decoded one, so a path with encoded characters is outside.
 */
export function addressOf(head: ServiceRequest, context: ReadingContext): GeoserverAddress | Outside {
  const path = pathInside(head, context);
  const last = path.at(-1)?.toLowerCase();
  if (last === undefined) {
    const isKnown = PROTOCOLS.has(serviceOf(head) ?? '') && !mayBeOfWorkspace(context);
    return { workspace: undefined, marker: isKnown ? 'ows' : undefined };
  }
  if (!head.isPlainPath || path.length > 2 || !PROTOCOL_MARKERS.has(last)) {
    return outside(
      'InvalidParameterValue',
      'path',
      'The path is not the address of an OGC service: /wms or /{workspace}/wms.',
    );
  }
  return { workspace: path.length === 2 ? path[0] : undefined, marker: last };
}

/** Values of `service`. */
const PROTOCOLS: ReadonlySet<string> = new Set(['wfs', 'wms', 'wps']);

/** Whether the private URL ends in a protocol below something else than GeoServer itself: `/topo/wms` is that of a workspace. */
function mayBeOfWorkspace({ privatePath }: Pick<ReadingContext, 'privatePath'>): boolean {
  const [above, last] = [privatePath.at(-2), privatePath.at(-1)];
  const isEndpoint = last !== undefined && PROTOCOL_MARKERS.has(last.toLowerCase());
  return isEndpoint && above !== undefined && above.toLowerCase() !== 'geoserver';
}

/**
 * Reads requests to one protocol of a GeoServer as what they touch of workspaces and what is in
 * them. Reference: request-mapping#geoserver-protocols.
 */
export function readingOf(protocol: GeoserverProtocol) {
  return (request: ServiceRequest, context: ReadingContext): Reading => {
    const address = addressOf(request, context);
    if (isOutside(address)) return address;
    const { marker } = address;
    if (marker !== undefined && marker !== 'ows' && marker !== protocol.marker) {
      return invalid('path', `This service provides ${protocol.marker.toUpperCase()}, at another path.`);
    }
    const requested = protocol.read(request, context);
    if (isOutside(requested)) return requested;
    const { tree } = context;
    if (requested.permission === 'getcapabilities') {
      // Capabilities through a workspace's own address are a part of the service's, which no rule names.
      const isWhole = marker !== undefined && address.workspace === undefined;
      return covered(single(requested.permission, tree.serviceId, isWhole));
    }
    // Stored queries are those of the service at the addresses of all workspaces.
    if (ABOUT_SERVICE.has(requested.permission))
      return covered(single(requested.permission, tree.serviceId, false), requested.executes);
    const touched = touchedIn(requested, protocol, address, context, Interpreted.of(request.limits));
    return isOutside(touched)
      ? touched
      : covered([...touched.with(requested.permission), ...(requested.nested ?? [])], requested.executes);
  };
}

function touchedIn(
  { names, prefixes, bound, reachesUnnamed, reachesAll = false }: Requested,
  protocol: GeoserverProtocol,
  { workspace, marker }: GeoserverAddress,
  context: ReadingContext,
  interpreted: Interpreted,
): Touched | Outside {
  const { serviceId } = context.tree;
  const touched = new Touched();
  const named = new NamedResources(touched, context, protocol, interpreted);
  for (const text of names) {
    if (text === '*') return invalid(NAMING[protocol.marker], 'An asterisk is not a name.');
    const colon = protocol.isScoped ? text.indexOf(':') : -1;
    const prefix = colon < 0 ? undefined : text.slice(0, colon);
    // A namespace may be that of a workspace of another name than it ends in.
    const scope = bound?.has(text) && !isWorkspace(prefix, context) ? undefined : prefix;
    if (workspace !== undefined && scope !== undefined && scope.toLowerCase() !== workspace.toLowerCase()) {
      return invalid('path', `The request is for the workspace ${workspace} and names another one.`);
    }
    named.add({ text, scope, path: workspace, local: text.slice(colon + 1) });
    // The colon may be one of the name, which other servers also write as a dash.
    if (prefix !== undefined && !isWorkspace(prefix, context)) named.addRegistered(text);
  }
  // The prefix of an identifier is a workspace to GeoServer, and the name of a type to others.
  for (const prefix of prefixes ?? []) {
    if (isWorkspace(prefix, context)) named.addRegistered(prefix);
    else named.add({ text: prefix, scope: undefined, path: workspace, local: prefix });
  }
  named.addEverywhere();
  if (reachesAll) addAll(touched, workspace, context, interpreted);
  if (touched.isEmpty) named.add({ text: '', scope: undefined, path: workspace, local: '' });
  // The path may be the name of a layer group, whose layers are in any workspace.
  if (workspace !== undefined && context.tree.childByName(serviceId, workspace) === undefined)
    touched.addEverything();
  if (reachesUnnamed) touched.addEverything();
  // An address that is not known to be the protocol's reaches the service as well.
  if (marker === undefined) touched.add({ resourceId: serviceId, exact: false });
  return touched;
}

function isWorkspace(name: string | undefined, { tree }: ReadingContext): boolean {
  return workspaceOf(name, tree) !== undefined;
}

/** All layers that the address of a workspace has, or that of the service: registered ones, and others. */
function addAll(
  touched: Touched,
  workspaceName: string | undefined,
  { tree }: ReadingContext,
  interpreted: Interpreted,
): void {
  const workspace = workspaceName === undefined ? undefined : tree.childByName(tree.serviceId, workspaceName);
  if (workspace === undefined) {
    touched.addEverything();
    return;
  }
  touched.add({ resourceId: workspace, exact: false });
  const children = [...tree.childrenOf(workspace)];
  if (!interpreted.mayLookUp(children.length)) {
    touched.addEverything();
    return;
  }
  for (const resourceId of children) {
    if (tree.typeOf(resourceId) === 'layer') touched.add({ resourceId, exact: true });
  }
}
