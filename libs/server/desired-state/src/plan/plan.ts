import type { Permission } from '@gatehouse/access-engine';
import type { ProtectedService } from '@gatehouse/directory';
import type { ResourceTypeName, ServiceType } from '@gatehouse/service-types';
import type { Message, Place } from '../message';
import type { DesiredGroup, DesiredService, DesiredUser } from '../validate/desired-state';

/** A service that exists or is to be created. */
export interface PlannedService {
  readonly name: string;
  readonly type: ServiceType;
  /** Undefined for a new one. */
  readonly stored: ProtectedService | undefined;
}

/** A user or group that exists or is to be created. */
export interface PlannedPrincipal {
  readonly kind: 'user' | 'group';
  readonly name: string;
  /** Undefined for a new one. */
  readonly id: number | undefined;
}

/** A resource that exists or is to be created; services are roots. */
export interface PlannedNode {
  readonly service: PlannedService;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
  /** Undefined for a new one. */
  readonly id: number | undefined;
  /** Undefined for a service. */
  readonly parent: PlannedNode | undefined;
}

/** What an entry does to a service that exists. */
interface ServiceChange {
  readonly service: ProtectedService;
  readonly changed: ProtectedService;
  /** The fields that differ, by their names in files. */
  readonly fields: readonly string[];
  readonly place: Place;
}

interface NewUser {
  readonly user: DesiredUser;
  readonly principal: PlannedPrincipal;
  /** The groups that the user joins besides the anonymous group. A later plan would not know of them. */
  readonly groups: readonly PlannedPrincipal[];
}

interface NewGroup {
  readonly group: DesiredGroup;
  readonly principal: PlannedPrincipal;
}

/** A membership of a user who exists. */
export interface NewMembership {
  readonly user: PlannedPrincipal;
  readonly group: PlannedPrincipal;
}

/** An assignment that is set (`after`) or removed (without it). */
interface AssignmentChange {
  readonly principal: PlannedPrincipal;
  readonly node: PlannedNode;
  readonly before: Permission | undefined;
  readonly after: Permission | undefined;
  /** Undefined for what prune removes. */
  readonly place: Place | undefined;
  readonly pruned?: Pruned;
}

/** A removal of what the files no longer name. */
export interface Pruned {
  /** Whether somebody may gain access by it. */
  readonly givesAccess: boolean;
}

/** The deletion of an object with everything below or of it. */
interface Deletion {
  readonly pruned: Pruned;
  /** How many rows it writes at most. */
  readonly rows: number;
}

/** What a set owns from now on. */
export type Adopted =
  | { readonly object: 'principal'; readonly principal: PlannedPrincipal }
  | { readonly object: 'node'; readonly node: PlannedNode }
  | ({ readonly object: 'membership' } & NewMembership)
  | ({ readonly object: 'assignment' } & StatedAssignment);

/** An assignment that files state. */
interface StatedAssignment {
  readonly principal: PlannedPrincipal;
  readonly node: PlannedNode;
  readonly permission: Permission;
}

/** Everything that files name, whether it exists or is to be created. */
export interface NamedThings {
  /** Also those that are only named by entries that remove something. */
  readonly nodes: ReadonlySet<PlannedNode>;
  readonly statedNodes: ReadonlySet<PlannedNode>;
  readonly principals: readonly PlannedPrincipal[];
  readonly memberships: readonly NewMembership[];
  readonly assignments: readonly StatedAssignment[];
  /** The fields that entries of `providers` state, by the names of the services. */
  readonly serviceFields: ReadonlyMap<string, readonly string[]>;
}

/** A change with its kind, in the order of its application. */
export type PlannedChange =
  | { readonly kind: 'create_service'; readonly service: PlannedService; readonly desired: DesiredService }
  | ({ readonly kind: 'change_service' } & ServiceChange)
  | ({ readonly kind: 'create_group' } & NewGroup)
  | ({ readonly kind: 'create_user' } & NewUser)
  | { readonly kind: 'create_resource'; readonly node: PlannedNode }
  | ({ readonly kind: 'add_membership' } & NewMembership)
  | ({ readonly kind: 'set_permission' | 'remove_permission' } & AssignmentChange)
  | ({ readonly kind: 'remove_membership'; readonly pruned: Pruned } & NewMembership)
  | ({ readonly kind: 'delete_service' | 'delete_resource'; readonly node: PlannedNode } & Deletion)
  | ({ readonly kind: 'delete_user' | 'delete_group'; readonly principal: PlannedPrincipal } & Deletion)
  | { readonly kind: 'adopt'; readonly adopted: Adopted };

/** What the application of a desired state would change. Making it changes nothing. */
export interface Plan {
  /** The newest revision before the state was read that it is compared with. */
  readonly revision: number;
  /**
   * In the order of application: objects before what is about them; then what takes access away, and what gives access last, so
   * that nobody has more than before and after if it is applied in steps.
   */
  readonly changes: readonly PlannedChange[];
  readonly messages: readonly Message[];
  readonly named: NamedThings;
}

/** How many rows of the database a change writes. */
export function rowsOf(change: PlannedChange): number {
  switch (change.kind) {
    case 'create_service':
      return 2;
    case 'create_group':
      // The first version of terms is a row, and changes that of the group.
      return change.group.terms === undefined ? 1 : 3;
    case 'create_user':
      return 2 + change.groups.length;
    case 'delete_service':
    case 'delete_resource':
    case 'delete_user':
    case 'delete_group':
      return change.rows;
    default:
      return 1;
  }
}

/** Path of a resource below its service: `/a/b`; empty for the service. */
export function pathOf({ parent, name }: PlannedNode): string {
  return parent ? `${pathOf(parent)}/${name}` : '';
}
