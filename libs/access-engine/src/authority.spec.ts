import fc from 'fast-check';
import { LEAF, ROUTE, SERVICE, SCENARIO, load, route, assignment } from './testing/fixture';
import { referenceAuthority } from './testing/reference-authority';
import { ADMINISTRATORS, ANONYMOUS_USER, ANONYMOUS_GROUP, TYPES, scenarioOf } from './testing/scenario';
import type { Scenario } from './testing/scenario';
import type { AssignmentRow } from './snapshot/rows';

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
/** Nearly every principal has an assignment on nearly every resource. */
const dense = recipes({ resources: 3, assignments: 20, memberships: 12 });
/** Principals have more assignments than are scanned linearly. */
const large = recipes({ resources: 40, assignments: 300, memberships: 8 });

const pairs = (scenario: Scenario) =>
  scenario.users.flatMap(({ id }) => scenario.services.map(({ resourceId }) => [id, resourceId] as const));
const authorities = (scenario: Scenario) => {
  const snapshot = load(scenario);
  return pairs(scenario).map(([userId, serviceId]) => snapshot.authority(userId, serviceId));
};

/** The scenario without one of its assignments. */
const without = (scenario: Scenario, unwanted: AssignmentRow): Scenario => ({
  ...scenario,
  userAssignments: scenario.userAssignments.filter((row) => row !== unwanted),
  groupAssignments: scenario.groupAssignments.filter((row) => row !== unwanted),
});

const isSubset = <T>(part: ReadonlySet<T>, whole: ReadonlySet<T>) =>
  [...part].every((element) => whole.has(element));

describe('authority on random trees', () => {
  test.each([
    ['few assignments', sparse, 300],
    ['many assignments on few resources', dense, 300],
    ['many assignments of each principal', large, 40],
  ])('agrees with the reference implementation on every resource, with %s', (_what, scenarios, numRuns) => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        expect(authorities(scenario)).toEqual(
          pairs(scenario).map(([userId, serviceId]) => referenceAuthority(scenario, userId, serviceId)),
        );
      }),
      { numRuns },
    );
  });

  test('lists a permission everywhere only if every decision allows it, and omits it somewhere only if every decision denies it', () => {
    fc.assert(
      fc.property(fc.oneof(sparse, dense), (scenario) => {
        const snapshot = load(scenario);
        for (const [userId, serviceId] of pairs(scenario)) {
          const { everywhere, somewhere } = snapshot.authority(userId, serviceId);
          for (const { id } of snapshot.branch(serviceId)) {
            for (const exact of [true, false]) {
              for (const name of TYPES.namesOf('api')) {
                const { access } = snapshot.decide(userId, id, name, exact);
                if (everywhere.has(name)) expect(access).toBe('allow');
                if (!somewhere.has(name)) expect(access).toBe('deny');
              }
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('of an administrator has all permissions, regardless of the assignments', () => {
    fc.assert(
      fc.property(dense, (scenario) => {
        const memberships = [...scenario.memberships, { userId: 2, groupId: ADMINISTRATORS }];
        const snapshot = load({
          ...scenario,
          memberships: memberships.filter(
            (row, at) =>
              at === memberships.findIndex((m) => m.userId === row.userId && m.groupId === row.groupId),
          ),
        });
        const all = new Set(['read', 'write']);
        for (const { resourceId } of scenario.services) {
          expect(snapshot.authority(2, resourceId)).toEqual({
            isAdministrator: true,
            everywhere: all,
            somewhere: all,
          });
        }
      }),
    );
  });

  test.each([
    ['an added denial adds no permission everywhere or somewhere', 'deny'],
    ['an added allowance removes no permission everywhere or somewhere', 'allow'],
  ])('is monotonic: %s', (_what, access) => {
    fc.assert(
      fc.property(fc.oneof(sparse, dense), (scenario) => {
        const after = authorities(scenario);
        for (const added of [...scenario.userAssignments, ...scenario.groupAssignments].filter(
          (row) => row.access === access,
        )) {
          for (const [index, before] of authorities(without(scenario, added)).entries()) {
            const [less, more] = access === 'deny' ? [after[index]!, before] : [before, after[index]!];
            expect(isSubset(less.everywhere, more.everywhere)).toBe(true);
            expect(isSubset(less.somewhere, more.somewhere)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of a caller who is not signed in is that of the anonymous user', () => {
    fc.assert(
      fc.property(dense, (scenario) => {
        const snapshot = load(scenario);
        for (const { resourceId } of scenario.services)
          expect(snapshot.authority(undefined, resourceId)).toEqual(
            snapshot.authority(ANONYMOUS_USER, resourceId),
          );
      }),
      { numRuns: 20 },
    );
  });
});

/** Ada is user 2, in groups 3 and 4 and the anonymous group. */
const IN_TWO_GROUPS: Scenario = {
  ...SCENARIO,
  memberships: [...SCENARIO.memberships, { userId: 2, groupId: 4 }],
};
const read = (assignments: Partial<Scenario>) => {
  const { everywhere, somewhere } = load({ ...IN_TWO_GROUPS, ...assignments }).authority(2, SERVICE);
  return [everywhere.has('read') && 'everywhere', somewhere.has('read') && 'somewhere'].filter(Boolean);
};

describe('a recursive allowance that wins at the service, without a denial below,', () => {
  test('is not everywhere when a match denial is on the service itself', () => {
    expect(
      read({
        groupAssignments: [
          assignment(3, SERVICE),
          assignment(4, SERVICE, { access: 'deny', scope: 'match' }),
        ],
      }),
    ).toEqual(['somewhere']);
  });

  test("is everywhere despite a denial below that it outranks: the user's own over a group's", () => {
    expect(
      read({
        userAssignments: [assignment(2, SERVICE)],
        groupAssignments: [assignment(3, LEAF, { access: 'deny' })],
      }),
    ).toEqual(['everywhere', 'somewhere']);
  });

  test("is everywhere despite a denial below that it outranks: a group's over the public group's", () => {
    expect(
      read({
        groupAssignments: [assignment(3, SERVICE), assignment(ANONYMOUS_GROUP, LEAF, { access: 'deny' })],
      }),
    ).toEqual(['everywhere', 'somewhere']);
  });

  test('is everywhere despite a denial below that a closer assignment of the user outranks', () => {
    expect(
      read({
        userAssignments: [assignment(2, ROUTE)],
        groupAssignments: [assignment(3, SERVICE), assignment(4, LEAF, { access: 'deny' })],
      }),
    ).toEqual(['everywhere', 'somewhere']);
  });

  test('is not everywhere when the assignment that would outrank the denial applies only to its own resource', () => {
    const assignments = (scope: 'match' | 'recursive') => ({
      userAssignments: [assignment(2, LEAF, { scope })],
      groupAssignments: [assignment(3, SERVICE), assignment(4, LEAF, { access: 'deny' })],
    });
    expect(read(assignments('match'))).toEqual(['somewhere']);
    expect(read(assignments('recursive'))).toEqual(['everywhere', 'somewhere']);
  });

  test('is not everywhere when a match denial is below', () => {
    expect(
      read({
        groupAssignments: [assignment(3, SERVICE), assignment(3, LEAF, { access: 'deny', scope: 'match' })],
      }),
    ).toEqual(['somewhere']);
  });
});

describe('a name', () => {
  test('is somewhere by a single match allowance', () => {
    expect(read({ groupAssignments: [assignment(3, LEAF, { scope: 'match' })] })).toEqual(['somewhere']);
  });

  test("is nowhere when the user's own denial on the service outranks every allowance", () => {
    expect(
      read({
        userAssignments: [assignment(2, SERVICE, { access: 'deny' })],
        groupAssignments: [assignment(3, LEAF), assignment(3, SERVICE)],
      }),
    ).toEqual([]);
  });

  test('is somewhere for unregistered targets below a resource that denies it only for itself', () => {
    expect(
      read({
        groupAssignments: [assignment(3, LEAF), assignment(4, LEAF, { access: 'deny', scope: 'match' })],
      }),
    ).toEqual(['somewhere']);
  });

  test('is nowhere by assignments in another service or of other names', () => {
    expect(
      read({ groupAssignments: [assignment(3, 104), assignment(3, SERVICE, { name: 'write' })] }),
    ).toEqual([]);
  });
});

test('an unknown user and an unknown service have no authority', () => {
  const snapshot = load({ ...SCENARIO, userAssignments: [assignment(2, SERVICE)] });
  const none = { isAdministrator: false, everywhere: new Set(), somewhere: new Set() };
  for (const [userId, serviceId] of [
    [99, SERVICE],
    [2, 999],
    [2, ROUTE],
  ] as const)
    expect(snapshot.authority(userId, serviceId)).toEqual(none);
});

describe('with more assignments than one computation examines,', () => {
  /** A chain below the service, so deep that the assignments on it cost too many steps. */
  const chain = Array.from({ length: 160 }, (_, at) =>
    route(1000 + at, { parentId: at === 0 ? SERVICE : 999 + at }),
  );
  const deep: Scenario = { ...SCENARIO, resources: [...SCENARIO.resources, ...chain] };
  const access = (changes: Partial<AssignmentRow>) => chain.map(({ id }) => assignment(3, id, changes));

  test('a permission that is effective everywhere can be missing there, and the explanation states it', () => {
    const scenario = {
      ...deep,
      userAssignments: [assignment(2, 1000)],
      groupAssignments: [assignment(3, SERVICE), ...access({ access: 'deny' })],
    };
    expect(referenceAuthority(scenario, 2, SERVICE).everywhere).toEqual(new Set(['read']));
    const snapshot = load(scenario);
    expect(snapshot.authority(2, SERVICE).everywhere).toEqual(new Set());
    expect(snapshot.explainEverywhere(2, SERVICE, 'read')).toEqual({
      permission: 'read',
      granted: false,
      keptBy: { resourceId: SERVICE, resourceName: 's100', exact: true, reason: 'too-many-denials' },
    });
  });

  test('a permission that is effective nowhere can be listed somewhere', () => {
    const scenario = {
      ...deep,
      userAssignments: [assignment(2, 1000, { access: 'deny' })],
      groupAssignments: access({}),
    };
    expect(referenceAuthority(scenario, 2, SERVICE).somewhere).toEqual(new Set());
    expect(load(scenario).authority(2, SERVICE).somewhere).toEqual(new Set(['read']));
  });

  test('results that follow from counters and the assignments on the service are exact', () => {
    const scenario = {
      ...deep,
      userAssignments: [assignment(2, SERVICE)],
      groupAssignments: access({ access: 'deny' }),
    };
    expect(load(scenario).authority(2, SERVICE).everywhere).toEqual(new Set(['read']));
  });
});
