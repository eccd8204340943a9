import { Injectable } from '@nestjs/common';
import {
  type AccessSnapshot,
  type PermissionList,
  type ResourceRow,
  appliedEntries,
  inheritedEntries,
  listedServices,
  nested,
} from '@gatehouse/access-engine';
import { SERVICE_TYPES } from '@gatehouse/service-types';
import type {
  ListedServiceDto,
  ListedServicesReplyDto,
  ResourcesReplyDto,
  AssignmentSourcesQuery,
  ServiceTreeDto,
  ServiceTreeReplyDto,
  ServiceTypeQuery,
  UserResourcesQuery,
  UserServicesQuery,
} from '@gatehouse/dto';
import type { ProtectedService } from '@gatehouse/directory';
import type { Caller } from '@gatehouse/http';
import { InMemoryState } from '../../snapshot/in-memory-state';
import type { ShownResource } from '../../resources/resource.mapper';
import { toChildren } from '../../resources/resource-trees';
import { ServiceViews, categorized, requestedTypes } from '../../services/service-views';
import { countedEntries, sharedList } from '../permission-lists';
import { CachedListings } from './cached-listings';

/** The permission assignments that a listing includes: the resources that have any, and the list of each. */
export interface CountedAssignments {
  readonly access: AccessSnapshot;
  readonly resources: ReadonlySet<number>;
  readonly listOf: (resourceId: number) => PermissionList;
}

const NOTHING = sharedList([]);

/**
 * The assignments of a user and, if the query requests it, of its groups. Identical ones are shown
 * once. Reference: permission-rules#queries.
 */
export function assignmentsOfUser(
  access: AccessSnapshot,
  userId: number,
  query: AssignmentSourcesQuery,
): CountedAssignments {
  return {
    access,
    resources: access.assignedResources(userId, Boolean(query.inherited || query.resolve)),
    listOf: (id) => sharedList(countedEntries(access.distinctAssignments(userId, id), query)),
  };
}

export function assignmentsOfGroup(access: AccessSnapshot, groupId: number): CountedAssignments {
  return {
    access,
    resources: access.groupAssignedResources(groupId),
    listOf: (id) => sharedList(appliedEntries(access.groupAssignments(groupId, id))),
  };
}

/**
 * The same for the tree of all services: below a service each assignment names the group as its
 * source. Reference: http#group-listings.
 */
export function assignmentsOfGroupInTree(access: AccessSnapshot, groupId: number): CountedAssignments {
  const isService = (id: number): boolean => access.serviceOf(id)?.resourceId === id;
  return {
    ...assignmentsOfGroup(access, groupId),
    listOf: (id) => {
      const assignments = access.groupAssignments(groupId, id);
      return sharedList(isService(id) ? appliedEntries(assignments) : inheritedEntries(assignments));
    },
  };
}

/**
 * The extent of a listing of resources: resources with assignments and their ancestors (`assigned`); the same and all
 * services (`services`); or all resources (`everything`).
 */
export type Extent = 'assigned' | 'services' | 'everything';

/** Administrators see all resources unless the query is `filtered`. Reference: permission-rules#listings. */
export function extentFor(caller: Caller, { filtered }: UserResourcesQuery): Extent {
  return caller.kind === 'user' && caller.isAdministrator && !filtered ? 'everything' : 'assigned';
}

/**
 * Services and trees of resources with the assignments of a user or group.
 * Reference: permission-rules#listings, http#group-listings.
 */
@Injectable()
export class AssignmentListings {
  private readonly ofUsers = new CachedListings<ResourcesReplyDto['resources']>();

  constructor(
    private readonly state: InMemoryState,
    private readonly views: ServiceViews,
  ) {}

  /** The services with assignments; with `cascade` also those with assignments on a resource below. */
  listServices(assignments: CountedAssignments, query: UserServicesQuery): ListedServicesReplyDto {
    const types = requestedTypes(query.type);
    const services = this.state
      .records()
      .services(types)
      .map((service) => ({ ...service, resourceId: service.id }));
    const rootOf = (id: number): number | undefined => assignments.access.serviceOf(id)?.resourceId;
    const listed = listedServices(services, assignments.resources, rootOf, query.cascade ?? false);
    const shown = categorized(
      types ?? [],
      listed.map((service) => this.show(service, assignments)),
    );
    return {
      services: query.flatten ? Object.values(shown).flatMap((ofType) => Object.values(ofType)) : shown,
    };
  }

  /** Trees of all requested services with the assignments of a user; kept for the next request at the same revision. */
  listResourcesOfUser(
    access: AccessSnapshot,
    userId: number,
    query: UserResourcesQuery,
    extent: Extent,
  ): ResourcesReplyDto {
    const { type, inherited = false, resolve = false } = query;
    const types = requestedTypes(type)?.map(({ name }) => name) ?? ['*'];
    const key = JSON.stringify([userId, inherited, resolve, extent, types]);
    const make = () =>
      this.listResources(assignmentsOfUser(access, userId, query), { type }, extent, true).resources;
    return { resources: this.ofUsers.at(access, key, make) };
  }

  /** Trees of services by type; with `everyType`, types without services have a key as well. */
  listResources(
    assignments: CountedAssignments,
    { type }: ServiceTypeQuery,
    extent: Extent,
    everyType: boolean,
  ): ResourcesReplyDto {
    const types = requestedTypes(type);
    const services = this.state.records().services(types);
    const branches =
      extent === 'everything' ? wholeBranches(assignments, services) : assignedBranches(assignments);
    const listed = extent === 'assigned' ? services.filter(({ id }) => branches.has(id)) : services;
    const keys = everyType ? (types ?? SERVICE_TYPES) : [];
    return { resources: categorized(keys, this.trees(listed, assignments, branches)) };
  }

  /** One service with its resources that have assignments. */
  ofService(service: ProtectedService, assignments: CountedAssignments): ServiceTreeReplyDto {
    const [tree] = this.trees([service], assignments, assignedBranches(assignments));
    return { service: tree ?? { ...this.show(service, assignments), resources: {} } };
  }

  private trees(
    services: readonly ProtectedService[],
    assignments: CountedAssignments,
    branches: ReadonlyMap<number, readonly ResourceRow[]>,
  ): ServiceTreeDto[] {
    const below = (id: number): readonly ResourceRow[] =>
      (branches.get(id) ?? []).filter((row) => row.parentId !== null);
    const records = this.state.records();
    const shown = ({ id, name, type, parentId, rootServiceId, ordering }: ResourceRow): ShownResource => ({
      id,
      name,
      displayName: records.displayName(id, name),
      type,
      parentId,
      rootServiceId,
      ordering,
    });
    return services.map((service) => ({
      ...this.show(service, assignments),
      resources: toChildren(nested(below(service.id).map(shown)), ({ id }) => shownOn(id, assignments)),
    }));
  }

  private show(service: ProtectedService, assignments: CountedAssignments): ListedServiceDto {
    return { ...this.views.basic(service), ...shownOn(service.id, assignments) };
  }
}

/** The resources with assignments and their ancestors, by the id of their service. */
function assignedBranches({ access, resources }: CountedAssignments): Map<number, ResourceRow[]> {
  const branches = new Map<number, Map<number, ResourceRow>>();
  for (const id of resources) {
    const path = access.pathOf(id);
    const root = path.at(-1);
    if (!root) continue;
    const branch = branches.get(root.id) ?? new Map<number, ResourceRow>();
    branches.set(root.id, branch);
    for (const row of path) {
      // The ancestors of a row that is already in the branch are in it as well.
      if (branch.has(row.id)) break;
      branch.set(row.id, row);
    }
  }
  return new Map([...branches].map(([id, rows]) => [id, [...rows.values()]]));
}

function wholeBranches(
  { access }: CountedAssignments,
  services: readonly ProtectedService[],
): Map<number, ResourceRow[]> {
  return new Map(services.map(({ id }) => [id, [...access.branch(id)]]));
}

function shownOn(resourceId: number, assignments: CountedAssignments): PermissionList {
  return assignments.resources.has(resourceId) ? assignments.listOf(resourceId) : NOTHING;
}
