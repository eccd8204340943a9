import type { Access, PermissionName, Scope } from '../permission';

/** An account. Ids are positive integers that the store hands out in sequence and never again. */
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

/** What a service has besides its node. */
export interface ServiceRow {
  readonly resourceId: number;
  readonly type: string;
  readonly url: string | null;
  readonly configuration: unknown;
  /** How the proxy treats its requests, as stored; null for the defaults. See `serviceOptions`. */
  readonly proxy: unknown;
}

/** A protected service: its row with the name of its resource. */
export interface ServiceView extends ServiceRow {
  readonly name: string;
}

/** An assignment; (principal, resource, name) is unique among users and among groups. Reference: permissions#one-assignment-per-name. */
export interface AssignmentRow {
  readonly principalId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/** All that a snapshot is made of, read in one consistent look at `revision`. */
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

/** The special names of an installation, which are known by nothing but their names. Reference: permissions#principals. */
export interface SpecialNames {
  readonly adminGroup: string;
  readonly anonymousGroup: string;
  readonly anonymousUser: string;
}

/** The row shapes by the name of what they describe. */
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

/** One changed row: as it is after an insert or update, as it was before a delete. An update never changes its key. */
export type ChangeEntry = {
  [E in Entity]: { readonly entity: E; readonly op: 'insert' | 'update' | 'delete'; readonly row: RowOf[E] };
}[Entity];

/** Everything one committed write changed, possibly nothing. */
export interface RevisionChange {
  readonly revision: number;
  readonly entries: readonly ChangeEntry[];
}
