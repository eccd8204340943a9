import fc from 'fast-check';
import {
  LEAF,
  OTHER_LEAF,
  ROUTE,
  SCENARIO,
  SERVICE,
  assignment,
  changed,
  load,
  route,
} from './testing/fixture';
import { isDeniedByReference } from './testing/reference-authority';
import { ADMINISTRATORS, PERMISSIONS_IN_USE, pick, scenarioOf } from './testing/scenario';
import type { Scenario } from './testing/scenario';
import type { AccessSnapshot } from './snapshot/access-snapshot';
import type { AssignmentRow, ChangeEntry } from './snapshot/rows';

const recipes = (size: { resources: number; assignments: number; memberships: number; most?: number }) =>
  fc
    .record({
      parents: fc.array(fc.nat(1000), { maxLength: size.resources }),
      memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: size.memberships }),
      assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
        minLength: size.assignments,
        maxLength: size.most ?? 3 * size.assignments,
        size: 'max',
      }),
    })
    .map(scenarioOf);

const sparse = recipes({ resources: 8, assignments: 0, most: 24, memberships: 8 });
const dense = recipes({ resources: 4, assignments: 20, memberships: 12 });
const large = recipes({ resources: 24, assignments: 200, memberships: 8 });

/** All questions about a scenario, with the answers of `answer`. */
function answers(
  { users, resources }: Scenario,
  answer: (userId: number, topId: number, name: 'read' | 'write' | 'getmap') => boolean,
): string[] {
  return users.flatMap((user) =>
    resources.flatMap(({ id }) =>
      (PERMISSIONS_IN_USE as readonly ('read' | 'write' | 'getmap')[])
        .filter((name) => answer(user.id, id, name))
        .map((name) => `${user.name} ${id} ${name}`),
    ),
  );
}

const ofSnapshot = (snapshot: AccessSnapshot, scenario: Scenario) =>
  answers(scenario, (userId, topId, name) => snapshot.isDeniedBelow(userId, topId, name));
const ofReference = (scenario: Scenario) =>
  answers(scenario, (userId, topId, name) => isDeniedByReference(scenario, userId, topId, name));

describe('whether an assignment denies a permission below a resource', () => {
  test.each([
    ['few assignments', sparse, 200],
    ['many assignments on few resources', dense, 100],
    ['many assignments of each principal', large, 15],
  ])('agrees with the reference implementation on random trees, with %s', (_what, scenarios, numRuns) => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        expect(ofSnapshot(load(scenario), scenario)).toEqual(ofReference(scenario));
      }),
      { numRuns },
    );
  });

  test('agrees with it after every one of a series of changes', () => {
    const changes = fc.array(fc.tuple(fc.nat(5), fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(sparse, changes, (initial, choices) => {
        const snapshot = load(initial);
        let scenario = initial;
        expect(ofSnapshot(snapshot, scenario)).toEqual(ofReference(scenario));
        for (const choice of choices) {
          const change = changeOf(scenario, choice);
          if (!change) continue;
          scenario = change.scenario;
          changed(snapshot, change.entry);
          expect(ofSnapshot(snapshot, scenario)).toEqual(ofReference(scenario));
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** An arbitrary change, and the scenario after it. */
function changeOf(
  scenario: Scenario,
  [kind, one, other, name, modifiers]: [number, number, number, number, number],
): { entry: ChangeEntry; scenario: Scenario } | undefined {
  const below = scenario.resources.filter(({ parentId }) => parentId !== null);
  if (kind <= 1) {
    const key = kind === 0 ? 'userAssignments' : 'groupAssignments';
    const rows: readonly AssignmentRow[] = scenario[key];
    const row: AssignmentRow = {
      principalId: pick(kind === 0 ? scenario.users : scenario.groups, one).id,
      resourceId: pick(scenario.resources, other).id,
      name: pick(PERMISSIONS_IN_USE, name),
      access: modifiers % 2 === 0 ? 'deny' : 'allow',
      scope: modifiers < 2 ? 'match' : 'recursive',
    };
    const isSame = (held: AssignmentRow) =>
      held.principalId === row.principalId && held.resourceId === row.resourceId && held.name === row.name;
    const others = rows.filter((held) => !isSame(held));
    const op = others.length < rows.length ? 'update' : 'insert';
    const entity = kind === 0 ? 'user_rule' : 'group_rule';
    return { entry: { entity, op, row }, scenario: { ...scenario, [key]: [...others, row] } };
  }
  if (kind === 2) {
    const rows = scenario.groupAssignments;
    if (rows.length === 0) return undefined;
    const row = pick(rows, one);
    return {
      entry: { entity: 'group_rule', op: 'delete', row },
      scenario: { ...scenario, groupAssignments: rows.filter((held) => held !== row) },
    };
  }
  if (kind === 3) {
    // The anonymous user is in the anonymous group only.
    const row = {
      userId: pick(scenario.users.slice(1), one).id,
      groupId: pick(scenario.groups.slice(1), other).id,
    };
    const others = scenario.memberships.filter(
      ({ userId, groupId }) => userId !== row.userId || groupId !== row.groupId,
    );
    const isMember = others.length < scenario.memberships.length;
    return {
      entry: { entity: 'membership', op: isMember ? 'delete' : 'insert', row },
      scenario: { ...scenario, memberships: isMember ? others : [...others, row] },
    };
  }
  if (below.length === 0) return undefined;
  const moved = pick(below, one);
  const isBelowMoved = (id: number | null): boolean =>
    id !== null &&
    (id === moved.id || isBelowMoved(scenario.resources.find((row) => row.id === id)?.parentId ?? null));
  if (kind === 4) {
    const parent = pick(
      scenario.resources.filter(({ id }) => !isBelowMoved(id)),
      other,
    );
    const root = parent.rootServiceId ?? parent.id;
    const row = { ...moved, parentId: parent.id, rootServiceId: root };
    const resources = scenario.resources.map((held) => {
      if (held.id === moved.id) return row;
      return isBelowMoved(held.id) ? { ...held, rootServiceId: root } : held;
    });
    return { entry: { entity: 'resource', op: 'update', row }, scenario: { ...scenario, resources } };
  }
  const left = ({ resourceId }: AssignmentRow) => !isBelowMoved(resourceId);
  return {
    entry: { entity: 'resource', op: 'delete', row: moved },
    scenario: {
      ...scenario,
      resources: scenario.resources.filter(({ id }) => !isBelowMoved(id)),
      userAssignments: scenario.userAssignments.filter(left),
      groupAssignments: scenario.groupAssignments.filter(left),
    },
  };
}

describe('a denial below a resource', () => {
  const DENY = { access: 'deny', scope: 'match' } as const;
  /** Ada, in the group `ga`, may read the service. */
  const granted: Scenario = { ...SCENARIO, groupAssignments: [assignment(3, SERVICE)] };
  const isDenied = (snapshot: AccessSnapshot, topId = SERVICE) => snapshot.isDeniedBelow(2, topId, 'read');

  test('counts for the resource itself, for those above it and not for those beside it', () => {
    const snapshot = load({
      ...granted,
      groupAssignments: [...granted.groupAssignments, assignment(3, LEAF, DENY)],
    });
    expect([SERVICE, ROUTE, LEAF, OTHER_LEAF].map((id) => isDenied(snapshot, id))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('does not count where an assignment of higher rank allows, nor for administrators', () => {
    const denied = { ...granted, groupAssignments: [assignment(3, LEAF, DENY)] };
    expect(isDenied(load({ ...denied, userAssignments: [assignment(2, SERVICE)] }))).toBe(false);
    expect(
      isDenied(
        load({ ...denied, memberships: [...denied.memberships, { userId: 2, groupId: ADMINISTRATORS }] }),
      ),
    ).toBe(false);
  });

  test('is none where assignments are only absent', () => {
    expect(isDenied(load({ ...SCENARIO, userAssignments: [assignment(2, LEAF, { scope: 'match' })] }))).toBe(
      false,
    );
  });

  test('counts from the revision with which it is set until it is removed', () => {
    const snapshot = load(granted);
    const row = assignment(3, LEAF, DENY);
    expect(isDenied(snapshot)).toBe(false);
    expect(isDenied(changed(snapshot, { entity: 'group_rule', op: 'insert', row }))).toBe(true);
    expect(isDenied(changed(snapshot, { entity: 'group_rule', op: 'delete', row }))).toBe(false);
  });

  test('is not that of a removed resource whose place in memory another one takes', () => {
    const snapshot = load({ ...granted, userAssignments: [assignment(2, LEAF, DENY)] });
    expect(isDenied(snapshot, OTHER_LEAF)).toBe(false);
    changed(snapshot, {
      entity: 'resource',
      op: 'delete',
      row: SCENARIO.resources.find(({ id }) => id === OTHER_LEAF)!,
    });
    changed(snapshot, { entity: 'resource', op: 'insert', row: route(300, { parentId: SERVICE }) });
    changed(snapshot, {
      entity: 'resource',
      op: 'update',
      row: { ...SCENARIO.resources.find(({ id }) => id === LEAF)!, parentId: 300 },
    });
    expect(isDenied(snapshot, 300)).toBe(true);
  });

  test('is assumed where very many assignments of the caller would have to be examined in a large branch, and is exact in a small one', () => {
    const many = Array.from({ length: 25_000 }, (_, index) => 1_000 + index);
    const snapshot = load({
      ...granted,
      resources: [
        ...SCENARIO.resources,
        ...many.map((id) => route(id, { parentId: id % 2 === 0 ? ROUTE : SERVICE })),
      ],
      // Each denial is overruled by an allowance of the user on the same resource.
      userAssignments: many.map((id) => assignment(2, id)),
      groupAssignments: [assignment(3, SERVICE), ...many.map((id) => assignment(3, id, DENY))],
    });
    expect(isDenied(snapshot, ROUTE)).toBe(true);
    expect(isDenied(snapshot, LEAF)).toBe(false);
    expect(snapshot.explainBelow(2, ROUTE, 'read').keptBy).toMatchObject({ reason: 'too-many-denials' });
  });

  test('is explained by the closest resource and the assignment that denies', () => {
    const snapshot = load({
      ...granted,
      groupAssignments: [...granted.groupAssignments, assignment(3, LEAF, DENY)],
    });
    expect(snapshot.explainBelow(2, ROUTE, 'read')).toMatchObject({
      isDenied: true,
      keptBy: {
        resourceId: LEAF,
        exact: true,
        reason: 'group:3:ga',
        assignment: { access: 'deny', scope: 'match' },
      },
    });
    expect(snapshot.explainBelow(2, OTHER_LEAF, 'read')).toEqual({
      permission: 'read',
      resourceId: OTHER_LEAF,
      isDenied: false,
      keptBy: null,
    });
  });
});
