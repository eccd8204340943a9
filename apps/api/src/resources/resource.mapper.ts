import { childTypesAllowedBelow } from '@gatehouse/service-types';
import type {
  ChildResourceDto,
  CreateResourceDto,
  CreateServiceResourceDto,
  ResourcePositionDto,
  ResourceRenamedDto,
  ResourceSummaryDto,
} from '@gatehouse/dto';
import {
  type ChildNode,
  type LocatedResource,
  type NewResource,
  RESOURCE_TABLE,
  type ResourceNode,
  shownAs,
} from '@gatehouse/directory';

/** A resource as replies show it. */
export interface ShownResource extends Omit<ResourceNode, 'type'> {
  readonly type: string;
}

const shown = shownAs(RESOURCE_TABLE, ['public']);

export function toResourceSummary(resource: ShownResource): ResourceSummaryDto {
  return shown(resource);
}

export function toChild(child: ChildNode): ChildResourceDto {
  return { ...toResourceSummary(child), has_children: child.hasChildren };
}

/** The types allowed below a resource. Reference: request-mapping#structure. */
export function toPosition({ name, type, service }: LocatedResource): ResourcePositionDto {
  const types = childTypesAllowedBelow(service.type, type);
  return {
    resource_name: name,
    resource_type: type,
    children_resource_types: types,
    children_resource_allowed: types.length > 0,
    root_service_id: service.id,
    root_service_name: service.name,
    root_service_type: service.type.name,
  };
}

/** `resource` as it was before the change. */
export function toRenamed(resource: ResourceNode, name: string): ResourceRenamedDto {
  return {
    resource_id: resource.id,
    resource_name: name,
    old_resource_name: resource.name,
    new_resource_name: name,
  };
}

export function toNewResource(body: CreateResourceDto | CreateServiceResourceDto): NewResource {
  return {
    name: body.resource_name,
    displayName: body.resource_display_name || undefined,
    typeName: body.resource_type,
  };
}
