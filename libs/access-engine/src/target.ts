import type { PermissionName } from './permission';

/** The tree that a request is mapped onto. */
export interface ServiceTree {
  /** The resource that is the service itself. */
  readonly serviceId: number;
  /** The child of that name, without regard to case. */
  childByName(parentId: number, name: string): number | undefined;
}

/** A resource that a request touches. */
export interface TargetResource {
  readonly resourceId: number;
  /** Whether it is the very resource that is asked for; otherwise its closest existing ancestor. */
  readonly exact: boolean;
}

/** What a request asks for: one permission on one or more resources, all of which must be allowed. */
export interface Target {
  readonly permission: PermissionName;
  readonly resources: readonly TargetResource[];
}
