import fc from 'fast-check';
import { ACCESSES, SCOPES, type PermissionName } from '../../permission';
import { finished } from '../../testing/all-steps';
import { load } from '../../testing/fixture';
import { ADMINISTRATORS, ANONYMOUS_GROUP, type Scenario, pick, scenarioOf } from '../../testing/scenario';
import type { AssignmentRow, ResourceRow } from '../rows';
import type { AccessEffect, EffectRequest } from './effect';
import type { StateEdits } from './state-edits';

const NEW_USERS = ['new-1', 'new-2'];
const NEW_GROUPS = ['new-ga', 'new-gb'];
const PERMISSIONS: readonly PermissionName[] = ['read', 'write'];

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 10 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 30 }),
});
const choices = fc.record({
  users: fc.nat(2),
  groups: fc.nat(2),
  /** Parents of new resources; a service if there are fewer. */
  resources: fc.array(fc.nat(1000), { maxLength: 4 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.boolean()), { maxLength: 4 }),
  /** Principal, resource, name, and modifiers or removal. */
  rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1), fc.nat(4)), { maxLength: 8 }),
  removed: fc.array(fc.tuple(fc.nat(2), fc.nat(1000)), { maxLength: 1 }),
});
type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

const NONE_CHOSEN: Choices = { users: 0, groups: 0, resources: [], memberships: [], rules: [], removed: [] };
/** Everybody and a group are allowed to read before, everybody first; then ada joins the group. */
const EARLIER_OF_ALL_AND_OF_JOINED: [
  typeof recipe extends fc.Arbitrary<infer T> ? T : never,
  Choices,
  Choices,
] = [
  { parents: [], memberships: [], assignments: [] },
  { ...NONE_CHOSEN, groups: 1, memberships: [[0, 856, true]] },
  {
    ...NONE_CHOSEN,
    rules: [
      [289, 0, 0, 0],
      [929, 0, 0, 0],
    ],
  },
];

/** The choices on which it depends what there is to choose from. */
function partOf({ users, groups, resources, removed }: Choices) {
  return { users, groups, resources, removed };
}

/** Ids of new objects in the scenario afterwards. */
const idAfter = (ref: number): number => (ref > 0 ? ref : 10_000 - ref);

function editsOf(scenario: Scenario, chosen: Choices): StateEdits {
  const users = NEW_USERS.slice(0, chosen.users);
  const groups = NEW_GROUPS.slice(0, chosen.groups);
  const refs = (ids: readonly number[], added: number) => [
    ...ids,
    ...Array.from({ length: added }, (_, index) => -1 - index),
  ];
  const removed = (kind: number) => chosen.removed.filter(([one]) => one === kind).map(([, which]) => which);
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  const [userIds, groupIds, resourceIds] = [
    ids(scenario.users),
    ids(scenario.groups),
    ids(scenario.resources),
  ];
  const removedUsers = removed(0).map((which) => pick(userIds.slice(1), which));
  const removedGroups = removed(1).map((which) => pick(groupIds.slice(2), which));
  const removedResources = removed(2).map((which) => pick(resourceIds, which));
  const isBelow = (id: number): boolean => {
    if (removedResources.includes(id)) return true;
    const row = scenario.resources.find((one) => one.id === id);
    return row !== undefined && row.parentId !== null && isBelow(row.parentId);
  };
  const keptResources = resourceIds.filter((id) => !isBelow(id));
  const resources: StateEdits['resources'][number][] = [];
  for (const [index, choice] of chosen.resources.entries()) {
    const possible = refs(keptResources, index);
    const parent =
      choice % (possible.length + 1) === possible.length ? null : pick(possible, choice % possible.length);
    resources.push({
      parent,
      name: `new-${index}`,
      type: parent === null ? 'service' : 'route',
      ...(parent === null ? { serviceType: 'api' } : {}),
    });
  }
  const possible = {
    user: refs(
      userIds.filter((id) => !removedUsers.includes(id)),
      users.length,
    ),
    group: refs(
      groupIds.filter((id) => !removedGroups.includes(id)),
      groups.length,
    ),
    resource: refs(keptResources, resources.length),
  };
  const memberships = new Map(
    chosen.memberships.map(([user, group, joins]) => {
      // Not the anonymous user, and not of the anonymous group.
      const one = {
        user: pick(possible.user.slice(1), user),
        group: pick(possible.group.slice(1), group),
        joins,
      };
      return [`${one.user} ${one.group}`, one];
    }),
  );
  const rules =
    possible.resource.length === 0
      ? []
      : chosen.rules.map(([principal, resource, name, modifiers]) => {
          const kind = principal % 2 === 0 ? ('user' as const) : ('group' as const);
          return {
            kind,
            principal: pick(possible[kind], principal >>> 1),
            resource: pick(possible.resource, resource),
            name: pick(PERMISSIONS, name),
            modifiers:
              modifiers === 4
                ? undefined
                : { access: pick(ACCESSES, modifiers), scope: pick(SCOPES, modifiers >>> 1) },
          };
        });
  return {
    ...{ users, groups, resources, removedUsers, removedGroups, removedResources },
    memberships: [...memberships.values()],
    rules: [
      ...new Map(
        rules.map((one) => [`${one.kind} ${one.principal} ${one.resource} ${one.name}`, one]),
      ).values(),
    ],
  };
}

/** The rows with the edits made, row by row. */
function edited(scenario: Scenario, edits: StateEdits): Scenario {
  const resources = new Map(scenario.resources.map((row) => [row.id, row]));
  for (const [index, { parent, name, type }] of edits.resources.entries()) {
    const id = idAfter(-1 - index);
    const above = parent === null ? undefined : resources.get(idAfter(parent));
    const row: ResourceRow = {
      ...{ id, name, type, ordering: 100 + index },
      parentId: above?.id ?? null,
      rootServiceId: above ? (above.rootServiceId ?? above.id) : null,
    };
    resources.set(id, row);
  }
  const isGone = (row: ResourceRow | undefined): boolean =>
    !row ||
    edits.removedResources.includes(row.id) ||
    (row.parentId !== null && isGone(resources.get(row.parentId)));
  const kept = [...resources.values()].filter((row) => !isGone(row));
  const isKept = new Set(kept.map(({ id }) => id));
  const memberships = new Map(scenario.memberships.map((row) => [`${row.userId} ${row.groupId}`, row]));
  for (const [index] of edits.users.entries()) {
    const userId = idAfter(-1 - index);
    memberships.set(`${userId} ${ANONYMOUS_GROUP}`, { userId, groupId: ANONYMOUS_GROUP });
  }
  for (const { user, group, joins } of edits.memberships) {
    const row = { userId: idAfter(user), groupId: idAfter(group) };
    if (joins) memberships.set(`${row.userId} ${row.groupId}`, row);
    else memberships.delete(`${row.userId} ${row.groupId}`);
  }
  const assignments = (kind: 'user' | 'group', rows: readonly AssignmentRow[]): AssignmentRow[] => {
    const keyOf = (row: Pick<AssignmentRow, 'principalId' | 'resourceId' | 'name'>) =>
      `${row.principalId} ${row.resourceId} ${row.name}`;
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    for (const rule of edits.rules.filter((one) => one.kind === kind)) {
      const row = {
        principalId: idAfter(rule.principal),
        resourceId: idAfter(rule.resource),
        name: rule.name,
      };
      if (rule.modifiers) byKey.set(keyOf(row), { ...row, ...rule.modifiers });
      else byKey.delete(keyOf(row));
    }
    const removed = kind === 'user' ? edits.removedUsers : edits.removedGroups;
    return [...byKey.values()].filter(
      (row) => isKept.has(row.resourceId) && !removed.includes(row.principalId),
    );
  };
  return {
    revision: scenario.revision + 1,
    users: [
      ...scenario.users.filter(({ id }) => !edits.removedUsers.includes(id)),
      ...edits.users.map((name, index) => ({ id: idAfter(-1 - index), name })),
    ],
    groups: [
      ...scenario.groups.filter(({ id }) => !edits.removedGroups.includes(id)),
      ...edits.groups.map((name, index) => ({ id: idAfter(-1 - index), name })),
    ],
    memberships: [...memberships.values()].filter(
      ({ userId, groupId }) => !edits.removedUsers.includes(userId) && !edits.removedGroups.includes(groupId),
    ),
    resources: kept,
    services: kept
      .filter(({ parentId }) => parentId === null)
      .map(({ id }) => ({ resourceId: id, type: 'api', url: null, configuration: null, proxy: null })),
    userAssignments: assignments('user', scenario.userAssignments),
    groupAssignments: assignments('group', scenario.groupAssignments),
  };
}

/**
 * Decisions by a scan of all assignments along the path, as the rules say it: without a snapshot, and without any of what the
 * effect is computed with.
 */
function decides(scenario: Scenario) {
  const resources = new Map(scenario.resources.map((row) => [row.id, row]));
  const users = new Map(scenario.users.map((row) => [row.id, row]));
  const groupsOf = (user: number) =>
    new Set(scenario.memberships.filter(({ userId }) => userId === user).map(({ groupId }) => groupId));
  return {
    resources,
    isAdministrator: (user: number) => groupsOf(user).has(ADMINISTRATORS),
    /** `path` is from the resource up to the service; the first of it may not exist. */
    isAllowed: (user: number, path: readonly number[], name: PermissionName, isExact: boolean): boolean => {
      // Who has no account has what everybody has.
      const groups = users.has(user) ? groupsOf(user) : new Set([ANONYMOUS_GROUP]);
      const existing = path.filter((one) => resources.has(one));
      const exact = isExact && existing.length === path.length;
      const applicable = (rows: readonly AssignmentRow[], isOf: (principal: number) => boolean) =>
        existing.map((resource, distance) =>
          rows
            .filter((row) => row.resourceId === resource && row.name === name && isOf(row.principalId))
            .filter((row) => row.scope === 'recursive' || (exact && distance === 0)),
        );
      const ranked = [
        applicable(scenario.userAssignments, (principal) => principal === user && users.has(user)),
        applicable(scenario.groupAssignments, (one) => groups.has(one) && one !== ANONYMOUS_GROUP),
        applicable(scenario.groupAssignments, (one) => one === ANONYMOUS_GROUP),
      ];
      for (const along of ranked) {
        const closest = along.find((rows) => rows.length > 0);
        if (closest) return closest.every(({ access }) => access === 'allow');
      }
      return false;
    },
  };
}

/** The changed decisions, one line each, from the states before and afterwards. */
function expectedLines(scenario: Scenario, after: Scenario): string[] {
  const [was, is] = [decides(scenario), decides(after)];
  const rows = new Map([...scenario.resources, ...after.resources].map((row) => [row.id, row]));
  const users = new Map([...scenario.users, ...after.users].map((row) => [row.id, row.name]));
  const lines: string[] = [];
  for (const [id, name] of users) {
    if (was.isAdministrator(id) || is.isAdministrator(id)) continue;
    for (const row of rows.values()) {
      const path: number[] = [];
      for (
        let at: ResourceRow | undefined = row;
        at;
        at = at.parentId === null ? undefined : rows.get(at.parentId)
      )
        path.push(at.id);
      for (const permission of PERMISSIONS) {
        const change = (isExact: boolean) => {
          const [before, now] = [was, is].map((one) => one.isAllowed(id, path, permission, isExact));
          return before === now ? '' : now ? 'gain' : 'loss';
        };
        const [on, under] = [change(true), change(false)];
        for (const side of ['gain', 'loss'])
          if (on === side || under === side) {
            const reach = on === under ? 'both' : on === side ? 'resource' : 'names_below';
            lines.push(`${side} ${name} ${pathName(rows, row)} ${permission} ${reach}`);
          }
      }
    }
  }
  return lines.sort();
}

function pathName(rows: ReadonlyMap<number, ResourceRow>, row: ResourceRow): string {
  const parent = row.parentId === null ? undefined : rows.get(row.parentId);
  return parent ? `${pathName(rows, parent)}/${row.name}` : row.name;
}

const compute = (scenario: Scenario, request: Partial<EffectRequest> & Pick<EffectRequest, 'edits'>) =>
  finished(load(scenario).views.effect({ offset: 0, limit: 100_000, ...request })) as AccessEffect;

const linesOf = ({ gains, losses }: AccessEffect) =>
  [
    ...gains.entries.map((entry) => ({ side: 'gain', ...entry })),
    ...losses.entries.map((entry) => ({ side: 'loss', ...entry })),
  ]
    .map(({ side, user, service, path, name, reach }) => `${side} ${user} ${service}${path} ${name} ${reach}`)
    .sort();

describe('the effect of edits', () => {
  test('lists exactly the decisions that differ between the states before and afterwards, with their counts', () => {
    fc.assert(
      fc.property(recipe, choices, (start, chosen) => {
        const scenario = scenarioOf(start);
        const edits = editsOf(scenario, chosen);
        const after = edited(scenario, edits);
        const effect = compute(scenario, { edits });
        const expected = expectedLines(scenario, after);
        expect(linesOf(effect)).toEqual(expected);
        expect(effect.isComplete).toBe(true);
        for (const [word, side] of [
          ['gain', effect.gains],
          ['loss', effect.losses],
        ] as const) {
          const lines = expected.filter((line) => line.startsWith(word)).map((line) => line.split(' '));
          const users = new Set(lines.map(([, user]) => user));
          expect([side.users, side.decisions]).toEqual([users.size, lines.length]);
          expect(side.anonymous).toBe(users.has('anonymous'));
          expect(side.rows.reduce((sum, row) => sum + row.decisions, 0)).toBe(lines.length);
          for (const row of side.rows) {
            const ofRow = side.entries.filter(
              (entry) =>
                entry.service === row.service &&
                entry.name === row.name &&
                (row.kind === 'group'
                  ? entry.group === row.principal
                  : entry.group === undefined && entry.user === row.principal),
            );
            expect([row.decisions, row.users, row.resources]).toEqual([
              ofRow.length,
              new Set(ofRow.map(({ user }) => user)).size,
              new Set(ofRow.map(({ path }) => path)).size,
            ]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is that of the others alone where some are made before', () => {
    let [all, alone] = [0, 0];
    fc.assert(
      fc.property(recipe, choices, choices, (start, chosen, other) => {
        const scenario = scenarioOf(start);
        const edits = editsOf(scenario, chosen);
        const { memberships, rules } = editsOf(scenario, { ...other, ...partOf(chosen) });
        const nothing = { removedUsers: [], removedGroups: [], removedResources: [] };
        const before = edited(scenario, { ...edits, ...nothing, memberships, rules });
        const after = edited(scenario, {
          ...edits,
          memberships: [...memberships, ...edits.memberships],
          rules: [...rules, ...edits.rules],
        });
        const effect = compute(scenario, { edits: { ...edits, earlier: { memberships, rules } } });
        const expected = expectedLines(before, after);
        expect(linesOf(effect)).toEqual(expected);
        alone += expected.length;
        all += expectedLines(scenario, after).length;
      }),
      { numRuns: 300, examples: [EARLIER_OF_ALL_AND_OF_JOINED] },
    );
    expect([alone > 100, all > alone]).toEqual([true, true]);
  });

  test('is the same in processes that have loaded the rows in another order, and on pages', () => {
    fc.assert(
      fc.property(recipe, choices, (start, chosen) => {
        const scenario = scenarioOf(start);
        const edits = editsOf(scenario, chosen);
        const { resources, ...rest } = scenario;
        const reversed = Object.fromEntries(
          Object.entries(rest).map(([key, rows]) => [key, Array.isArray(rows) ? [...rows].reverse() : rows]),
        ) as Omit<Scenario, 'resources'>;
        const effect = compute(scenario, { edits });
        expect(compute({ ...reversed, resources: [...resources].reverse() }, { edits })).toEqual(effect);
        const pages = [];
        for (let offset = 0; offset < effect.gains.decisions; offset += 3)
          pages.push(...compute(scenario, { edits, offset, limit: 3 }).gains.entries);
        expect(pages).toEqual(effect.gains.entries);
      }),
      { numRuns: 100 },
    );
  });

  test('that is not computed completely says so, and counts no more than there is', () => {
    let incomplete = 0;
    fc.assert(
      fc.property(recipe, choices, fc.nat(60), (start, chosen, maxOperations) => {
        const scenario = scenarioOf(start);
        const edits = editsOf(scenario, chosen);
        const [all, some] = [compute(scenario, { edits }), compute(scenario, { edits, maxOperations })];
        if (some.isComplete) expect(some).toEqual(all);
        else incomplete += 1;
        const lines = new Set(linesOf(all));
        expect(linesOf(some).filter((line) => !lines.has(line))).toEqual([]);
        for (const side of ['gains', 'losses'] as const) {
          expect(some[side].decisions).toBe(some[side].entries.length);
          expect(some[side].users).toBe(new Set(some[side].entries.map(({ user }) => user)).size);
        }
      }),
      { numRuns: 200 },
    );
    expect(incomplete).toBeGreaterThan(20);
  });

  test('of the anonymous group is counted without a visit of each user on each resource', () => {
    const users = Array.from({ length: 5_000 }, (_, index) => ({ id: 1_000 + index, name: `user-${index}` }));
    const start = scenarioOf({ parents: [0], memberships: [], assignments: [] });
    const [service, leaf] = start.resources;
    const resources = Array.from({ length: 20_000 }, (_, index) => ({
      ...leaf!,
      id: 10_000 + index,
      name: `leaf-${index}`,
      ordering: index,
      parentId: service!.id,
    }));
    const scenario: Scenario = {
      ...start,
      users: [...start.users, ...users],
      memberships: [
        ...start.memberships,
        ...users.map(({ id }) => ({ userId: id, groupId: ANONYMOUS_GROUP })),
      ],
      resources: [...start.resources, ...resources],
      userAssignments: [
        { principalId: 1_000, resourceId: 10_000, name: 'read', access: 'deny', scope: 'recursive' },
        { principalId: 1_001, resourceId: service!.id, name: 'read', access: 'allow', scope: 'recursive' },
      ],
    };
    const edits: StateEdits = {
      ...{ users: [], groups: [], resources: [], memberships: [] },
      ...{ removedUsers: [], removedGroups: [], removedResources: [] },
      rules: [
        {
          ...{ kind: 'group', principal: ANONYMOUS_GROUP, resource: service!.id, name: 'read' },
          modifiers: { access: 'allow', scope: 'recursive' },
        },
      ],
    };
    const request = { edits, limit: 2, offset: 5_003 * 3, maxOperations: 100_000 };
    const { isComplete, gains } = compute(scenario, request);
    expect([isComplete, gains.users, gains.anonymous]).toEqual([true, 5_003, true]);
    expect(gains.decisions).toBe(5_003 * 20_002 - 1);
    expect(gains.rows).toHaveLength(1);
    expect(gains.entries).toHaveLength(2);
  });
});
