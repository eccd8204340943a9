import { Injectable } from '@nestjs/common';
import {
  type ParentNode,
  type PermissionList,
  type TreeNode,
  branchDown,
  chainUp,
  nested,
} from '@gatehouse/access-engine';
import {
  type LocatedResource,
  type ProtectedService,
  type ResourceNode,
  Resources,
  Services,
} from '@gatehouse/directory';
import { SERVICE_TYPES } from '@gatehouse/service-types';
import type {
  ResourceDto,
  ResourceQuery,
  ResourceReplyDto,
  ResourcesReplyDto,
  ServiceTreeWithUrlDto,
} from '@gatehouse/dto';
import { ServiceViews, allowedList, categorized } from '../services/service-views';
import { type ShownResource, toResourceSummary } from './resource.mapper';

/** The permissions that a listing shows for a resource: allowed, assigned or effective ones. */
export type PermissionsOf<Node> = (resource: Node) => PermissionList;

/** Trees of resources for administrators, each node with its allowed permissions. Reference: http#reading-resources. */
@Injectable()
export class ResourceTrees {
  constructor(
    private readonly resources: Resources,
    private readonly services: Services,
    private readonly views: ServiceViews,
  ) {}

  /** All services with all of their resources, by type and name. */
  async all(): Promise<ResourcesReplyDto> {
    const services = await this.services.list();
    const byService = grouped(await this.resources.below(services));
    const shown = services.map((service) => ({
      ...this.views.basic(service),
      ...allowedList(service.type, 'service'),
      resources: toChildren(nested(byService.get(service.id) ?? []), allowedIn(service)),
    }));
    return { resources: categorized(SERVICE_TYPES, shown) };
  }

  /** The tree of one service, under its name. */
  async ofService(service: ProtectedService): Promise<Record<string, ServiceTreeWithUrlDto>> {
    const resources = nested(await this.resources.below([service]));
    return {
      [service.name]: {
        ...this.views.listed(service),
        resources: toChildren(resources, allowedIn(service)),
      },
    };
  }

  /** One resource with its descendants or, with `parents`, its ancestors. */
  async ofResource(resource: LocatedResource, query: ResourceQuery): Promise<ResourceReplyDto> {
    const list = allowedIn(resource.service);
    if (!query.parents) return oneOf(nested(await this.resources.branch(resource)), list);
    const path = await this.resources.pathUp(resource);
    if (query.flatten) {
      const ordered = query.invert ? [...path].reverse() : path;
      return { resources: ordered.map((node) => toResource(node, list)) };
    }
    if (query.invert) return oneOf([branchDown(path)], list);
    const chain = chainUp(path);
    return chain ? { resource: toChain(chain, list) } : {};
  }
}

function allowedIn({ type }: ProtectedService): PermissionsOf<ResourceNode> {
  return (resource) => allowedList(type, resource.type);
}

function grouped(resources: readonly ResourceNode[]): Map<number | null, ResourceNode[]> {
  const groups = new Map<number | null, ResourceNode[]>();
  for (const resource of resources) {
    const group = groups.get(resource.rootServiceId);
    if (group) group.push(resource);
    else groups.set(resource.rootServiceId, [resource]);
  }
  return groups;
}

function oneOf(
  [tree]: readonly (TreeNode<ResourceNode> | undefined)[],
  list: PermissionsOf<ResourceNode>,
): ResourceReplyDto {
  return tree ? { resource: toTree(tree, list) } : {};
}

function toResource<Node extends ShownResource>(resource: Node, list: PermissionsOf<Node>): ResourceDto {
  return { ...toResourceSummary(resource), ...list(resource) };
}

/** Written out, since large trees spend their time here. */
function toTree<Node extends ShownResource>(tree: TreeNode<Node>, list: PermissionsOf<Node>): ResourceDto {
  const { row } = tree;
  const { permission_names, permissions } = list(row);
  return {
    resource_name: row.name,
    resource_display_name: row.displayName,
    resource_type: row.type,
    resource_id: row.id,
    parent_id: row.parentId,
    root_service_id: row.rootServiceId,
    permission_names,
    permissions,
    children: toChildren(tree.children, list),
  };
}

/** Trees by the ids of their roots. */
export function toChildren<Node extends ShownResource>(
  trees: readonly TreeNode<Node>[],
  list: PermissionsOf<Node>,
): Record<string, ResourceDto> {
  const children: Record<string, ResourceDto> = {};
  for (const tree of trees) children[tree.row.id] = toTree(tree, list);
  return children;
}

function toChain(chain: ParentNode<ResourceNode>, list: PermissionsOf<ResourceNode>): ResourceDto {
  const { row, parent } = chain;
  return {
    ...toResource(row, list),
    parent: parent ? { [parent.row.id]: toChain(parent, list) } : {},
  };
}
