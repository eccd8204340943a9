import {
  type ResourceNode,
  rejectTooDeep,
  typeBelow,
  validateDisplayName,
  validateResourceName,
} from '@gatehouse/directory';
import { nameKey } from '@gatehouse/names';
import { problem } from '@gatehouse/problems';
import { childTypesOf } from '@gatehouse/service-types';
import type { ResourcePath } from '../validate/desired-state';
import type { PlannedNode, PlannedService } from './plan';
import type { PlanLookups } from './lookups';
import type { Journal } from './journal';

/** A node with what is known below it. */
interface TreeNode extends PlannedNode {
  readonly level: number;
  readonly parent: TreeNode | undefined;
  /** By the key of their name, and by their identifier as text if a path has it. */
  readonly children: Map<string, TreeNode>;
}

interface NamedPath extends ResourcePath {
  readonly service: string;
  /** Whether its segments are names, and never identifiers. */
  readonly hasNamesOnly?: boolean;
}

/** What paths name below a node; undefined below a node where none does. */
type Wanted = Map<string, WantedNode>;

interface WantedNode {
  readonly name: string;
  /** Whether a path says that it is no identifier. */
  isName: boolean;
  readonly below: Wanted;
}

/** Those of the identifiers whose resources paths name by their names alone. */
export type WithoutIdentifiers = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * The trees of services as far as paths name them, with the resources that are to be created. The stored ones are read level by
 * level, with two statements for each level of the deepest path.
 */
export class PlannedTrees {
  private readonly roots = new Map<string, TreeNode>();

  private constructor() {}

  static async load(
    lookups: PlanLookups,
    services: Iterable<PlannedService>,
    paths: readonly NamedPath[],
    withoutIdentifiers: WithoutIdentifiers,
  ): Promise<PlannedTrees> {
    const trees = new PlannedTrees();
    for (const service of services) trees.roots.set(service.name, rootOf(service));
    const wanted = new Map<string, Wanted>();
    for (const { service, segments, hasNamesOnly = false } of paths) {
      if (!trees.roots.get(service)?.service.stored) continue;
      let level = wanted.get(service) ?? new Map();
      wanted.set(service, level);
      for (const name of segments) {
        const key = nameKey(name);
        const next = level.get(key) ?? { name, isName: false, below: new Map() };
        next.isName ||= hasNamesOnly;
        level.set(key, next);
        level = next.below;
      }
    }
    let level = [...wanted].flatMap(([service, below]) => {
      const node = trees.roots.get(service);
      return node ? [{ node, below }] : [];
    });
    while (level.length > 0) level = await readChildren(lookups, level, withoutIdentifiers);
    return trees;
  }

  /** The tree of a service as far as one path names it, whose resources are known. */
  static alongPath(service: PlannedService, resources: readonly ResourceNode[]): PlannedTrees {
    const trees = new PlannedTrees();
    let node = rootOf(service);
    trees.roots.set(service.name, node);
    for (const resource of resources) node = attach(node, nameKey(resource.name), resource);
    return trees;
  }

  root(service: string): TreeNode | undefined {
    return this.roots.get(service);
  }

  /** The services and all resources that paths name. */
  nodes(): ReadonlySet<PlannedNode> {
    const nodes = new Set<TreeNode>(this.roots.values());
    // Those that are added meanwhile follow.
    for (const { children } of nodes) for (const child of children.values()) nodes.add(child);
    return nodes;
  }

  /** The resource at the end of a path; undefined if it does not exist and is not to be created. */
  find(root: PlannedNode, { segments }: ResourcePath): PlannedNode | undefined {
    let node: TreeNode | undefined = root as TreeNode;
    for (const segment of segments) node = node?.children.get(nameKey(segment));
    return node;
  }

  /** The same; what is missing is to be created. Throws the first rule that a new resource violates. */
  ensure(root: PlannedNode, path: ResourcePath, journal: Journal, displayName?: string): PlannedNode {
    let node = root as TreeNode;
    for (const [index, segment] of path.segments.entries()) {
      const isLast = index === path.segments.length - 1;
      node =
        node.children.get(nameKey(segment)) ??
        create(node, segment, path.types?.[index], journal, isLast ? displayName : undefined);
    }
    return node;
  }
}

function create(
  parent: TreeNode,
  name: string,
  typeName: string | undefined,
  journal: Journal,
  displayName?: string,
): TreeNode {
  const { service } = parent;
  const type = typeBelow({ type: parent.type, service }, typeName ?? onlyType(service, name));
  validateResourceName(name);
  const level = parent.level + 1;
  rejectTooDeep(0, level);
  const node: TreeNode = {
    service,
    name,
    displayName: validateDisplayName({ name, displayName }),
    type,
    id: undefined,
    parent,
    level,
    children: new Map(),
  };
  const key = nameKey(name);
  parent.children.set(key, node);
  journal.add({ kind: 'create_resource', node }, () => parent.children.delete(key));
  return node;
}

/** The type of a new resource for which none is stated. */
function onlyType({ type: serviceType }: PlannedService, name: string): string {
  const types = childTypesOf(serviceType);
  const [only, ...others] = types;
  if (only !== undefined && others.length === 0) return only;
  // None is allowed: `typeBelow` says so.
  if (only === undefined) return 'file';
  throw problem('configuration_type_needed', { name, types: types.join(', ') });
}

interface Level {
  readonly node: TreeNode;
  readonly below: Wanted;
}

async function readChildren(
  lookups: PlanLookups,
  level: readonly Level[],
  withoutIdentifiers: WithoutIdentifiers,
): Promise<Level[]> {
  const keys = level.flatMap(({ node, below }) =>
    [...below].flatMap(([key, { name, isName, below: next }]) => {
      if (node.id === undefined) return [];
      return [{ node, key, name, id: isName ? undefined : identifierIn(name), next, parentId: node.id }];
    }),
  );
  const named = await lookups.children(keys);
  // A path may name a child by its identifier.
  const identified = await lookups.resources(
    keys.flatMap(({ id }, index) => (named[index] ? [] : (id ?? []))),
  );
  const found = keys.map(({ id, parentId }, index) => {
    const byId = identified.get(id ?? 0);
    return named[index] ?? (byId?.parentId === parentId ? byId : undefined);
  });
  const byIds = found.flatMap((one, index) => (one && !named[index] ? one.id : []));
  const excluded = byIds.length > 0 ? await withoutIdentifiers(byIds) : new Set<number>();
  return keys.flatMap(({ node, key, next }, index) => {
    const stored = found[index];
    if (!stored || (!named[index] && excluded.has(stored.id))) return [];
    return [{ node: attach(node, key, stored), below: next }];
  });
}

/** A child that is named in two ways is one node. */
function attach(parent: TreeNode, key: string, stored: ResourceNode): TreeNode {
  const ownKey = nameKey(stored.name);
  const node = parent.children.get(ownKey) ?? {
    service: parent.service,
    name: stored.name,
    displayName: stored.displayName,
    type: stored.type,
    id: stored.id,
    parent,
    level: parent.level + 1,
    children: new Map(),
  };
  parent.children.set(ownKey, node);
  parent.children.set(key, node);
  return node;
}

function identifierIn(name: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(name) ? Number(name) : undefined;
  return id !== undefined && id < 2 ** 31 ? id : undefined;
}

function rootOf(service: PlannedService): TreeNode {
  return {
    service,
    name: service.name,
    displayName: service.name,
    type: 'service',
    id: service.stored?.id,
    parent: undefined,
    level: 0,
    children: new Map(),
  };
}
