import { Injectable } from '@nestjs/common';
import { type ParentNode, branchDown, chainUp } from '@gatehouse/access-engine';
import {
  type LocatedResource,
  type ProtectedService,
  type ResourceNode,
  Resources,
} from '@gatehouse/directory';
import { type ResourceTypeName, SERVICE_TYPES } from '@gatehouse/service-types';
import type {
  ResourceDto,
  ResourceQuery,
  ResourceReplyDto,
  ResourcesReplyDto,
  ServiceTreeWithUrlDto,
} from '@gatehouse/dto';
import type { RequestScope } from '@gatehouse/http';
import type { Written } from '@gatehouse/wire';
import type { InMemoryRecords } from '../snapshot/in-memory-records';
import { InMemoryState } from '../snapshot/in-memory-state';
import { ResourceWalk } from '../snapshot/resource-walk';
import { LiveServices } from '../services/live-services';
import { ServiceViews, allowedList } from '../services/service-views';
import { type NodeView, type PermissionsOf, liveChildren, liveNode, storedNode } from './resource-node';
import { type ShownResource, toResourceSummary } from './resource.mapper';
import { StoredTrees } from './stored-trees';

/**
 * Trees of resources for administrators, each node with its allowed permissions: made from memory while they are written, or from the
 * database while the change feed is interrupted. Reference: http#reading-resources, http#large-replies.
 */
@Injectable()
export class ResourceTrees {
  constructor(
    private readonly resources: Resources,
    private readonly state: InMemoryState,
    private readonly views: ServiceViews,
    private readonly services: LiveServices,
    private readonly stored: StoredTrees,
  ) {}

  /** All services with all of their resources, by type and name. */
  async all(scope: RequestScope): Promise<Written<ResourcesReplyDto>> {
    if (!(await this.state.at(scope))) return this.stored.all();
    const show = (service: ProtectedService) => ({
      ...this.views.basic(service),
      ...allowedList(service.type, 'service'),
      resources: liveChildren(this.viewOf(service), service.id),
    });
    return { resources: this.services.byTypeAndName({ types: SERVICE_TYPES, keys: SERVICE_TYPES, show }) };
  }

  /** The tree of one service, under its name. */
  async ofService(
    service: ProtectedService,
    scope: RequestScope,
  ): Promise<Record<string, Written<ServiceTreeWithUrlDto>>> {
    const resources = (await this.state.at(scope))
      ? liveChildren(this.viewOf(service), service.id)
      : await this.stored.below(service);
    return { [service.name]: { ...this.views.listed(service), resources } };
  }

  /** One resource with its descendants or, with `parents`, its ancestors. */
  async ofResource(
    resource: LocatedResource,
    query: ResourceQuery,
    scope: RequestScope,
  ): Promise<Written<ResourceReplyDto>> {
    const list = allowedIn(resource.service);
    if (!query.parents) return this.branchOf(resource, await this.state.at(scope));
    const path = await this.resources.pathUp(resource);
    if (query.flatten) {
      const ordered = query.invert ? [...path].reverse() : path;
      return { resources: ordered.map((node) => toResource(node, list)) };
    }
    if (query.invert) {
      const branch = branchDown(path);
      return branch ? { resource: storedNode(branch, list) } : {};
    }
    const chain = chainUp(path);
    return chain ? { resource: toChain(chain, list) } : {};
  }

  private async branchOf(
    resource: LocatedResource,
    records: InMemoryRecords | undefined,
  ): Promise<Written<ResourceReplyDto>> {
    const row = records?.snapshot.resource(resource.id);
    return row ? { resource: liveNode(this.viewOf(resource.service), row) } : this.stored.branch(resource);
  }

  private viewOf(service: ProtectedService): NodeView {
    return {
      source: () => new ResourceWalk(() => this.state.records().snapshot),
      displayName: ({ id, name }) => this.state.records().displayName(id, name),
      permissions: ({ type }) => allowedList(service.type, type as ResourceTypeName),
    };
  }
}

/** The permissions that can be set on each resource of a service. */
function allowedIn({ type }: ProtectedService): PermissionsOf<ResourceNode> {
  return (resource) => allowedList(type, resource.type);
}

function toResource<Node extends ShownResource>(resource: Node, list: PermissionsOf<Node>): ResourceDto {
  return { ...toResourceSummary(resource), ...list(resource) };
}

function toChain(chain: ParentNode<ResourceNode>, list: PermissionsOf<ResourceNode>): ResourceDto {
  const { row, parent } = chain;
  return {
    ...toResource(row, list),
    parent: parent ? { [parent.row.id]: toChain(parent, list) } : {},
  };
}
