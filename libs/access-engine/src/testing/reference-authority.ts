import type { PermissionName } from '../permission';
import { ReferenceResolver } from '../resolve.reference';
import { ADMINISTRATORS, NAMES, TYPES } from './scenario';
import type { Scenario } from './scenario';

/** One decision of the reference implementation about a resource of a service. */
export interface ReferenceAnswer {
  readonly resourceId: number;
  readonly depth: number;
  readonly exact: boolean;
  readonly access: string;
  readonly reason: string;
}

/**
 * The decisions of the reference implementation about a permission on every resource of a service,
 * exact and not: by depth, id, and exact first.
 */
export function answersOfReference(
  scenario: Scenario,
  userId: number,
  serviceId: number,
  name: PermissionName,
): ReferenceAnswer[] {
  const reference = new ReferenceResolver(scenario, NAMES);
  return scenario.resources
    .map(({ id }) => ({ resourceId: id, path: pathOf(scenario, id) }))
    .filter(({ path }) => path.at(-1) === serviceId)
    .map(({ resourceId, path }) => ({ resourceId, depth: path.length }))
    .sort((a, b) => a.depth - b.depth || a.resourceId - b.resourceId)
    .flatMap((target) => [true, false].map((exact) => ({ ...target, exact })))
    .map((target) => ({ ...target, ...reference.effective(userId, target.resourceId, name, target.exact) }));
}

/** Authority by definition: computed from the decisions on every resource. */
export function referenceAuthority(scenario: Scenario, userId: number, serviceId: number) {
  const type = scenario.services.find(({ resourceId }) => resourceId === serviceId)?.type ?? '';
  const names = TYPES.namesOf(type);
  const accesses = (name: PermissionName) =>
    answersOfReference(scenario, userId, serviceId, name).map(({ access }) => access);
  return {
    isAdministrator: scenario.memberships.some(
      (row) => row.userId === userId && row.groupId === ADMINISTRATORS,
    ),
    everywhere: new Set(names.filter((name) => accesses(name).every((access) => access === 'allow'))),
    somewhere: new Set(names.filter((name) => accesses(name).some((access) => access === 'allow'))),
  };
}

/** Whether an assignment denies a permission in the branch of a resource, by definition: from the decisions on all of it. */
export function isDeniedByReference(
  scenario: Scenario,
  userId: number,
  topId: number,
  name: PermissionName,
): boolean {
  const serviceId = pathOf(scenario, topId).at(-1) ?? topId;
  return answersOfReference(scenario, userId, serviceId, name).some(
    ({ resourceId, access, reason }) =>
      pathOf(scenario, resourceId).includes(topId) && access === 'deny' && reason !== 'no-permission',
  );
}

function pathOf(scenario: Scenario, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null | undefined = id; at;) {
    path.push(at);
    at = scenario.resources.find((row) => row.id === at)?.parentId;
  }
  return path;
}
