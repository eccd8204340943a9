import { Inject, Injectable } from '@nestjs/common';
import type { AccessSnapshot, ResourceRow, TokenRules } from '@gatehouse/access-engine';
import { type ServiceType, SERVICE_TYPES } from '@gatehouse/service-types';
import type {
  ListedServiceDto,
  ListedServicesReplyDto,
  ResourcesReplyDto,
  ServiceTreeReplyDto,
  ServiceTypeQuery,
  UserResourcesQuery,
  UserServicesQuery,
} from '@gatehouse/dto';
import type { ProtectedService } from '@gatehouse/directory';
import { type Caller, LARGE_REPLY_LIMITS, type LargeReplyLimits } from '@gatehouse/http';
import type { Step, Written } from '@gatehouse/wire';
import { InMemoryState } from '../../snapshot/in-memory-state';
import { ResourceWalk } from '../../snapshot/resource-walk';
import { type NodeView, type TreeSource, liveChildren } from '../../resources/resource-node';
import { LiveServices } from '../../services/live-services';
import { ServiceViews, requestedTypes } from '../../services/service-views';
import { CachedListings } from './cached-listings';
import { type CountedAssignments, CountedBranches, countedFor } from './counted-assignments';

/**
 * The extent of a listing of resources: resources with assignments and their ancestors (`assigned`); the same and all
 * services (`services`); or all resources (`everything`).
 */
export type Extent = 'assigned' | 'services' | 'everything';

/** Administrators see all resources unless the query is `filtered`. Reference: permission-rules#listings. */
export function extentFor(caller: Caller, { filtered }: UserResourcesQuery): Extent {
  return caller.kind === 'user' && caller.isAdministrator && !filtered ? 'everything' : 'assigned';
}

/** The types that a query requests; with `everyType`, types without services have a key as well. */
function typesOf(
  { type }: ServiceTypeQuery,
  everyType: boolean,
): { types: readonly ServiceType[] | undefined; keys: readonly ServiceType[] } {
  const types = requestedTypes(type);
  return { types, keys: everyType ? (types ?? SERVICE_TYPES) : [] };
}

/**
 * Services and trees of resources with the assignments of a user or group, made from memory while they are written.
 * Reference: permission-rules#listings, http#group-listings, http#large-replies.
 */
@Injectable()
export class AssignmentListings {
  private readonly ofUsers = new CachedListings<Written<ResourcesReplyDto['resources']>>();

  constructor(
    private readonly state: InMemoryState,
    private readonly views: ServiceViews,
    private readonly services: LiveServices,
    @Inject(LARGE_REPLY_LIMITS) private readonly limits: Pick<LargeReplyLimits, 'sortedBranches'>,
  ) {}

  /** The services with assignments; with `cascade` also those with assignments on a resource below. */
  listServices(assignments: CountedAssignments, query: UserServicesQuery): Written<ListedServicesReplyDto> {
    const types = requestedTypes(query.type);
    const branches = this.branchesOf(assignments);
    const listed = {
      types,
      keys: types ?? [],
      isListed: query.cascade
        ? ({ id }: ProtectedService) => branches.current.includes(id)
        : ({ id }: ProtectedService) => assignments.listOf(this.access(), id).permissions.length > 0,
      show: (service: ProtectedService) => this.show(service, assignments),
    };
    const before = query.cascade ? () => branches.prepare() : undefined;
    return {
      services: query.flatten
        ? this.services.flattened(listed, before)
        : this.services.byTypeAndName(listed, before),
    };
  }

  /**
   * Trees of all requested services with the assignments of a user, or with what a restricted token of the user is allowed; kept for the
   * next request at the same revision.
   */
  listResourcesOfUser(
    access: AccessSnapshot,
    userId: number,
    query: UserResourcesQuery,
    extent: Extent,
    rules: TokenRules | undefined,
  ): Written<ResourcesReplyDto> {
    const { type, inherited = false, resolve = false } = query;
    const types = requestedTypes(type)?.map(({ name }) => name) ?? ['*'];
    const key = JSON.stringify([userId, inherited, resolve, extent, types, rules]);
    const make = () => this.listResources(countedFor(userId, query, rules), { type }, extent, true).resources;
    return { resources: this.ofUsers.at(access, key, make) };
  }

  /** Trees of services by type; with `everyType`, types without services have a key as well. */
  listResources(
    assignments: CountedAssignments,
    query: ServiceTypeQuery,
    extent: Extent,
    everyType: boolean,
  ): Written<ResourcesReplyDto> {
    const branches = this.branchesOf(assignments);
    const source =
      extent === 'everything' ? () => new ResourceWalk(() => this.access()) : () => this.sourceOf(branches);
    const view = this.viewOf(assignments, source, extent !== 'everything');
    const show = (service: ProtectedService) => ({
      ...this.show(service, assignments),
      resources: liveChildren(view, service.id),
    });
    const listed = { ...typesOf(query, everyType), show };
    if (extent === 'everything') return { resources: this.services.byTypeAndName(listed) };
    const isListed = ({ id }: ProtectedService) => extent === 'services' || branches.current.includes(id);
    return { resources: this.services.byTypeAndName({ ...listed, isListed }, () => branches.prepare()) };
  }

  /** One service with its resources that have assignments. */
  ofService(service: ProtectedService, assignments: CountedAssignments): Written<ServiceTreeReplyDto> {
    const branches = this.branchesOf(assignments, service.id);
    const view = this.viewOf(assignments, () => this.sourceOf(branches), true);
    const resources = liveChildren({ ...view, prepare: () => branches.prepare() }, service.id);
    return { service: { ...this.show(service, assignments), resources } };
  }

  private access(): AccessSnapshot {
    return this.state.records().snapshot;
  }

  private branchesOf(
    { holder, listOf, onlyListed }: CountedAssignments,
    serviceId?: number,
  ): CountedBranches {
    const counts = (id: number): boolean => listOf(this.access(), id).permissions.length > 0;
    return new CountedBranches(() => this.access(), {
      ...holder,
      maxSorted: this.limits.sortedBranches,
      ...(onlyListed && { counts }),
      ...(serviceId !== undefined && { serviceId }),
    });
  }

  /** The resources of branches, each looked up when it is its turn. */
  private sourceOf({ current }: CountedBranches): TreeSource {
    const access = () => this.access();
    const walk = new ResourceWalk(access, (id) => current.includes(id));
    return {
      *children(parentId): Generator<Step<ResourceRow>, void, undefined> {
        const ids = current.childrenOf(parentId);
        if (!ids) {
          yield* walk.children(parentId);
          return;
        }
        for (const id of ids) {
          const row = access().resource(id);
          if (row?.parentId === parentId) yield row;
        }
      },
      hasChildren: (id) => current.hasBelow(id),
    };
  }

  private viewOf(
    { listOf }: CountedAssignments,
    source: () => TreeSource,
    onlyWithPermissions: boolean,
  ): NodeView {
    return {
      source,
      displayName: ({ id, name }) => this.state.records().displayName(id, name),
      permissions: ({ id }) => listOf(this.access(), id),
      onlyWithPermissions,
    };
  }

  private show(service: ProtectedService, { listOf }: CountedAssignments): ListedServiceDto {
    return { ...this.views.basic(service), ...listOf(this.access(), service.id) };
  }
}
