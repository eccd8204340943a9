import type { UnitOfWork } from '@gatehouse/database';
import { type Problem, listText, notFoundParam, problem } from '@gatehouse/problems';
import type { ProtectedService } from '../services/protected-service';
import type { Services } from '../services/services';
import type {
  ChildNode,
  ChildrenPage,
  LocatedResource,
  NewResource,
  NewTree,
  NewTreeResource,
  ResourceNode,
} from './resource';
import {
  rejectSameName,
  rejectTooDeep,
  typeBelow,
  validateDisplayName,
  validateResourceName,
} from './resource-rules';
import { ResourceRepository } from './resource-repository';
import { planTree } from './tree-plan';

/** The largest identifier that the database can store. */
const MAX_ID = 2 ** 31 - 1;

/** The resources of protected services: their rules and every write of them. */
export class Resources {
  private readonly repository: ResourceRepository;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly services: Services,
  ) {
    this.repository = new ResourceRepository(unitOfWork);
  }

  /** Throws `resource_not_found`. */
  async byId(id: number): Promise<LocatedResource> {
    const resource = await this.located(id);
    if (!resource) throw resourceNotFound(id);
    return resource;
  }

  /** The parent of a new resource. Throws `parent_resource_not_found`. */
  async parentById(id: number): Promise<LocatedResource> {
    const parent = await this.located(id);
    if (!parent) throw parentNotFound(id);
    return parent;
  }

  /**
   * The parent of a new resource of a service; without `id` the service itself. Throws `parent_resource_not_found`, or
   * `parent_resource_not_in_service` (403) for a resource of another service. Reference: http#creating-resources.
   */
  async parentBelow(service: ProtectedService, id: number | undefined): Promise<LocatedResource> {
    const parent = await this.parentById(id ?? service.id);
    if (parent.service.id === service.id) return parent;
    throw problem(
      'parent_resource_not_in_service',
      {},
      {
        param: {
          name: 'parent_id',
          value: parent.service.id,
          compare: String(service.id),
          conditions: { is_equal: false },
        },
      },
    );
  }

  /**
   * The resource at the end of a path of names, in any case, from a service down; without names the service itself.
   * Undefined if there is none.
   */
  byPath(serviceId: number, names: readonly string[]): Promise<LocatedResource | undefined> {
    return this.repository.findByPath(serviceId, names);
  }

  /** The resources on a path of names, in any case, from a service down, as far as it exists. */
  alongPath(service: ProtectedService, names: readonly string[]): Promise<ResourceNode[]> {
    return this.repository.findBranch(service.id, names);
  }

  /** The resources of some services, without the services themselves; any `limit` of them if there are more. */
  below(services: readonly ProtectedService[], limit: number): Promise<ResourceNode[]> {
    return this.repository.belowServices(
      services.map((service) => service.id),
      limit,
    );
  }

  /** The resource and everything below it; any `limit` of these if there are more. */
  async branch(resource: ResourceNode, limit: number): Promise<ResourceNode[]> {
    if (resource.parentId !== null) return this.repository.branch(resource.id, limit);
    return [resource, ...(await this.repository.belowServices([resource.id], limit))];
  }

  /** The resource and everything above it, the service last. */
  pathUp(resource: ResourceNode): Promise<ResourceNode[]> {
    return this.repository.pathUp(resource.id);
  }

  children(resource: ResourceNode, page: ChildrenPage): Promise<ChildNode[]> {
    return this.repository.children(resource.id, page);
  }

  /** The display names of some resources, where they differ from the names. */
  displayNames(ids: readonly number[]): Promise<Map<number, string>> {
    return this.repository.displayNames(ids);
  }

  /** Creates the last child of a resource. Throws the first rule that it violates, or `resource_name_taken`. */
  async create(parent: LocatedResource, input: NewResource): Promise<ResourceNode> {
    const { name } = input;
    const type = typeBelow(parent, input.typeName);
    validateResourceName(name);
    const displayName = validateDisplayName(input);
    rejectTooDeep(parent.id, (await this.repository.pathUp(parent.id)).length);
    return this.unitOfWork.run(async () => {
      const created = await this.repository.insert({ name, displayName, type, parentId: parent.id });
      if (created) return created;
      const parentNow = await this.repository.locate(parent.id);
      throw parentNow ? nameTaken(name) : parentNotFound(parent.id);
    });
  }

  /**
   * Creates resources of one service in one revision, with the rules of {@link create}; none of them if one violates a rule.
   * Meant for imports: a fixed number of statements, however many resources there are.
   */
  createAll(service: ProtectedService, resources: readonly NewTreeResource[]): Promise<ResourceNode[]> {
    return this.createTrees([{ service, resources }]);
  }

  /** The same for resources of several services. */
  async createTrees(trees: readonly NewTree[]): Promise<ResourceNode[]> {
    const all = trees.flatMap(({ resources }) => resources);
    if (all.length === 0) return [];
    return this.unitOfWork.run(async () => {
      const parentIds = new Set(all.flatMap(({ parent }) => (typeof parent === 'number' ? [parent] : [])));
      const serviceIds = trees.map(({ service }) => service.id);
      const parents = await this.repository.parentPositions(serviceIds, [...parentIds]);
      const ids = await this.repository.takeIds(all.length);
      const created = trees.flatMap(({ service, resources }) => {
        for (const { parent } of resources)
          if (typeof parent === 'number' && parents.get(parent)?.serviceId !== service.id)
            throw parentNotFound(parent);
        return planTree(service, resources, parents, ids.splice(0, resources.length));
      });
      const name = await this.repository.insertAll(created);
      if (name !== undefined) throw nameTaken(name);
      return created;
    });
  }

  /** Inside a unit of work: creates a child unless there is one of that name and type. Throws what {@link create} throws. */
  async ensure(
    parent: LocatedResource,
    input: NewResource,
  ): Promise<{ readonly resource: ResourceNode; readonly created: boolean }> {
    const type = typeBelow(parent, input.typeName);
    const present = await this.repository.findChild(parent.id, input.name);
    if (!present) return { resource: await this.create(parent, input), created: true };
    if (present.type !== type) throw nameTaken(input.name);
    return { resource: present, created: false };
  }

  /**
   * Renames a resource, or a service by the rules of services, and answers it as it was before. It is read inside the
   * revision, so that the old name of one rename is the new name of the one before. Reference: http#renaming-resources.
   */
  rename({ id }: LocatedResource, name: string): Promise<ResourceNode> {
    return this.unitOfWork.run(async () => {
      const stored = await this.byId(id);
      rejectSameName(stored, name);
      if (stored.parentId === null) {
        await this.services.rename(id, name);
      } else {
        validateResourceName(name);
        if (await this.repository.isTaken(stored, name)) throw nameTaken(name);
        await this.repository.rename(id, name);
      }
      return stored;
    });
  }

  /** Changes the display name of a resource below a service. Throws `resource_not_found`, `value_too_long`. */
  async retitle({ id, name }: LocatedResource, displayName: string): Promise<void> {
    const validated = validateDisplayName({ name, displayName });
    await this.unitOfWork.run(async () => {
      await this.byId(id);
      await this.repository.retitle(id, validated);
    });
  }

  /** Deletes a resource with everything below it and their permission assignments. Its siblings keep their places. */
  async delete({ id }: Pick<LocatedResource, 'id'>): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.repository.delete(id))) throw resourceNotFound(id);
    });
  }

  private async located(id: number): Promise<LocatedResource | undefined> {
    return id > MAX_ID ? undefined : this.repository.locate(id);
  }
}

export function resourceNotFound(id: number): Problem {
  return problem('resource_not_found', {}, notFoundParam('resource_id', id));
}

function parentNotFound(id: number): Problem {
  return problem('parent_resource_not_found', {}, notFoundParam('parent_id', id));
}

function nameTaken(name: string): Problem {
  return problem(
    'resource_name_taken',
    {},
    {
      param: { name: 'resource_name', value: name, compare: listText([name]), conditions: { not_in: false } },
      extras: { resource_name: name },
    },
  );
}
