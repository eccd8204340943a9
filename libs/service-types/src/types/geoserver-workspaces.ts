import type { ReadingContext } from '../grammar/context';
import { Interpreted } from '../grammar/interpreted';
import type { Requested } from '../protocols/requested';
import { ABOUT_SERVICE } from '../protocols/wfs';
import { type Outside, type Reading, covered, invalid, isOutside, outside } from '../reading';
import type { RequestHead, ServiceRequest } from '../request';
import { serviceOf } from './stated-service';
import { Touched, single } from './touched';

/** One of the protocols that a GeoServer implements. */
export interface GeoserverProtocol {
  /** The last segment of its addresses, in addition to `ows`. */
  readonly marker: 'wfs' | 'wms' | 'wps';
  /**
   * Whether a colon separates workspace and name. Otherwise it is part of the name, and the server has the same under a
   * name in all workspaces: what is registered under it in any of them is touched.
   */
  readonly isScoped: boolean;
  readonly read: (request: ServiceRequest, context: ReadingContext) => Requested | Outside;
}

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
  { names, bound, reachesUnnamed, reachesAll = false }: Requested,
  { isScoped, marker: protocol }: GeoserverProtocol,
  { workspace, marker }: GeoserverAddress,
  context: ReadingContext,
  interpreted: Interpreted,
): Touched | Outside {
  const { serviceId } = context.tree;
  const touched = new Touched();
  const everywhere = new NamesEverywhere(context, isScoped, interpreted);
  const add = (workspaceName: string | undefined, name: string): void => {
    addNamed(
      touched,
      workspaceName,
      name,
      context,
      isScoped ? workspaceName !== undefined : false,
      everywhere,
    );
  };
  for (const text of names) {
    if (text === '*') return invalid(NAMING[protocol], 'An asterisk is not a name.');
    const colon = isScoped ? text.indexOf(':') : -1;
    const prefix = colon < 0 ? undefined : text.slice(0, colon);
    // A namespace may be that of a workspace of another name than it ends in.
    const scope = bound?.has(text) && !isWorkspace(prefix, context) ? undefined : prefix;
    if (workspace !== undefined && scope !== undefined && scope.toLowerCase() !== workspace.toLowerCase()) {
      return invalid('path', `The request is for the workspace ${workspace} and names another one.`);
    }
    add(workspace ?? scope, text.slice(colon + 1));
  }
  everywhere.addTo(touched);
  if (reachesAll) addAll(touched, workspace, context, interpreted);
  if (touched.isEmpty) add(workspace, '');
  // The path may be the name of a layer group, whose layers are in any workspace.
  if (workspace !== undefined && context.tree.childByName(serviceId, workspace) === undefined)
    touched.addEverything();
  if (reachesUnnamed) touched.addEverything();
  // An address that is not known to be the protocol's reaches the service as well.
  if (marker === undefined) touched.add({ resourceId: serviceId, exact: false });
  return touched;
}

function isWorkspace(name: string | undefined, { tree }: ReadingContext): boolean {
  const resourceId = name === undefined ? undefined : tree.childByName(tree.serviceId, name);
  return resourceId !== undefined && tree.typeOf(resourceId) === 'workspace';
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

/** Adds what a name is in its workspace. */
function addNamed(
  touched: Touched,
  workspaceName: string | undefined,
  name: string,
  { tree, registeredNamesOnly }: ReadingContext,
  isOfWorkspace: boolean,
  everywhere: NamesEverywhere,
): void {
  const { serviceId } = tree;
  const workspace = workspaceName === undefined ? undefined : tree.childByName(serviceId, workspaceName);
  const child = workspace === undefined || name === '' ? undefined : tree.childByName(workspace, name);
  touched.add({ resourceId: child ?? workspace ?? serviceId, exact: child !== undefined });
  if (name === '') return;
  if (!isOfWorkspace) everywhere.add(name, child !== undefined);
  else if (child === undefined && registeredNamesOnly) touched.addEverything();
}

/**
 * Names that the server may find in any workspace: without a workspace GeoServer takes the layer of its default one, or of any;
 * processes are the same in all. Each name is looked up in each workspace. Where that would be too much work for one request, the
 * permission is needed everywhere, which is more.
 */
class NamesEverywhere {
  /** Lower-case names, and whether each is registered in the requested workspace. */
  private readonly names = new Map<string, boolean>();

  constructor(
    private readonly context: ReadingContext,
    private readonly isScoped: boolean,
    private readonly interpreted: Interpreted,
  ) {}

  add(name: string, isRegistered: boolean): void {
    const key = name.toLowerCase();
    this.names.set(key, isRegistered && (this.names.get(key) ?? true));
  }

  addTo(touched: Touched): void {
    if (this.names.size === 0) return;
    const { tree, registeredNamesOnly } = this.context;
    const workspaces = [...tree.childrenOf(tree.serviceId)];
    if (!this.interpreted.mayLookUp(this.names.size * workspaces.length)) {
      touched.addEverything();
      return;
    }
    const registered = new Set<string>();
    for (const workspace of workspaces) {
      for (const name of this.names.keys()) {
        const same = tree.childByName(workspace, name);
        if (same !== undefined) {
          touched.add({ resourceId: same, exact: true });
          registered.add(name);
        } else if (this.isScoped && tree.typeOf(workspace) === 'workspace') {
          touched.add({ resourceId: workspace, exact: false });
        }
      }
    }
    const isRegistered = ([name, isItself]: readonly [string, boolean]): boolean =>
      isItself || (!this.isScoped && registered.has(name));
    if (registeredNamesOnly && ![...this.names].every(isRegistered)) touched.addEverything();
  }
}
