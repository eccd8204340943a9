import type { PermissionName } from '@gatehouse/access-engine';
import { foldsOf, nameKey } from '@gatehouse/names';
import { type ChildTypeName, type ServiceType, allowedPermissions } from '@gatehouse/service-types';

/** The assignments of a service that matter to names that are not registered. */
export interface AccessRules {
  /** By resource, the permissions that an assignment denies to anybody. */
  readonly denied: ReadonlyMap<number, ReadonlySet<PermissionName>>;
  /** By resource, the permissions that an assignment allows to anybody there and below. */
  readonly allowedBelow: ReadonlyMap<number, ReadonlySet<PermissionName>>;
}

/** Where a resource is to be created. */
export interface NewPlace {
  readonly name: string;
  readonly type: ChildTypeName;
  /** The registered resources above it, the closest first, the service last. */
  readonly above: readonly number[];
  /** The registered resources beside it. */
  readonly siblings: readonly { readonly id: number; readonly name: string }[];
}

/** How the service treats names that are not registered. */
export interface NameTreatment {
  readonly type: ServiceType;
  /** Whether it has map operations, whose names may be those of groups of layers. */
  readonly hasMaps: boolean;
  /** Whether names that are not registered are refused, for all or for whom is not allowed everywhere. */
  readonly refusesUnregistered: boolean;
}

/**
 * Whether somebody could gain access by the registration of a name: somebody is allowed a permission on the new resource by what is
 * above it, and what the name was decided by before is denied to somebody. It does not matter whether this is one and the same: what it
 * errs about becomes a suggestion. Reference: service-synchronization#gains.
 */
export function mayOpen(
  { name, type, above, siblings }: NewPlace,
  { denied, allowedBelow }: AccessRules,
  { type: serviceType, hasMaps, refusesUnregistered }: NameTreatment,
): boolean {
  const applicable = allowedPermissions(serviceType, type);
  const allowed = new Set(
    applicable.filter((permission) => above.some((id) => allowedBelow.get(id)?.has(permission))),
  );
  if (allowed.size === 0) return false;
  if (refusesUnregistered) return true;
  const isDenied = (id: number): boolean =>
    [...(denied.get(id) ?? [])].some((permission) => allowed.has(permission));
  // Before, the name needed the permission on everything below the closest registered resource, which may be the service.
  if (hasMaps) return [...denied.keys()].some(isDenied);
  return siblings.some((sibling) => isDenied(sibling.id) && isRelated(name, sibling.name));
}

/** Whether requests for one name are decided by a resource of the other one as well, as long as that name is not registered. */
function isRelated(name: string, registered: string): boolean {
  const folds = foldsOf(name);
  if ([...foldsOf(registered)].some((fold) => folds.has(fold))) return true;
  const [key, other] = [nameKey(name), nameKey(registered)];
  return key.startsWith(`${other}.`) || key.startsWith(`${other}:`) || other.startsWith(`${key}.`);
}
