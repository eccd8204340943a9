import { ACCESSES, SCOPES } from '../permission';
import type { PermissionName } from '../permission';
import type { TypeCatalogue } from '../type-catalogue';
import type {
  GroupRow,
  MembershipRow,
  ResourceRow,
  AssignmentRow,
  ServiceRow,
  SnapshotRows,
  SpecialNames,
  UserRow,
} from '../snapshot/rows';

export const NAMES: SpecialNames = {
  adminGroup: 'administrators',
  anonymousGroup: 'anonymous',
  anonymousUser: 'anonymous',
};

export const ANONYMOUS_GROUP = 1;
export const ADMINISTRATORS = 2;
export const ANONYMOUS_USER = 1;
const FIRST_RESOURCE = 100;

/** Number of service types in scenarios. */
export const TYPES: TypeCatalogue = {
  permissionsOf: (serviceType) => (serviceType === 'api' ? ['read', 'write'] : []),
  namesOf: (serviceType) => (serviceType === 'api' ? ['read', 'write'] : []),
  namesBelow: (serviceType) => (serviceType === 'api' ? ['read', 'write'] : []),
};

/** The permissions of random assignments; `getmap` never applies to a node, which must not matter. */
export const PERMISSIONS_IN_USE: readonly PermissionName[] = ['read', 'write', 'getmap'];

/** A small installation in rows that can be read again and again. */
export interface Scenario extends SnapshotRows {
  readonly users: readonly UserRow[];
  readonly groups: readonly GroupRow[];
  readonly memberships: readonly MembershipRow[];
  readonly resources: readonly ResourceRow[];
  readonly services: readonly ServiceRow[];
  readonly userAssignments: readonly AssignmentRow[];
  readonly groupAssignments: readonly AssignmentRow[];
}

/** Arbitrary integers from which a scenario is created; any integers give a consistent one. */
export interface Recipe {
  /** One resource each: which earlier resource is the parent, or that it is a service. */
  readonly parents: readonly number[];
  /** One membership each: user and group. */
  readonly memberships: readonly (readonly [user: number, group: number])[];
  /** One assignment each: principal (users and groups), resource, name, modifiers. */
  readonly assignments: readonly (readonly [
    principal: number,
    resource: number,
    name: number,
    modifiers: number,
  ])[];
  /** Twenty more groups, so that many groups hold assignments on one resource. */
  readonly crowded?: boolean;
}

const USERS: readonly UserRow[] = ['anonymous', 'ada', 'bo', 'Cy'].map((name, index) => ({
  id: index + 1,
  name,
}));
const CROWD = Array.from({ length: 20 }, (_, index) => `crowd-${index}`);
const ALL_GROUPS: readonly GroupRow[] = ['anonymous', 'administrators', 'ga', 'gb', 'gc', ...CROWD].map(
  (name, index) => ({ id: index + 1, name }),
);

/**
 * Four users (all in the anonymous group) and at least five groups, with resources, memberships and
 * assignments as in the recipe.
 */
export function scenarioOf(recipe: Recipe): Scenario {
  const resources = resourcesOf(recipe.parents);
  const groups = recipe.crowded ? ALL_GROUPS : ALL_GROUPS.slice(0, -CROWD.length);
  const memberships = new Map(
    USERS.map(({ id }) => [`${id} ${ANONYMOUS_GROUP}`, { userId: id, groupId: ANONYMOUS_GROUP }]),
  );
  for (const [user, group] of recipe.memberships) {
    // The anonymous user is only in the anonymous group.
    const row = { userId: pick(USERS.slice(1), user).id, groupId: pick(groups, group).id };
    memberships.set(`${row.userId} ${row.groupId}`, row);
  }
  const assignments = { user: new Map<string, AssignmentRow>(), group: new Map<string, AssignmentRow>() };
  for (const [principal, resource, name, modifiers] of recipe.assignments) {
    const kind = principal % 2 === 0 ? 'user' : 'group';
    const row: AssignmentRow = {
      principalId: pick(kind === 'user' ? USERS : groups, principal >>> 1).id,
      resourceId: pick(resources, resource).id,
      name: pick(PERMISSIONS_IN_USE, name),
      access: pick(ACCESSES, modifiers),
      scope: pick(SCOPES, modifiers >>> 1),
    };
    assignments[kind].set(`${row.principalId} ${row.resourceId} ${row.name}`, row);
  }
  return {
    revision: 1,
    users: USERS,
    groups,
    memberships: [...memberships.values()],
    resources,
    services: resources
      .filter(isService)
      .map(({ id }) => ({ resourceId: id, type: 'api', url: null, configuration: null, proxy: null })),
    userAssignments: [...assignments.user.values()],
    groupAssignments: [...assignments.group.values()],
  };
}

function isService(row: ResourceRow): boolean {
  return row.parentId === null;
}

function resourcesOf(parents: readonly number[]): ResourceRow[] {
  const rows: ResourceRow[] = [];
  for (const [index, choice] of [0, ...parents].entries()) {
    const id = FIRST_RESOURCE + index;
    // One more choice than there are resources: a new service.
    const parent = index === 0 ? undefined : rows[choice % (rows.length + 1)];
    const siblings = rows.filter((row) => row.parentId === (parent?.id ?? null)).length;
    rows.push({
      id,
      name: parent ? `n${id}` : `s${id}`,
      type: parent ? 'route' : 'service',
      parentId: parent?.id ?? null,
      rootServiceId: parent ? (parent.rootServiceId ?? parent.id) : null,
      ordering: parent ? siblings + 1 : 0,
    });
  }
  return rows;
}

/** The element that an arbitrary integer selects. */
export function pick<T>(items: readonly T[], choice: number): T {
  const item = items[choice % items.length];
  if (item === undefined) throw new Error('nothing to select from');
  return item;
}
