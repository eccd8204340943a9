import type { Access, PermissionName, Scope } from '../../permission';

/**
 * An existing object by its id, or a new one: -1 is the first of the new users, groups or resources, -2 the second, and so
 * on.
 */
export type ObjectRef = number;

export interface NewResourceEdit {
  /** Null for a service. A new parent comes before what is below it. */
  readonly parent: ObjectRef | null;
  readonly name: string;
  readonly type: string;
  /** The type of the service, for a service. */
  readonly serviceType?: string;
}

interface MembershipEdit {
  readonly user: ObjectRef;
  readonly group: ObjectRef;
  /** Whether the user joins the group or leaves it. */
  readonly joins: boolean;
}

/** An assignment to set, or to remove if it has no modifiers. */
interface RuleEdit {
  readonly kind: 'user' | 'group';
  readonly principal: ObjectRef;
  readonly resource: ObjectRef;
  readonly name: PermissionName;
  readonly modifiers: { readonly access: Access; readonly scope: Scope } | undefined;
}

/** Changes of users, groups, resources and assignments that are not made. */
export interface StateEdits {
  /** Names of new users and groups. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly NewResourceEdit[];
  /** Ids of what is deleted, with everything below it and of it. */
  readonly removedUsers: readonly number[];
  readonly removedGroups: readonly number[];
  readonly removedResources: readonly number[];
  readonly memberships: readonly MembershipEdit[];
  readonly rules: readonly RuleEdit[];
  /**
   * Edits that are made before, of nothing that the others remove: the effect is that of the others alone, on the state with these
   * and with the new objects.
   */
  readonly earlier?: Pick<StateEdits, 'memberships' | 'rules'>;
}

/** No assignment; otherwise a strength. */
export const NONE = -1;

interface StrengthChange {
  readonly before: number;
  readonly after: number;
}

/** The assignments of one permission on a resource that change, by the slots of their principals. */
export interface NodeEdits {
  readonly user: Map<number, StrengthChange>;
  readonly group: Map<number, StrengthChange>;
}

/** What changes about one permission in one service. */
export interface ServiceEdits {
  readonly permission: number;
  readonly root: number;
  /** The resources on which an assignment changes, or the members of a group that has one. */
  readonly nodes: Map<number, NodeEdits>;
  /** Whether an assignment of the anonymous group changes. */
  isPublic: boolean;
}
