import { Injectable } from '@nestjs/common';
import { nested } from '@gatehouse/access-engine';
import {
  type LocatedResource,
  type ProtectedService,
  type ResourceNode,
  Resources,
  Services,
} from '@gatehouse/directory';
import { problem, retryAfter } from '@gatehouse/problems';
import { SERVICE_TYPES } from '@gatehouse/service-types';
import type { ResourceDto, ResourceReplyDto, ResourcesReplyDto } from '@gatehouse/dto';
import type { Written } from '@gatehouse/wire';
import { ServiceViews, allowedList, categorized } from '../services/service-views';
import { storedChildren, storedNode } from './resource-node';

/** Resources that are read from the database for one reply. */
const MAX_STORED_RESOURCES = 10_000;
/** Seconds after which the change feed may be there again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Trees of resources from the database, for administrators while the change feed is interrupted. Whole, and therefore of a limited
 * size: above it, `change_feed_interrupted`.
 */
@Injectable()
export class StoredTrees {
  constructor(
    private readonly resources: Resources,
    private readonly services: Services,
    private readonly views: ServiceViews,
  ) {}

  /** All services with all of their resources, by type and name. */
  async all(): Promise<Written<ResourcesReplyDto>> {
    const services = await this.services.list();
    const byService = grouped(limited(await this.resources.below(services, MAX_STORED_RESOURCES + 1)));
    const shown = services.map((service) => ({
      ...this.views.basic(service),
      ...allowedList(service.type, 'service'),
      resources: childrenIn(service, byService.get(service.id) ?? []),
    }));
    return { resources: categorized(SERVICE_TYPES, shown) };
  }

  /** The resources directly below a service by id, with everything below them. */
  async below(service: ProtectedService): Promise<Record<string, Written<ResourceDto>>> {
    return childrenIn(service, limited(await this.resources.below([service], MAX_STORED_RESOURCES + 1)));
  }

  /** A resource with everything below it; nothing if it has been deleted meanwhile. */
  async branch(resource: LocatedResource): Promise<Written<ResourceReplyDto>> {
    const rows = limited(await this.resources.branch(resource, MAX_STORED_RESOURCES + 1));
    const [tree] = nested(rows);
    const { type } = resource.service;
    return tree ? { resource: storedNode(tree, (row) => allowedList(type, row.type)) } : {};
  }
}

function childrenIn({ type }: ProtectedService, rows: readonly ResourceNode[]) {
  return storedChildren(nested(rows), (row) => allowedList(type, row.type));
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

function limited(rows: readonly ResourceNode[]): readonly ResourceNode[] {
  if (rows.length <= MAX_STORED_RESOURCES) return rows;
  const maximum = MAX_STORED_RESOURCES;
  throw problem('change_feed_interrupted', { maximum }, retryAfter(RETRY_AFTER_SECONDS));
}
