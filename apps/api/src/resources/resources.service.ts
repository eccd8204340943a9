import { Inject, Injectable } from '@nestjs/common';
import type { ResourceTypeName } from '@gatehouse/service-types';
import { UnitOfWork } from '@gatehouse/database';
import { type Problem, conflict, forbidden, listText, noSuch } from '@gatehouse/http';
import { type ProtectedService, ServicesService } from '../services/services.service';
import { ResourceRules } from './resource.rules';
import { type ChildNode, type ChildrenPage, ResourcesRepository } from './resources.repository';

/** A node of the tree of a service. Spec: permissions 6.3. */
export interface ResourceNode {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
  /** Null exactly for a service. */
  readonly parentId: number | null;
  /** Null exactly for a service. */
  readonly rootServiceId: number | null;
  /** Position among its siblings. */
  readonly ordering: number;
}

/** A resource together with the service at its root, which for a service is itself. */
export interface LocatedResource extends ResourceNode {
  readonly service: ProtectedService;
}

export type NewResource = Pick<ResourceNode, 'name' | 'displayName' | 'type'> & { readonly parentId: number };

/** A resource that somebody wants to have, not yet checked against the rules. */
export interface ResourceRequest {
  readonly name: string;
  readonly displayName: string | undefined;
  readonly typeName: string;
}

/** The largest identifier that the database can hold; nothing has a larger one. */
const LAST_ID = 2 ** 31 - 1;

@Injectable()
export class ResourcesService {
  constructor(
    private readonly resources: ResourcesRepository,
    private readonly services: ServicesService,
    private readonly rules: ResourceRules,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
  ) {}

  byId(id: number): Promise<LocatedResource> {
    return this.located(id, 'resource_id');
  }

  /** The resource that a new one is to stand below. */
  parentById(id: number): Promise<LocatedResource> {
    return this.located(id, 'parent_id');
  }

  /** The same, which has to belong to a service; the service itself where no resource is named. Spec: http-api 13.3. */
  async parentBelow(service: ProtectedService, id: number | undefined): Promise<LocatedResource> {
    const parent = await this.parentById(id ?? service.id);
    if (parent.service.id !== service.id) {
      throw forbidden('The resource above does not belong to the service.', {
        param: {
          name: 'parent_id',
          value: parent.service.id,
          compare: String(service.id),
          conditions: { is_equal: false },
        },
      });
    }
    return parent;
  }

  /** All resources of some services, without the services themselves. */
  below(services: readonly ProtectedService[]): Promise<ResourceNode[]> {
    return this.resources.belowServices(services.map((service) => service.id));
  }

  /** The resource and everything below it. */
  async branch(resource: ResourceNode): Promise<ResourceNode[]> {
    if (resource.parentId !== null) return this.resources.branch(resource.id);
    return [resource, ...(await this.resources.belowServices([resource.id]))];
  }

  /** The resource and everything above it, the service last. */
  pathUp(resource: ResourceNode): Promise<ResourceNode[]> {
    return this.resources.pathUp(resource.id);
  }

  children(resource: ResourceNode, page: ChildrenPage): Promise<ChildNode[]> {
    return this.resources.children(resource.id, page);
  }

  /** The child of that name, in whatever case. */
  childByName(resource: ResourceNode, name: string): Promise<ResourceNode | undefined> {
    return this.resources.findChild(resource.id, name);
  }

  /** The resources of a service that stand one below the other under these names, as far as there are any. */
  downNames(service: ProtectedService, names: readonly string[]): Promise<ResourceNode[]> {
    return this.resources.findBranch(service.id, names);
  }

  /** New resources one below the other, whose types and levels were checked. */
  async createBranch(
    parent: ResourceNode,
    branch: readonly Pick<ResourceNode, 'name' | 'type'>[],
  ): Promise<ResourceNode[]> {
    if (branch.length === 0) return [];
    return this.unitOfWork.run(async () => {
      const created = await this.resources.insertBranch(parent.id, branch);
      if (created.length === 0) throw noSuch('resource', 'parent_id', parent.id);
      return created;
    });
  }

  /** The names for people of some resources, where they differ from the names. */
  displayNames(ids: readonly number[]): Promise<Map<number, string>> {
    return this.resources.displayNames(ids);
  }

  /** A new last child. */
  async create(parent: LocatedResource, request: ResourceRequest): Promise<ResourceNode> {
    const { name, displayName } = request;
    const type = this.rules.typeBelow(parent, request.typeName);
    this.rules.refuseTooDeep(parent, (await this.resources.pathUp(parent.id)).length);
    const resource = { name, displayName: displayName ?? name, type, parentId: parent.id };
    return this.unitOfWork.run(async () => {
      const created = await this.resources.insert(resource);
      if (created) return created;
      const stillThere = await this.resources.locate(parent.id);
      throw stillThere ? siblingExists(name) : noSuch('resource', 'parent_id', parent.id);
    });
  }

  /**
   * Renames a resource, or a service by the rules of services, and tells what it was before. The resource is read
   * inside the revision, so that what one rename tells as the old name is what the one before has made it.
   * Spec: http-api 13.4.
   */
  rename({ id }: LocatedResource, name: string): Promise<ResourceNode> {
    return this.unitOfWork.run(async () => {
      const stored = await this.byId(id);
      this.rules.refuseSameName(stored, name);
      if (stored.parentId === null) {
        await this.services.rename(id, name);
      } else {
        if (await this.resources.isTaken(stored, name)) throw siblingExists(name);
        await this.resources.rename(id, name);
      }
      return stored;
    });
  }

  /** Deletes a branch with all rules on it. The siblings that follow move up by one. */
  async delete({ id, parentId }: LocatedResource): Promise<void> {
    await this.unitOfWork.run(async () => {
      const ordering = await this.resources.delete(id);
      if (ordering === undefined) throw noSuch('resource', 'resource_id', id);
      if (parentId !== null) await this.resources.closeGap(parentId, ordering);
    });
  }

  private async located(id: number, param: string): Promise<LocatedResource> {
    const resource = id > LAST_ID ? undefined : await this.resources.locate(id);
    if (!resource) throw noSuch('resource', param, id);
    return resource;
  }
}

function siblingExists(name: string): Problem {
  return conflict('A resource of that name stands at this place already.', {
    param: { name: 'resource_name', value: name, compare: listText([name]), conditions: { not_in: false } },
    extras: { resource_name: name },
  });
}
