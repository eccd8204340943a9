import { isResourceName, nameKey, MAX_RESOURCE_NAME_LENGTH } from '@gatehouse/names';
import type { Steps } from '@gatehouse/request-body';
import { type ResourceTypeName, type ServiceType, childTypesAllowedBelow } from '@gatehouse/service-types';
import type { RemoteNode } from '../traversal/remote-tree';
import type { Difference, DifferenceProblem } from './difference';
import { withRenames } from './renames';

/** A registered resource below a service. */
export interface LocalNode {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
}

export interface Comparison {
  /** Parents precede their children. */
  readonly differences: readonly Difference[];
  /** Why resources of the source cannot be registered, by their numbers. */
  readonly problems: ReadonlyMap<number, DifferenceProblem>;
}

export interface Compared {
  readonly serviceId: number;
  readonly type: ServiceType;
  readonly local: readonly LocalNode[];
  readonly remote: readonly RemoteNode[];
  /** Whether the service itself may have children that were not read. */
  readonly isOpen: boolean;
  /** Whether every document was read: only then has anything vanished. */
  readonly isComplete: boolean;
}

/** Nodes between two steps. */
const NODES_OF_STEP = 500;

/** Compares the resources of a source with the registered ones. Names are equal as they are among siblings: in any case. */
export function* compare(compared: Compared): Steps<Comparison> {
  const comparer = new Comparer(compared);
  yield* comparer.index();
  yield* comparer.walk();
  if (compared.isComplete) yield* comparer.findVanished();
  return {
    differences: yield* withRenames(comparer.differences, comparer.shared),
    problems: comparer.problems,
  };
}

class Comparer {
  readonly differences: Difference[] = [];
  readonly problems = new Map<number, DifferenceProblem>();
  /** Children of registered resources by the keys of their names. */
  private readonly children = new Map<number, Map<string, LocalNode>>();
  private readonly localById = new Map<number, LocalNode>();
  /** What has appeared under a title that siblings of the source have, too. */
  readonly shared = new Set<Difference>();
  /** How many siblings of the source have one key. */
  private readonly namesakes = new Map<string, number>();
  /** How many of them have one title. */
  private readonly titles = new Map<string, number>();
  private readonly matched = new Map<number, LocalNode>();
  /** Registered resources of whose name the source has something. */
  private readonly seen = new Set<number>();
  /** Registered resources all of whose children in the source are known. */
  private readonly explored = new Set<number>();
  /** Paths of unregistered resources, and the registered one above. */
  private readonly paths: (readonly string[])[] = [[]];
  private readonly above: number[] = [];

  constructor(private readonly given: Compared) {
    this.above.push(given.serviceId);
    if (!given.isOpen) this.explored.add(given.serviceId);
  }

  *index(): Steps<undefined> {
    const { local, remote } = this.given;
    let count = 0;
    for (const node of local) {
      this.localById.set(node.id, node);
      const siblings = this.children.get(node.parentId) ?? new Map<string, LocalNode>();
      this.children.set(node.parentId, siblings.set(nameKey(node.name), node));
      count += 1;
      if (count % NODES_OF_STEP === 0) yield NODES_OF_STEP * 200;
    }
    for (const node of remote) {
      const place = placeOf(node);
      this.namesakes.set(place, (this.namesakes.get(place) ?? 0) + 1);
      if (node.title !== undefined) {
        const title = titleOf(node);
        this.titles.set(title, (this.titles.get(title) ?? 0) + 1);
      }
      count += 1;
      if (count % NODES_OF_STEP === 0) yield NODES_OF_STEP * 100;
    }
    return undefined;
  }

  *walk(): Steps<undefined> {
    for (const node of this.given.remote) {
      this.compareNode(node);
      if (node.id % NODES_OF_STEP === 0) yield NODES_OF_STEP * 200;
    }
    return undefined;
  }

  /** The topmost resources that the source does not have any more. */
  *findVanished(): Steps<undefined> {
    let count = 0;
    for (const node of this.given.local) {
      count += 1;
      if (count % NODES_OF_STEP === 0) yield NODES_OF_STEP * 10;
      if (!this.explored.has(node.parentId) || this.seen.has(node.id)) continue;
      this.differences.push({
        kind: 'vanished',
        path: this.localPath(node),
        type: node.type,
        displayName: node.displayName,
        resourceId: node.id,
        aboveId: node.parentId,
        below: this.countBelow(node.id),
      });
    }
    return undefined;
  }

  private compareNode(node: RemoteNode): void {
    const { parentId, name, title, type } = node;
    const parent = this.matched.get(parentId);
    const parentLocal = parentId === 0 ? this.given.serviceId : parent?.id;
    const path = [...(this.paths[parentId] ?? []), name];
    this.paths[node.id] = path;
    const aboveId = parentLocal ?? this.above[parentId] ?? this.given.serviceId;
    this.above[node.id] = aboveId;
    const namesake =
      parentLocal === undefined ? undefined : this.children.get(parentLocal)?.get(nameKey(name));
    if (namesake) this.seen.add(namesake.id);
    const isUnique = this.namesakes.get(placeOf(node)) === 1;
    if (namesake && (isUnique || namesake.name === name)) {
      this.matched.set(node.id, namesake);
      this.compareMatched(node, namesake, path, aboveId);
      return;
    }
    const found = { path, type, displayName: title ?? name.slice(0, MAX_RESOURCE_NAME_LENGTH), aboveId };
    const problem = isUnique ? this.problemOf(node, parent) : 'name_not_unique';
    if (problem === undefined) {
      const appeared = { kind: 'appeared', ...found } as const;
      this.differences.push(appeared);
      if ((this.titles.get(titleOf(node)) ?? 0) > 1) this.shared.add(appeared);
    } else {
      this.problems.set(node.id, problem);
      this.differences.push({ kind: 'unusable', problem, ...found });
    }
  }

  private compareMatched(node: RemoteNode, local: LocalNode, path: readonly string[], aboveId: number): void {
    const common = { path, type: local.type, resourceId: local.id, aboveId };
    if (node.type !== local.type) {
      this.problems.set(node.id, 'type_differs');
      this.differences.push({
        kind: 'unusable',
        problem: 'type_differs',
        displayName: node.title ?? local.displayName,
        ...common,
      });
      return;
    }
    if (!node.isOpen) this.explored.add(local.id);
    if (node.title !== undefined && node.title !== local.displayName)
      this.differences.push({ kind: 'retitled', displayName: node.title, ...common });
  }

  /** Why a resource cannot be registered below its parent. */
  private problemOf(node: RemoteNode, parent: LocalNode | undefined): DifferenceProblem | undefined {
    const { parentId, name, type } = node;
    if (parent === undefined && this.problems.has(parentId)) return 'above_unusable';
    if (name.length > MAX_RESOURCE_NAME_LENGTH) return 'name_too_long';
    if (!isResourceName(name)) return 'name_invalid';
    const parentType =
      parentId === 0 ? 'service' : (parent?.type ?? this.given.remote[parentId - 1]?.type ?? 'service');
    return childTypesAllowedBelow(this.given.type, parentType).includes(type)
      ? undefined
      : 'type_not_allowed';
  }

  private localPath(node: LocalNode): readonly string[] {
    const path: string[] = [];
    for (let at: LocalNode | undefined = node; at; at = this.localById.get(at.parentId))
      path.unshift(at.name);
    return path;
  }

  private countBelow(id: number): number {
    let count = 0;
    const pending = [id];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const child of this.children.get(next)?.values() ?? []) {
        count += 1;
        pending.push(child.id);
      }
    }
    return count;
  }
}

/** A title beside those of its siblings. */
function titleOf({ parentId, title }: RemoteNode): string {
  return `${parentId} ${title ?? ''}`;
}

function placeOf({ parentId, name }: RemoteNode): string {
  return `${parentId}/${nameKey(name)}`;
}
