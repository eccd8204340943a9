import { type PlannedNode, type PlannedPrincipal, pathOf } from '../plan/plan';
import type { Access, Permission, PermissionName, Scope } from '@gatehouse/access-engine';

/** What an application removes of what its set owns and its files no longer name. */
type Prune = 'none' | 'assignments' | 'objects';

/** The set that files are, and what their application does with what is owned. Reference: configuration-files#file-sets. */
export interface FileSet {
  readonly name: string;
  readonly prune: Prune;
  /** Whether the set owns from now on what the files name and others have created. */
  readonly adopt: boolean;
}

/** File sets that there can be. */
export const MAX_FILE_SETS = 100;

/**
 * The set owns it, because it has created or adopted it; or it has found it; or the ownership has ended, because it was removed, and
 * is perhaps there again.
 */
export type OwnershipState = 'owned' | 'found' | 'ended';

/** Services are resources. */
export type ObjectKind = 'user' | 'group' | 'resource';

export interface ObjectKey {
  readonly kind: ObjectKind;
  readonly id: number;
}

export interface MembershipKey {
  readonly userId: number;
  readonly groupId: number;
}

/** An assignment, whatever its modifiers. */
export interface AssignmentKey {
  readonly principal: { readonly kind: 'user' | 'group'; readonly id: number };
  readonly resourceId: number;
  readonly name: PermissionName;
}

/** How replies and logs name an object. */
export interface Label {
  readonly user?: string;
  readonly group?: string;
  readonly service?: string;
  /** Path below the service; empty for the service. */
  readonly resource?: string;
}

export function labelOfPrincipal({ kind, name }: PlannedPrincipal): Label {
  return kind === 'user' ? { user: name } : { group: name };
}

export function labelOfNode(node: PlannedNode): Label {
  return { service: node.service.name, resource: pathOf(node) };
}

/** Fields of an object by their names in files. */
export type Value = Readonly<Record<string, unknown>>;

interface Recorded {
  readonly state: OwnershipState;
  /** Whether the files named it when they were last applied. */
  readonly isStated: boolean;
}

export interface RecordedObject extends ObjectKey, Recorded {
  /** After the application that has created or adopted it. */
  readonly value: Value;
  /** The fields that the files state; the others are as they were created. */
  readonly fields: readonly string[];
}

export interface RecordedAssignment extends AssignmentKey, Recorded {
  readonly permission: Permission;
}

export interface RecordedMembership extends MembershipKey, Recorded {}

/** What a set has recorded, by the texts of the keys. */
export interface SetRecords {
  readonly objects: ReadonlyMap<string, RecordedObject>;
  readonly assignments: ReadonlyMap<string, RecordedAssignment>;
  readonly memberships: ReadonlyMap<string, RecordedMembership>;
}

export function textOfObject({ kind, id }: ObjectKey): string {
  return `${kind} ${id}`;
}

export function textOfAssignment({ principal: { kind, id }, resourceId, name }: AssignmentKey): string {
  return `${kind} ${id} ${resourceId} ${name}`;
}

export function textOfMembership({ userId, groupId }: MembershipKey): string {
  return `${userId} ${groupId}`;
}

/** A row of the assignments of users and groups, or of those that sets state. */
export interface AssignmentRow {
  readonly principal_kind: 'user' | 'group';
  readonly principal_id: number;
  readonly resource_id: number;
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

export function toAssignment(row: AssignmentRow): AssignmentKey & { readonly permission: Permission } {
  const { principal_kind: kind, principal_id: id, resource_id: resourceId, name, access, scope } = row;
  return { principal: { kind, id }, resourceId, name, permission: { name, access, scope } };
}
