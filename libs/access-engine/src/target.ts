import type { PermissionName } from './permission';

/** The tree that a request is mapped to. */
export interface ServiceTree {
  /** The resource that is the service itself. */
  readonly serviceId: number;
  /** The child of that name, ignoring case. */
  childByName(parentId: number, name: string): number | undefined;
  /** The children of a resource. */
  childrenOf(parentId: number): Iterable<number>;
  /** The children with that name, or with that part after a colon in their name; ignoring case. */
  childrenByLocalName(parentId: number, localName: string): readonly number[];
  /** The name of a resource of the tree. */
  nameOf(resourceId: number): string;
  /** The type of a resource of the tree. */
  typeOf(resourceId: number): string;
}

/** A resource that a request concerns. */
export interface TargetResource {
  readonly resourceId: number;
  /** Whether it is the requested resource itself; otherwise it is the closest existing ancestor. */
  readonly exact: boolean;
}

/** One permission that a request needs: on each of some resources, or everywhere in the service. */
export interface Requirement {
  readonly permission: PermissionName;
  readonly on: readonly TargetResource[] | 'everywhere';
}

/** The requirements of a request, all of which must be met; never empty. */
export type Target = readonly Requirement[];
