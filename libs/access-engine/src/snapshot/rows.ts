import type { Access, PermissionName, Scope } from '../permission';

/** An account. Ids are positive integers that the store assigns in sequence and never reuses. */
export interface UserRow {
  readonly id: number;
  readonly name: string;
}

export interface GroupRow {
  readonly id: number;
  readonly name: string;
}

export interface MembershipRow {
  readonly userId: number;
  readonly groupId: number;
}

/** A node of a service's tree; a service is the node of type `service` at its root. */
export interface ResourceRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly parentId: number | null;
  readonly rootServiceId: number | null;
  readonly ordering: number;
}

/** The data of a service besides its node. */
export interface ServiceRow {
  readonly resourceId: number;
  readonly type: string;
  readonly url: string | null;
  readonly configuration: unknown;
  /** Proxy options as stored; null for the defaults. See `serviceOptions`. */
  readonly proxy: unknown;
}

/** A protected service: its row with the name of its resource. */
export interface ServiceView extends ServiceRow {
  readonly name: string;
}

/**
 * An assignment; (principal, resource, name) is unique among users and among groups.
 * Reference: permission-rules#one-assignment-per-name.
 */
export interface AssignmentRow {
  readonly principalId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/** The data of a snapshot, read consistently at `revision`. */
export interface SnapshotRows {
  readonly revision: number;
  readonly users: Iterable<UserRow>;
  readonly groups: Iterable<GroupRow>;
  readonly memberships: Iterable<MembershipRow>;
  readonly resources: Iterable<ResourceRow>;
  readonly services: Iterable<ServiceRow>;
  readonly userAssignments: Iterable<AssignmentRow>;
  readonly groupAssignments: Iterable<AssignmentRow>;
}

/** The special names of an installation, which are identified only by their names. Reference: permission-rules#principals. */
export interface SpecialNames {
  readonly adminGroup: string;
  readonly anonymousGroup: string;
  readonly anonymousUser: string;
}

/** The row shapes by entity name. */
export interface RowOf {
  user: UserRow;
  group: GroupRow;
  membership: MembershipRow;
  resource: ResourceRow;
  service: ServiceRow;
  user_rule: AssignmentRow;
  group_rule: AssignmentRow;
}

export type Entity = keyof RowOf;

/** One changed row: the new state after an insert or update, the old state before a delete. An update never changes its key. */
export type ChangeEntry = {
  [E in Entity]: { readonly entity: E; readonly op: 'insert' | 'update' | 'delete'; readonly row: RowOf[E] };
}[Entity];

/** The changes of one committed write; may be empty. */
export interface RevisionChange {
  readonly revision: number;
  readonly entries: readonly ChangeEntry[];
}
