import type { ExplainedAssignment } from './explain';
import type { PermissionName } from './permission';
import type { Reason } from './reason';

/** The permissions of a principal in a service, independent of resources. Reference: permission-rules#authority. */
export interface Authority {
  readonly isAdministrator: boolean;
  /** Permissions effective on the service and on every resource of it, exact or not, existing or not. */
  readonly everywhere: ReadonlySet<PermissionName>;
  /** Permissions effective on the service or at least one resource, exact or not. */
  readonly somewhere: ReadonlySet<PermissionName>;
}

/** Whether a permission is effective everywhere in a service and, if not, what prevents it. */
export interface EverywhereExplanation {
  readonly permission: PermissionName;
  /** Whether `Authority.everywhere` has the permission. */
  readonly granted: boolean;
  /**
   * Null if the permission is allowed, if the user or service is unknown, or if the service type
   * does not have the permission.
   */
  readonly keptBy: Obstacle | null;
}

/** The first resource, the service itself before others and then by depth and id, where the permission is denied. */
export interface Obstacle {
  readonly resourceId: number;
  readonly resourceName: string;
  /** Whether it is denied on the resource itself; otherwise only for unregistered targets below it. */
  readonly exact: boolean;
  /** `too-many-denials` if no denial was found because there are more assignments than are examined. */
  readonly reason: Reason | 'too-many-denials';
  /** The assignment that denies; absent if no assignment applies or none was found. */
  readonly assignment?: ExplainedAssignment;
}

/** Whether an assignment denies a permission on a resource or below it, and which. */
export interface BelowExplanation {
  readonly permission: PermissionName;
  readonly resourceId: number;
  readonly isDenied: boolean;
  /** As in `EverywhereExplanation`, of the resource and what is below it; null if nothing is denied. */
  readonly keptBy: Obstacle | null;
}
