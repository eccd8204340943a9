import type { PermissionList, ResourceRow, TreeNode } from '@gatehouse/access-engine';
import type { ResourceDto } from '@gatehouse/dto';
import { LazyObject, type Step, type Written, shareText } from '@gatehouse/wire';
import type { ShownResource } from './resource.mapper';

/** The permissions that a listing shows for a resource: allowed, assigned or effective ones. */
export type PermissionsOf<Node> = (resource: Node) => PermissionList;

type WrittenNode = Written<ResourceDto>;

/** Where a tree is read while it is written. */
export interface TreeSource {
  /** The resources below another one by ascending id. */
  children(parentId: number): Iterator<Step<ResourceRow>, void, undefined>;
  hasChildren(id: number): boolean;
}

/** How the resources of a tree are shown. */
export interface NodeView {
  /** What has to be done before the tree can be read, in steps. */
  readonly prepare?: () => Generator<undefined, void, undefined>;
  /** Begins to read the tree. */
  readonly source: () => TreeSource;
  readonly displayName: (row: ResourceRow) => string;
  readonly permissions: PermissionsOf<ResourceRow>;
  /** Leaves out resources without children whose list is empty. */
  readonly onlyWithPermissions?: boolean;
}

const NO_CHILDREN = shareText({});

/** The children of a resource by id, with everything below them, made while they are written. */
export function liveChildren(view: NodeView, parentId: number): LazyObject<WrittenNode> {
  return new LazyObject(function* () {
    if (view.prepare) yield* view.prepare();
    yield* membersBelow(view, view.source(), parentId);
  });
}

/** One resource with everything below it. */
export function liveNode(view: NodeView, row: ResourceRow): WrittenNode {
  return nodeOf(row, view.displayName(row), view.permissions(row), liveChildren(view, row.id));
}

function* membersBelow(
  view: NodeView,
  source: TreeSource,
  parentId: number,
): Generator<Step<readonly [string, WrittenNode]>, void, undefined> {
  const steps = source.children(parentId);
  for (let next = steps.next(); next.done !== true; next = steps.next()) {
    const row = next.value;
    if (row === undefined || typeof row === 'function') {
      yield row;
      continue;
    }
    const list = view.permissions(row);
    const hasChildren = source.hasChildren(row.id);
    if (view.onlyWithPermissions && !hasChildren && list.permissions.length === 0) continue;
    const children = hasChildren ? new LazyObject(() => membersBelow(view, source, row.id)) : NO_CHILDREN;
    yield [String(row.id), nodeOf(row, view.displayName(row), list, children)];
  }
}

/** Trees of stored rows by the ids of their roots. */
export function storedChildren<Node extends ShownResource>(
  trees: readonly TreeNode<Node>[],
  permissions: PermissionsOf<Node>,
): Record<string, WrittenNode> {
  const children: Record<string, WrittenNode> = {};
  for (const tree of trees) children[tree.row.id] = storedNode(tree, permissions);
  return children;
}

export function storedNode<Node extends ShownResource>(
  { row, children }: TreeNode<Node>,
  permissions: PermissionsOf<Node>,
): WrittenNode {
  return nodeOf(row, row.displayName, permissions(row), storedChildren(children, permissions));
}

/** Written out, since large trees spend their time here. */
function nodeOf(
  row: Pick<ShownResource, 'id' | 'name' | 'type' | 'parentId' | 'rootServiceId'>,
  displayName: string,
  { permission_names, permissions }: PermissionList,
  children: NonNullable<WrittenNode['children']>,
): WrittenNode {
  return {
    resource_name: row.name,
    resource_display_name: displayName,
    resource_type: row.type,
    resource_id: row.id,
    parent_id: row.parentId,
    root_service_id: row.rootServiceId,
    permission_names,
    permissions,
    children,
  };
}
