import type { ExplainedAssignment } from './explain';
import type { PermissionName } from './permission';
import type { Reason } from './reason';

/** What a principal may do in a service without regard to where. Reference: permissions#authority. */
export interface Authority {
  readonly isAdministrator: boolean;
  /** Names effective on the service and on every resource of it, exact or not, existing or not. */
  readonly everywhere: ReadonlySet<PermissionName>;
  /** Names effective on the service or at least one resource, exact or not. */
  readonly somewhere: ReadonlySet<PermissionName>;
}

/** Whether a name is effective everywhere in a service and, if not, what keeps the principal from it. */
export interface EverywhereExplanation {
  readonly permission: PermissionName;
  /** Whether `Authority.everywhere` has the name. */
  readonly granted: boolean;
  /** Null when the name is granted, and when user or service are unknown or the name is none of the service's type. */
  readonly keptBy: Obstacle | null;
}

/** The first resource, the service itself before others and then by depth and id, where the name is denied. */
export interface Obstacle {
  readonly resourceId: number;
  readonly resourceName: string;
  /** Whether it is denied on the resource itself; otherwise only for what has no resource of its own below it. */
  readonly exact: boolean;
  /** `too-many-denials` when no denial was found because there are more assignments than are looked at. */
  readonly reason: Reason | 'too-many-denials';
  /** The assignment that denies; none when no assignment applies or none was found. */
  readonly assignment?: ExplainedAssignment;
}
