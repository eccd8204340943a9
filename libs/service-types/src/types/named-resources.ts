import type { ServiceTree } from '@gatehouse/access-engine';
import { nameKey } from '@gatehouse/names';
import type { ReadingContext } from '../grammar/context';
import type { Interpreted } from '../grammar/interpreted';
import type { GeoserverProtocol } from './geoserver-protocol';
import type { Touched } from './touched';
import { processesLike } from './wps';

/** A name in a request to a GeoServer. */
export interface NameInWorkspace {
  /** As in the request. */
  readonly text: string;
  /** Its own prefix, where that means a workspace. */
  readonly scope: string | undefined;
  /** The workspace in the path. */
  readonly path: string | undefined;
  /** Without its prefix; empty where the request names nothing. */
  readonly local: string;
}

/** The workspace of that name. */
export function workspaceOf(name: string | undefined, tree: ServiceTree): number | undefined {
  const resourceId = name === undefined ? undefined : tree.childByName(tree.serviceId, name);
  return resourceId !== undefined && tree.typeOf(resourceId) === 'workspace' ? resourceId : undefined;
}

/** A name that the server may find in any workspace. */
interface AnywhereName {
  readonly name: NameInWorkspace;
  /** Whether it is registered in the workspace of the request. */
  isRegistered: boolean;
  /** Whether only what is registered under it counts. */
  readonly isPossible: boolean;
}

/**
 * What names are in a GeoServer: resources of their workspaces, of all workspaces, or names that are not registered.
 * Reference: request-mapping#names-that-are-not-registered.
 */
export class NamedResources {
  /** By the keys of their local names. */
  private readonly anywhere = new Map<string, AnywhereName>();

  constructor(
    private readonly touched: Touched,
    private readonly context: ReadingContext,
    private readonly protocol: Pick<GeoserverProtocol, 'marker' | 'isScoped'>,
    private readonly interpreted: Interpreted,
  ) {}

  /** Adds what a name is in its workspace. */
  add(name: NameInWorkspace): void {
    const { touched, context, protocol } = this;
    const { tree } = context;
    const { local, scope, path } = name;
    const workspace = workspaceOf(path ?? scope, tree);
    if (name.text === '') {
      touched.add({ resourceId: workspace ?? tree.serviceId, exact: false });
      return;
    }
    const child = workspace === undefined || local === '' ? undefined : tree.childByName(workspace, local);
    if (child !== undefined) touched.add({ resourceId: child, exact: true });
    else if (protocol.isScoped) this.addUnregistered(name, workspace);
    // It may be registered in another workspace.
    else touched.add({ resourceId: workspace ?? tree.serviceId, exact: false });
    if (local === '') return;
    // At the address of a workspace that is not registered, the permission is needed everywhere in any case.
    const isOfWorkspace = protocol.isScoped && (workspace !== undefined || path !== undefined);
    if (!isOfWorkspace) this.addAnywhere(name, child !== undefined);
    else if (workspace !== undefined) this.addNamesakes(workspace, local);
  }

  /** Adds what is registered under a name in any workspace. */
  addRegistered(text: string): void {
    const key = nameKey(text);
    const name = { text, scope: undefined, path: undefined, local: text };
    if (!this.anywhere.has(key)) this.anywhere.set(key, { name, isRegistered: true, isPossible: true });
  }

  /**
   * Looks the names up that the server may find in any workspace: without a workspace GeoServer takes the layer of its default
   * one, or of any; processes are the same in all. Each name is looked up in each workspace. Where that would be too much work
   * for one request, the permission is needed everywhere, which is more.
   */
  addEverywhere(): void {
    if (this.anywhere.size === 0) return;
    const { tree } = this.context;
    const workspaces = [...tree.childrenOf(tree.serviceId)];
    if (!this.interpreted.mayLookUp(this.anywhere.size * workspaces.length)) {
      this.touched.addEverything();
      return;
    }
    for (const workspace of workspaces)
      for (const [key, found] of this.anywhere) this.lookUp(workspace, key, found);
    if (this.protocol.isScoped) return;
    for (const { name, isRegistered } of this.anywhere.values())
      if (!isRegistered) this.addUnregistered(name, workspaceOf(name.path, tree));
  }

  private lookUp(workspace: number, key: string, found: AnywhereName): void {
    const { tree } = this.context;
    this.addNamesakes(workspace, key);
    const same = tree.childByName(workspace, key);
    if (same !== undefined) {
      this.touched.add({ resourceId: same, exact: true });
      found.isRegistered ||= !this.protocol.isScoped;
    } else if (this.protocol.isScoped && !found.isPossible && tree.typeOf(workspace) === 'workspace') {
      this.touched.add({ resourceId: workspace, exact: false });
    }
  }

  private addAnywhere(name: NameInWorkspace, isRegistered: boolean): void {
    const key = nameKey(name.local);
    const known = this.anywhere.get(key);
    const isItself = isRegistered && (known?.isRegistered ?? true);
    this.anywhere.set(key, { name, isRegistered: isItself, isPossible: false });
  }

  private addUnregistered({ text, scope }: NameInWorkspace, workspace: number | undefined): void {
    const { serviceId } = this.context.tree;
    const inheritsFrom = workspace ?? serviceId;
    // Without a prefix it may be a group of layers of the whole server, also at the address of a workspace.
    const below = scope === undefined ? serviceId : inheritsFrom;
    const isMap = this.protocol.marker === 'wms';
    this.touched.addUnregistered({ name: text, inheritsFrom, below, isMap }, this.context);
  }

  /** Adds the children of a workspace whose names a server may serve as this one. */
  private addNamesakes(workspace: number, name: string): void {
    const { tree } = this.context;
    const namesakes = this.protocol.isScoped
      ? tree.childrenByFold(workspace, name)
      : processesLike(workspace, name, tree);
    for (const resourceId of namesakes) this.touched.add({ resourceId, exact: true });
  }
}
