import { Injectable } from '@nestjs/common';
import {
  type AccessSnapshot,
  type PermissionList,
  type ResourceRow,
  appliedEntries,
  inheritedEntries,
  listedServices,
  nested,
  permissionList,
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
import { KnownState } from '../../access/known-state';
import type { ShownResource } from '../../resources/resource.mapper';
import { toChildren } from '../../resources/resource-trees';
import { ServiceViews, categorized, requestedTypes } from '../../services/service-views';
import { countedEntries } from '../permission-lists';

/** The rules that a listing counts: on which resources there are any, and which. */
export interface CountedAssignments {
  readonly access: AccessSnapshot;
  readonly resources: ReadonlySet<number>;
  readonly listOf: (resourceId: number) => PermissionList;
}

const NOTHING = permissionList([]);

/** The rules of a user and, as the query has it, of its groups. Identical ones are shown once. Reference: permissions#queries. */
export function assignmentsOfUser(
  access: AccessSnapshot,
  userId: number,
  query: AssignmentSourcesQuery,
): CountedAssignments {
  return {
    access,
    resources: access.assignedResources(userId, Boolean(query.inherited || query.resolve)),
    listOf: (id) => permissionList(countedEntries(access.heldAssignments(userId, id), query)),
  };
}

export function assignmentsOfGroup(access: AccessSnapshot, groupId: number): CountedAssignments {
  return {
    access,
    resources: access.groupAssignedResources(groupId),
    listOf: (id) => permissionList(appliedEntries(access.groupAssignments(groupId, id))),
  };
}

/** The same for the tree of all services: below a service each rule tells that it comes from the group. Reference: http#group-listings. */
export function assignmentsOfGroupInTree(access: AccessSnapshot, groupId: number): CountedAssignments {
  const isService = (id: number): boolean => access.serviceOf(id)?.resourceId === id;
  return {
    ...assignmentsOfGroup(access, groupId),
    listOf: (id) => {
      const rules = access.groupAssignments(groupId, id);
      return permissionList(isService(id) ? appliedEntries(rules) : inheritedEntries(rules));
    },
  };
}

/**
 * How much a listing of resources shows: what has rules, with all that is above it (`ruled`); the same and every
 * service (`services`); or every resource (`everything`).
 */
export type Extent = 'ruled' | 'services' | 'everything';

/** Administrators see everything unless they ask for less. Reference: permissions#listings. */
export function extentFor(caller: Caller, { filtered }: UserResourcesQuery): Extent {
  return caller.kind === 'user' && caller.isAdministrator && !filtered ? 'everything' : 'ruled';
}

/** Services and trees of resources with the rules that somebody has there. Reference: permissions#listings, http#group-listings. */
@Injectable()
export class AssignmentListings {
  constructor(
    private readonly state: KnownState,
    private readonly views: ServiceViews,
  ) {}

  /** The services on which rules count, with `cascade` also those on which they count further down. */
  listServices(rules: CountedAssignments, query: UserServicesQuery): ListedServicesReplyDto {
    const types = requestedTypes(query.type);
    const services = this.state
      .records()
      .services(types)
      .map((service) => ({ ...service, resourceId: service.id }));
    const rootOf = (id: number): number | undefined => rules.access.serviceOf(id)?.resourceId;
    const listed = listedServices(services, rules.resources, rootOf, query.cascade ?? false);
    const shown = categorized(
      types ?? [],
      listed.map((service) => this.show(service, rules)),
    );
    return {
      services: query.flatten ? Object.values(shown).flatMap((ofType) => Object.values(ofType)) : shown,
    };
  }

  /** Trees of services of all types, each of which has its key where `everyType`. */
  listResources(
    rules: CountedAssignments,
    { type }: ServiceTypeQuery,
    extent: Extent,
    everyType: boolean,
  ): ResourcesReplyDto {
    const types = requestedTypes(type);
    const services = this.state.records().services(types);
    const branches = extent === 'everything' ? wholeBranches(rules, services) : assignedBranches(rules);
    const listed = extent === 'ruled' ? services.filter(({ id }) => branches.has(id)) : services;
    const keys = everyType ? (types ?? SERVICE_TYPES) : [];
    return { resources: categorized(keys, this.trees(listed, rules, branches)) };
  }

  /** One service with the resources that have rules. */
  ofService(service: ProtectedService, rules: CountedAssignments): ServiceTreeReplyDto {
    const [tree] = this.trees([service], rules, assignedBranches(rules));
    return { service: tree ?? { ...this.show(service, rules), resources: {} } };
  }

  private trees(
    services: readonly ProtectedService[],
    rules: CountedAssignments,
    branches: ReadonlyMap<number, readonly ResourceRow[]>,
  ): ServiceTreeDto[] {
    const below = (id: number): readonly ResourceRow[] =>
      (branches.get(id) ?? []).filter((row) => row.parentId !== null);
    const records = this.state.records();
    const shown = (row: ResourceRow): ShownResource => ({
      ...row,
      displayName: records.displayName(row.id, row.name),
    });
    return services.map((service) => ({
      ...this.show(service, rules),
      resources: toChildren(nested(below(service.id).map(shown)), ({ id }) => shownOn(id, rules)),
    }));
  }

  private show(service: ProtectedService, rules: CountedAssignments): ListedServiceDto {
    return { ...this.views.basic(service), ...shownOn(service.id, rules) };
  }
}

/** The resources with rules and all above them, by the id of their service. */
function assignedBranches({ access, resources }: CountedAssignments): Map<number, ResourceRow[]> {
  const branches = new Map<number, Map<number, ResourceRow>>();
  for (const id of resources) {
    const path = access.pathOf(id);
    const root = path.at(-1);
    if (!root) continue;
    const branch = branches.get(root.id) ?? new Map<number, ResourceRow>();
    branches.set(root.id, branch);
    for (const row of path) {
      // What is above a row that is there already is there as well.
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

function shownOn(resourceId: number, rules: CountedAssignments): PermissionList {
  return rules.resources.has(resourceId) ? rules.listOf(resourceId) : NOTHING;
}
