import type { UnitOfWork } from '@gatehouse/database';
import { problem } from '@gatehouse/problems';
import type { ResourceTypeName } from '@gatehouse/service-types';
import type { NewTreeResource, ResourceNode } from '../../resources/resource';
import { typeBelow, validateResourceName } from '../../resources/resource-rules';
import type { Resources } from '../../resources/resources';
import type { ProtectedService } from '../../services/protected-service';
import type { Services } from '../../services/services';
import type { PermissionAssignment, Principal } from '../permission-assignment';
import { readApplicable } from '../permission-rules';
import type { Permissions } from '../permissions';
import { type BranchEntry, readBranchEntries } from './branch-entry';
import type { BranchPrincipals } from './branch-principals';
import { inEntry, problemOfEntry } from './entry-problem';

export interface BranchDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly principals: BranchPrincipals;
  readonly services: Services;
  readonly resources: Resources;
  readonly permissions: Permissions;
}

/** The subject of an entry: an existing resource or one to create, and the permissions to set or remove there. */
interface Step {
  readonly entry: BranchEntry;
  readonly type: ResourceTypeName;
  readonly changes: readonly Omit<PermissionAssignment, 'resourceId'>[];
}

/**
 * Sets and removes permissions along one branch of a service and creates the resources that are missing there: in one
 * revision, or nothing of it. The number of queries does not depend on the number of entries, because other writers wait
 * meanwhile. Reference: permission-rules#queries, permission-rules#branch-updates.
 */
export class BranchPermissions {
  constructor(private readonly directory: BranchDependencies) {}

  /** Applies the entries of a body, which is not validated yet. */
  async apply(input: unknown): Promise<void> {
    const { unitOfWork, principals, resources, permissions } = this.directory;
    const [first, ...below] = readBranchEntries(input);
    await unitOfWork.run(async () => {
      const principalsOf = await principals.of([first, ...below]);
      const service = await this.serviceOf(first);
      const names = below.map(({ resourceName }) => resourceName);
      const stored = await resources.alongPath(service, names);
      const steps = plan(service, [first, ...below], principalsOf, stored);
      const parentId = stored.at(-1)?.id ?? service.id;
      const created = await resources.createAll(service, chain(parentId, steps.slice(1 + stored.length)));
      const branch = [service, ...stored, ...created];
      await permissions.setAll(assignmentsOf(steps, branch, 'create'));
      await permissions.removeAll(assignmentsOf(steps, branch, 'remove'));
    });
  }

  private async serviceOf(entry: BranchEntry): Promise<ProtectedService> {
    try {
      return await this.directory.services.byName(entry.resourceName);
    } catch (error) {
      throw problemOfEntry(entry, error);
    }
  }
}

/** Walks down the branch without changing it. Throws the error of the first entry that cannot be applied. */
function plan(
  service: ProtectedService,
  entries: readonly BranchEntry[],
  principals: readonly (readonly Principal[])[],
  stored: readonly ResourceNode[],
): Step[] {
  const steps: Step[] = [];
  for (const [index, entry] of entries.entries()) {
    const above = steps.at(-1);
    const step = inEntry(entry, () => {
      const type = above ? typeOf(entry, stored[index - 1], above.type, service) : 'service';
      // What can be assigned depends on neither identifier nor position.
      const name = entry.resourceName;
      const resource = { id: 0, name, displayName: name, type, serviceType: service.type };
      const changes = (principals[index] ?? []).map((principal) => ({
        principal,
        permission: readApplicable(entry, resource),
      }));
      return { entry, type, changes };
    });
    steps.push(step);
  }
  return steps;
}

/** The type of the stored resource, which must be that of the entry, or else of the resource to create. */
function typeOf(
  entry: BranchEntry,
  stored: ResourceNode | undefined,
  above: ResourceTypeName,
  service: ProtectedService,
): ResourceTypeName {
  if (!stored) {
    const type = typeBelow({ type: above, service }, entry.resourceType);
    validateResourceName(entry.resourceName);
    return type;
  }
  if (stored.type === entry.resourceType) return stored.type;
  throw problem(
    'resource_type_mismatch',
    { type: stored.type },
    {
      param: {
        name: 'resource_type',
        value: entry.resourceType,
        compare: stored.type,
        conditions: { is_equal: false },
      },
    },
  );
}

/** New resources, each the child of the one before. */
function chain(parentId: number, steps: readonly Step[]): NewTreeResource[] {
  const resources: NewTreeResource[] = [];
  for (const { entry, type } of steps) {
    resources.push({ name: entry.resourceName, typeName: type, parent: resources.at(-1) ?? parentId });
  }
  return resources;
}

function assignmentsOf(
  steps: readonly Step[],
  branch: readonly { readonly id: number }[],
  action: BranchEntry['action'],
): PermissionAssignment[] {
  return steps.flatMap(({ entry, changes }, index) => {
    const resource = branch[index];
    if (!resource) throw new Error('a step of the branch has no resource');
    return entry.action === action ? changes.map((change) => ({ ...change, resourceId: resource.id })) : [];
  });
}
