import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@gatehouse/database';
import { badRequest } from '@gatehouse/http';
import { type LocatedResource, ResourcesService } from '../../resources/resources.service';
import { ServicesService } from '../../services/services.service';
import { type BulkEntry, readBulkEntries } from './bulk-entry';
import { BulkHolders } from './bulk-holders';
import { refusedAsUnusable } from './bulk-refusal';
import { type Holder, PermissionsService } from '../permissions.service';
import { RESOURCE_PATH } from '../place';

/**
 * Sets and takes away rules along one branch of a service and makes the resources that are missing there: all of it in
 * one revision, or nothing. Spec: decisions 10, permissions 2.8.
 */
@Injectable()
export class BulkPermissionsService {
  constructor(
    private readonly holders: BulkHolders,
    private readonly services: ServicesService,
    private readonly resources: ResourcesService,
    private readonly permissions: PermissionsService,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  async apply(given: unknown): Promise<void> {
    const entries = readBulkEntries(given);
    await this.unitOfWork.run(async () => {
      const steps: { entry: BulkEntry; holders: Holder[] }[] = [];
      for (const entry of entries) steps.push({ entry, holders: await this.holders.of(entry) });
      let at: LocatedResource | undefined;
      for (const { entry, holders } of steps) {
        const above: LocatedResource | undefined = at;
        at = await refusedAsUnusable(entry, () => this.step(above, entry, holders));
      }
    });
  }

  /** Goes one step down and does there what the entry says. */
  private async step(
    above: LocatedResource | undefined,
    entry: BulkEntry,
    holders: readonly Holder[],
  ): Promise<LocatedResource> {
    const resource = above ? await this.childOf(above, entry) : await this.serviceOf(entry);
    const place = RESOURCE_PATH.pipe.transform(resource);
    for (const holder of holders) {
      if (entry.action === 'create') await this.permissions.set(holder, place, entry);
      else await this.permissions.remove(holder, place, entry);
    }
    return resource;
  }

  private async serviceOf({ resourceName }: BulkEntry): Promise<LocatedResource> {
    const service = await this.services.byName(resourceName);
    return this.resources.byId(service.id);
  }

  private async childOf(above: LocatedResource, entry: BulkEntry): Promise<LocatedResource> {
    const child = await this.resources.childByName(above, entry.resourceName);
    if (child && child.type !== entry.resourceType) {
      throw badRequest('The resource is there and of another type.', {
        param: {
          name: 'resource_type',
          value: entry.resourceType,
          compare: child.type,
          conditions: { is_equal: false },
        },
      });
    }
    const request = { name: entry.resourceName, displayName: undefined, typeName: entry.resourceType };
    return { ...(child ?? (await this.resources.create(above, request))), service: above.service };
  }
}
