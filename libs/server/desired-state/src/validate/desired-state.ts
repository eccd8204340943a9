import type { Permission } from '@gatehouse/access-engine';
import type { ServiceType } from '@gatehouse/service-types';
import type { Place } from '../message';

/** A service as an entry of `providers` states it. */
export interface DesiredService {
  readonly name: string;
  readonly type: ServiceType;
  readonly url: string;
  readonly syncType: string | null;
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** Undefined: options of the proxy are not changed. */
  readonly proxy: Readonly<Record<string, unknown>> | null | undefined;
  /** Undefined: how it is synchronized is not changed. */
  readonly synchronization: Readonly<Record<string, unknown>> | null | undefined;
  /** Whether hooks that are executed are required; undefined if the entry has none. */
  readonly needsHooks: boolean | undefined;
  readonly resources: readonly DesiredResource[];
  readonly place: Place;
}

/** A path below a service whose resources are to exist. */
export interface ResourcePath {
  /** Names, or identifiers as text; empty for the service itself. */
  readonly segments: readonly string[];
  /** The types for new resources, one for each segment; undefined if the entry states none. */
  readonly types: readonly string[] | undefined;
}

export interface DesiredResource extends ResourcePath {
  /** Of the last segment. */
  readonly displayName: string | undefined;
  readonly place: Place;
}

/** An entry of `resources`. */
export interface DesiredServiceResource extends DesiredResource {
  readonly service: string;
}

/** How a group is created; an existing one is not changed. */
export interface DesiredGroup {
  readonly name: string;
  readonly description: string;
  readonly discoverable: boolean;
  readonly terms: string | undefined;
  readonly isCreatedAlways: boolean;
  /** Undefined for a group that only a permission names. */
  readonly place: Place | undefined;
}

/** How a user is created; of an existing one, only memberships in `groups` are added. */
export interface DesiredUser {
  readonly name: string;
  /** Empty for an account without an address. */
  readonly email: string;
  readonly kind: 'person' | 'service';
  readonly password: string | undefined;
  readonly locale: string | undefined;
  /** The group that a new user joins. */
  readonly group: string | undefined;
  readonly groups: readonly string[];
  readonly isCreatedAlways: boolean;
  /** Undefined for a user that only a permission names. */
  readonly place: Place | undefined;
}

/** An entry of `permissions`. */
export interface DesiredPermission extends ResourcePath {
  readonly service: string;
  readonly permission: Permission;
  readonly user: string | undefined;
  readonly group: string | undefined;
  readonly action: 'create' | 'remove';
  readonly place: Place;
}

/** What files say, with valid types and forms; whether it fits what exists is found when it is planned. */
export interface DesiredState {
  readonly services: readonly DesiredService[];
  readonly groups: ReadonlyMap<string, DesiredGroup>;
  readonly users: ReadonlyMap<string, DesiredUser>;
  /** Those that no entry of `providers` has. */
  readonly resources: readonly DesiredServiceResource[];
  /** In the order of the files, which decides between entries of one permission. */
  readonly permissions: readonly DesiredPermission[];
}

/** Whether files state nothing, because there are none or they have other sections. */
export function statesNothing({ services, groups, users, resources, permissions }: DesiredState): boolean {
  return services.length + groups.size + users.size + resources.length + permissions.length === 0;
}
