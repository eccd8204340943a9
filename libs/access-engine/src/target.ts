import type { PermissionName } from './permission';

/** The tree that a request is mapped to. */
export interface ServiceTree {
  /** The resource that is the service itself. */
  readonly serviceId: number;
  /** The child of that name, ignoring case. */
  childByName(parentId: number, name: string): number | undefined;
  /** The children of a resource. */
  childrenOf(parentId: number): Iterable<number>;
  /**
   * The children whose name, or whose part of it after a colon, has the same fold as a name: servers write one name in several
   * forms. `foldOf` of the library `names` has the rule.
   */
  childrenByFold(parentId: number, name: string): readonly number[];
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

/**
 * A name in a request that is not registered. It inherits the permission, and no assignment may deny it below an ancestor: the
 * server may apply the name to anything there.
 */
export interface UnregisteredName {
  /** As in the request. */
  readonly name: string;
  /** The closest registered ancestor, from which it inherits. */
  readonly inheritsFrom: number;
  /** The same, or the service, where the name may be that of a group of the service. */
  readonly below: number;
  /** Whether such names are reserved for administrators instead. */
  readonly isReserved: boolean;
}

/** One permission that a request needs: on each of some resources, everywhere in the service, or below a resource. */
export interface Requirement {
  readonly permission: PermissionName;
  readonly on: readonly TargetResource[] | 'everywhere' | UnregisteredName;
}

/** Whether a requirement is about a name that is not registered. */
export function isUnregistered(on: Requirement['on']): on is UnregisteredName {
  return typeof on === 'object' && 'below' in on;
}

/** The requirements of a request, all of which must be met; never empty. */
export type Target = readonly Requirement[];
