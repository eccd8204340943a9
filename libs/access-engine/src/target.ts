import type { PermissionName } from './permission';

/** The tree that a request is read against. */
export interface ServiceTree {
  /** The resource that is the service itself. */
  readonly serviceId: number;
  /** The child of that name, without regard to case. */
  childByName(parentId: number, name: string): number | undefined;
  /** The children of a resource. */
  childrenOf(parentId: number): Iterable<number>;
  /** The children whose name, or what follows a colon in it, is that; without regard to case. */
  childrenByLocalName(parentId: number, localName: string): readonly number[];
  /** The name of a resource of the tree. */
  nameOf(resourceId: number): string;
  /** The type of a resource of the tree. */
  typeOf(resourceId: number): string;
}

/** A resource that a request touches. */
export interface TargetResource {
  readonly resourceId: number;
  /** Whether it is the very resource that is asked for; otherwise its closest existing ancestor. */
  readonly exact: boolean;
}

/** One permission that a request needs: on each of some resources, or everywhere in the service. */
export interface Requirement {
  readonly permission: PermissionName;
  readonly on: readonly TargetResource[] | 'everywhere';
}

/** What a request needs, all of it; never empty. */
export type Target = readonly Requirement[];
