import type { PermissionName } from '../permission';
import { ReferenceResolver } from '../resolve.reference';
import { ADMINISTRATORS, NAMES, TYPES } from './world';
import type { World } from './world';

/** One answer of the book about a resource of a service. */
export interface BookAnswer {
  readonly resourceId: number;
  readonly depth: number;
  readonly exact: boolean;
  readonly access: string;
  readonly reason: string;
}

/** What the book says of a permission on every resource of a service, exact and not: by depth, id, and exact first. */
export function answersByBook(
  world: World,
  userId: number,
  serviceId: number,
  name: PermissionName,
): BookAnswer[] {
  const book = new ReferenceResolver(world, NAMES);
  return world.resources
    .map(({ id }) => ({ resourceId: id, path: pathOf(world, id) }))
    .filter(({ path }) => path.at(-1) === serviceId)
    .map(({ resourceId, path }) => ({ resourceId, depth: path.length }))
    .sort((a, b) => a.depth - b.depth || a.resourceId - b.resourceId)
    .flatMap((place) => [true, false].map((exact) => ({ ...place, exact })))
    .map((place) => ({ ...place, ...book.effective(userId, place.resourceId, name, place.exact) }));
}

/** Authority as its definition says it: by asking about every resource. */
export function authorityByBook(world: World, userId: number, serviceId: number) {
  const type = world.services.find(({ resourceId }) => resourceId === serviceId)?.type ?? '';
  const names = TYPES.namesOf(type);
  const accesses = (name: PermissionName) =>
    answersByBook(world, userId, serviceId, name).map(({ access }) => access);
  return {
    isAdministrator: world.memberships.some((row) => row.userId === userId && row.groupId === ADMINISTRATORS),
    everywhere: new Set(names.filter((name) => accesses(name).every((access) => access === 'allow'))),
    somewhere: new Set(names.filter((name) => accesses(name).some((access) => access === 'allow'))),
  };
}

function pathOf(world: World, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null | undefined = id; at;) {
    path.push(at);
    at = world.resources.find((row) => row.id === at)?.parentId;
  }
  return path;
}
