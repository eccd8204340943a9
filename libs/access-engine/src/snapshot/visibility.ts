import type { PermissionName } from '../permission';
import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import type { TypeCatalogue } from '../type-catalogue';
import type { AssignedTree } from './assigned-tree';
import { permissionCode } from './assignment-code';
import { decideForUser } from './compiled-decision';
import type { CompiledStore } from './compiled-store';
import { heldAssignments } from './held-assignments';
import type { PrincipalEntry } from './principal-table';
import { NO_SLOT } from './resource-table';

/** Maximum number of resources below one that are looked at; beyond that, it counts as not visible. */
const MAX_BELOW = 20_000;

/** Reads the assignments of a principal in a service; `SnapshotViews` keeps the result. */
type TreeOf = (principal: PrincipalEntry, service: number) => Steps<AssignedTree>;

/**
 * Whether something is allowed to a user on a resource or below it, or an assignment of the user or its groups is set there,
 * of any access. Administrators see everything. Reference: permission-rules#visibility.
 */
export function* isVisible(
  store: CompiledStore,
  types: TypeCatalogue,
  { userId, resourceId }: { readonly userId: number; readonly resourceId: number },
  treeOf: TreeOf,
): Steps<boolean> {
  const { adminGroup, arena, groups, resources, services, users } = store;
  const target = resources.slotOf(resourceId);
  const user = users.get(userId);
  if (target === NO_SLOT || !user) return false;
  if (adminGroup && store.isMember(user.slot, adminGroup.slot)) return true;
  const service = resources.root(target);
  const type = services.get(resources.id(service))?.type ?? '';
  const isAllowed = (name: PermissionName, exact: boolean) =>
    decideForUser(store, user.slot, target, permissionCode(name), exact).access === 'allow';
  const namesOf = (resourceType: string) => types.permissionsOf(type, resourceType);
  if (namesOf(resources.row(target).type).some((name) => isAllowed(name, true))) return true;
  const principals = [user, ...arena.values(user.links).map((slot) => groups.at(slot))];
  if (heldAssignments(store, principals, target).length > 0) return true;
  for (const principal of principals) {
    const tree = yield* treeOf(principal, service);
    if (tree.below.has(target)) return true;
  }
  // No assignment is set on the resource or below it: what applies below it is decided there as above it.
  const below = new Set(types.namesOf(type).filter((name) => isAllowed(name, false)));
  return below.size > 0 && (yield* isNeededBelow(store, target, namesOf, below));
}

/** Whether one of some permissions applies to a resource below another one. */
function* isNeededBelow(
  { resources }: CompiledStore,
  top: number,
  namesOf: (resourceType: string) => readonly PermissionName[],
  wanted: ReadonlySet<PermissionName>,
): Steps<boolean> {
  const isNeeded = new Map<string, boolean>();
  const pending = [top];
  let left = MAX_BELOW;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const children = resources.childCount(node);
    for (let index = 0; index < children; index++) {
      if (left-- === 0) return false;
      if (left % OPERATIONS_PER_STEP === 0) yield 0;
      const child = resources.childAt(node, index);
      const { type } = resources.row(child);
      if (!isNeeded.has(type))
        isNeeded.set(
          type,
          namesOf(type).some((name) => wanted.has(name)),
        );
      if (isNeeded.get(type)) return true;
      pending.push(child);
    }
  }
  return false;
}
