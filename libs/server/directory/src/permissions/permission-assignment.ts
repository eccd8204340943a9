import type { Permission } from '@gatehouse/access-engine';
import type { ResourceTypeName, ServiceType } from '@gatehouse/service-types';

/** A user or group that can hold a permission. */
export interface Principal {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
}

/** A resource on which permissions are assigned, a service included. */
export interface ProtectedResource {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: ResourceTypeName;
  /** Type of its service, which determines the permissions that can be assigned. */
  readonly serviceType: ServiceType;
}

/** A permission of a principal on a resource: at most one for each name, regardless of modifiers. */
export interface PermissionAssignment {
  readonly principal: Principal;
  readonly resourceId: number;
  readonly permission: Permission;
}

/** An assignment that is new, or differs from what it replaces. */
export interface PermissionReplacement extends PermissionAssignment {
  /** The permission of the same name; undefined if there is none. */
  readonly before: Permission | undefined;
}

/** A permission to assign, with the resource that it is for. */
export interface NewAssignment {
  readonly principal: Pick<Principal, 'kind' | 'id'>;
  readonly resource: Pick<ProtectedResource, 'id' | 'name' | 'type' | 'serviceType'>;
  readonly permission: Permission;
}

/** A permission after it was set. */
export interface SetPermission {
  readonly permission: Permission;
  /** Whether there was none of that name before. */
  readonly created: boolean;
}

/** A permission as a body has it, in either of two fields. Nothing in it is validated yet. */
export interface PermissionInput {
  readonly permission?: unknown;
  readonly permission_name?: unknown;
}

type Named = Pick<Principal, 'id' | 'name'>;

export const userPrincipal = ({ id, name }: Named): Principal => ({ kind: 'user', id, name });
export const groupPrincipal = ({ id, name }: Named): Principal => ({ kind: 'group', id, name });
