import type { Permission } from '@gatehouse/access-engine';
import type { User } from '@gatehouse/database';
import type { Principal } from './permissions/permission-assignment';

/** A permission assignment that was created (only `after`), deleted (only `before`) or replaced (both), as stored. */
export interface PermissionChange {
  readonly principal: Pick<Principal, 'kind' | 'id'>;
  readonly resourceId: number;
  readonly before?: Permission;
  readonly after?: Permission;
}

/**
 * Receives changes of users and permission assignments. Called inside the unit of work that makes the change, after it was
 * written: what a receiver writes is committed with the change, or not at all, and an error of it rolls the change back.
 * Not reported: what a deletion removes by cascade, bulk operations for imports, the default identities, and requests that
 * change nothing. Reference: webhooks#actions.
 */
export interface DirectoryEvents {
  /** However the account came about: by an administrator, or by a registration; a person or a service account. */
  userCreated(user: Pick<User, 'id' | 'name' | 'email' | 'kind'>): Promise<void>;
  userDeleted(user: Pick<User, 'id' | 'name' | 'email' | 'kind'>): Promise<void>;
  /** With the new status. Failed webhooks also change it, which is not reported. */
  userStatusChanged(user: Pick<User, 'id' | 'name' | 'status'>): Promise<void>;
  /** In the order of the request. */
  permissionsChanged(changes: readonly PermissionChange[]): Promise<void>;
}

/** For processes in which nothing depends on changes. */
export const NO_DIRECTORY_EVENTS: DirectoryEvents = {
  userCreated: async () => undefined,
  userDeleted: async () => undefined,
  userStatusChanged: async () => undefined,
  permissionsChanged: async () => undefined,
};
