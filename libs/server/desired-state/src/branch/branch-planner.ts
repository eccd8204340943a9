import { type BulkLookups, type Resources, type Services, readApplicable } from '@gatehouse/directory';
import { problem } from '@gatehouse/problems';
import { Journal } from '../plan/journal';
import type { Plan, PlannedNode, PlannedService } from '../plan/plan';
import { PlannedTrees } from '../plan/planned-trees';
import type { Planner, Wanted } from '../plan/planner';
import type { BranchEntry } from './branch-entry';
import type { BranchPrincipals } from './branch-principals';
import { inEntry, problemOfEntry } from './entry-problem';

export interface BranchPlannerParts {
  readonly lookups: BulkLookups;
  readonly planner: Pick<Planner, 'assignmentChanges'>;
  readonly principals: BranchPrincipals;
  readonly services: Services;
  readonly resources: Resources;
}

/**
 * Plans the entries of a branch. Unlike files they create no users and groups, name resources by their names only, state the
 * types of those that exist, and create the whole branch, also where a permission is removed. The number of statements does not
 * depend on the number of entries.
 */
export class BranchPlanner {
  constructor(private readonly parts: BranchPlannerParts) {}

  /** Throws the error of the first entry that cannot be applied. The changes are in the order of the entries. */
  async plan(entries: readonly [BranchEntry, ...BranchEntry[]]): Promise<Omit<Plan, 'named'>> {
    const { lookups, planner, principals } = this.parts;
    const revision = await lookups.newestRevision();
    const principalsOf = await principals.of(entries);
    const [first, ...below] = entries;
    const service = await this.serviceOf(first);
    const names = below.map(({ resourceName }) => resourceName);
    const stored = await this.parts.resources.alongPath(service, names);
    const planned: PlannedService = { name: service.name, type: service.type, stored: service };
    const trees = PlannedTrees.alongPath(planned, stored);
    const root = trees.root(service.name);
    if (!root) throw new Error('the tree of a branch has no root');
    const journal = new Journal();
    const wanted: Wanted = new Map();
    let node: PlannedNode = root;
    for (const [index, entry] of entries.entries())
      inEntry(entry, () => {
        if (index > 0) node = childOf(node, entry, trees, journal);
        const { name, displayName, type } = node;
        const resource = { id: 0, name, displayName, type, serviceType: service.type };
        for (const principal of principalsOf[index] ?? [])
          wanted.set(`${principal.kind} ${principal.id} ${index}`, {
            principal,
            node,
            permission: readApplicable(entry, resource),
            isRemoved: entry.action === 'remove',
            place: placeOf(index),
          });
      });
    const changes = [...journal.changes, ...(await planner.assignmentChanges(wanted))];
    return { revision, changes, messages: [] };
  }

  private async serviceOf(entry: BranchEntry) {
    try {
      return await this.parts.services.byName(entry.resourceName);
    } catch (error) {
      throw problemOfEntry(entry, error);
    }
  }
}

/** The resource of an entry below that of the one before. An existing one has the type of the entry. */
function childOf(
  parent: PlannedNode,
  { resourceName, resourceType }: BranchEntry,
  trees: PlannedTrees,
  journal: Journal,
): PlannedNode {
  const path = { segments: [resourceName], types: [resourceType] };
  const node = trees.ensure(parent, path, journal);
  if (node.id === undefined || node.type === resourceType) return node;
  throw problem(
    'resource_type_mismatch',
    { type: node.type },
    {
      param: {
        name: 'resource_type',
        value: resourceType,
        compare: node.type,
        conditions: { is_equal: false },
      },
    },
  );
}

/** No file has the entries of a request. */
function placeOf(index: number) {
  const source = { name: 'permissions', positionOf: () => ({ line: 1, column: 1 }) };
  return {
    path: `permissions[${index}]`,
    value: { kind: 'scalar', value: null, source, offset: 0 },
  } as const;
}
