import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { badRequest } from '@gatehouse/http';
import type { ResourceTypeName } from '@gatehouse/service-types';
import { ResourceRules } from '../../resources/resource.rules';
import { type ResourceNode, ResourcesService } from '../../resources/resources.service';
import { type ProtectedService, ServicesService } from '../../services/services.service';
import { PermissionRules } from '../permission.rules';
import { type Principal, PermissionsService, type AssignmentChange } from '../permissions.service';
import { type BulkEntry, readBulkEntries } from './bulk-entry';
import { BulkPrincipals } from './bulk-principals';
import { refusedAsUnusable } from './bulk-refusal';

/** What an entry comes to: a resource that is there or is to be made, and what is to be set on it. */
interface Step {
  readonly entry: BulkEntry;
  readonly type: ResourceTypeName;
  readonly changes: readonly Omit<AssignmentChange, 'resourceId'>[];
}

/**
 * Sets and takes away rules along one branch of a service and makes the resources that are missing there: all of it in
 * one revision, or nothing. All entries together take a fixed number of queries, because other changes wait meanwhile.
 * Spec: decisions 10, permissions 2.8.
 */
@Injectable()
export class BulkPermissionsService {
  constructor(
    private readonly principals: BulkPrincipals,
    private readonly services: ServicesService,
    private readonly resources: ResourcesService,
    private readonly resourceRules: ResourceRules,
    private readonly permissions: PermissionsService,
    private readonly permissionRules: PermissionRules,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  async apply(given: unknown): Promise<void> {
    const [first, ...below] = readBulkEntries(given);
    await this.unitOfWork.run(async () => {
      const principals = await this.principals.of([first, ...below]);
      const service = await this.serviceOf(first);
      const stored = await this.resources.downNames(
        service,
        below.map(({ resourceName }) => resourceName),
      );
      const steps = this.plan(service, [first, ...below], principals, stored);
      const missing = steps.slice(1 + stored.length);
      const root = await this.resources.byId(service.id);
      const created = await this.resources.createBranch(
        stored.at(-1) ?? root,
        missing.map(({ entry, type }) => ({ name: entry.resourceName, type })),
      );
      const places = [root, ...stored, ...created];
      await this.permissions.setAll(changesOf(steps, places, 'create'));
      await this.permissions.removeAll(changesOf(steps, places, 'remove'));
    });
  }

  private async serviceOf(entry: BulkEntry): Promise<ProtectedService> {
    try {
      return await this.services.byName(entry.resourceName);
    } catch (error) {
      return refusedAsUnusable(entry, () => {
        throw error;
      });
    }
  }

  /** Goes down the branch without touching it; refuses with the first entry that cannot be carried out. */
  private plan(
    service: ProtectedService,
    entries: readonly BulkEntry[],
    principals: readonly (readonly Principal[])[],
    stored: readonly ResourceNode[],
  ): Step[] {
    const steps: Step[] = [];
    for (const [index, entry] of entries.entries()) {
      const above = steps.at(-1);
      const step = refusedAsUnusable(entry, () => {
        const type = above ? this.typeOf(entry, stored[index - 1], above.type, service) : 'service';
        // Neither its identifier nor its position has a say in what can be set on it.
        const name = entry.resourceName;
        const place = { id: 0, name, displayName: name, type, serviceType: service.type };
        const changes = (principals[index] ?? []).map((principal) => ({
          principal,
          permission: this.permissionRules.applicable(entry, place),
        }));
        return { entry, type, changes };
      });
      steps.push(step);
    }
    return steps;
  }

  /** The type of what stands there, which has to be that of the entry, or of what may be made there. */
  private typeOf(
    entry: BulkEntry,
    stored: ResourceNode | undefined,
    above: ResourceTypeName,
    service: ProtectedService,
  ): ResourceTypeName {
    if (!stored) {
      const type = this.resourceRules.typeBelow({ type: above, service }, entry.resourceType);
      this.resourceRules.refuseUnusableName(entry.resourceName);
      return type;
    }
    if (stored.type === entry.resourceType) return stored.type;
    throw badRequest('The resource is there and of another type.', {
      param: {
        name: 'resource_type',
        value: entry.resourceType,
        compare: stored.type,
        conditions: { is_equal: false },
      },
    });
  }
}

function changesOf(
  steps: readonly Step[],
  places: readonly ResourceNode[],
  action: BulkEntry['action'],
): AssignmentChange[] {
  return steps.flatMap(({ entry, changes }, index) => {
    const place = places[index];
    if (!place) throw new Error('a step of the branch has no resource');
    return entry.action === action ? changes.map((change) => ({ ...change, resourceId: place.id })) : [];
  });
}
