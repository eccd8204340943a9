import type { Resource } from '@gatehouse/database';
import type { ResourceTypeName } from '@gatehouse/service-types';
import type { ProtectedService } from '../services/protected-service';

/** A node of the tree of a service. Reference: data#resources. */
export interface ResourceNode extends Readonly<Omit<Resource, 'type'>> {
  readonly type: ResourceTypeName;
}

/** A resource with the service that it belongs to; a service belongs to itself. */
export interface LocatedResource extends ResourceNode {
  readonly service: ProtectedService;
}

/** A resource to create. Nothing in it is validated yet. */
export interface NewResource {
  readonly name: string;
  /** The name if undefined. */
  readonly displayName?: string | undefined;
  readonly typeName: string;
}

/** A resource to create among others: its parent is a stored resource, by its identifier, or an earlier one of the list. */
export interface NewTreeResource extends NewResource {
  readonly parent: number | NewTreeResource;
}

/** Resources to create below one service. */
export interface NewTree {
  readonly service: ProtectedService;
  readonly resources: readonly NewTreeResource[];
}

/** A resource in a page of children. */
export interface ChildNode extends ResourceNode {
  readonly hasChildren: boolean;
}

/** Part of the children of a resource, in their order. */
export interface ChildrenPage {
  readonly limit?: number | undefined;
  /** Identifier of the child after which the page begins. */
  readonly after?: number | undefined;
}
