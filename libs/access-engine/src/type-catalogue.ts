import type { PermissionName } from './permission';

/** The service types as a snapshot needs them. The library `service-types` implements it. */
export interface TypeCatalogue {
  /**
   * The permissions that apply to a resource of type `resourceType` (`service` for the service itself) in a service of
   * type `serviceType`, sorted; none when either type is unknown. Reference: request-mapping#allowed-permissions.
   */
  permissionsOf(serviceType: string, resourceType: string): readonly PermissionName[];

  /**
   * The permissions that apply to the service itself or to any type of resource in a service of type `serviceType`,
   * sorted; none when the type is unknown.
   */
  namesOf(serviceType: string): readonly PermissionName[];

  /** The permissions that apply to any type of resource below a service of type `serviceType`; none when the type is unknown. */
  namesBelow(serviceType: string): readonly PermissionName[];
}
