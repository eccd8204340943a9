import fc from 'fast-check';
import { LEAF, OTHER_LEAF, ROUTE, SERVICE, SCENARIO, load, route, assignment } from './testing/fixture';
import { answersOfReference } from './testing/reference-authority';
import { ADMINISTRATORS, ANONYMOUS_GROUP, PERMISSIONS_IN_USE, TYPES, scenarioOf } from './testing/scenario';
import type { Scenario } from './testing/scenario';

const scenarios = fc
  .record({
    parents: fc.array(fc.nat(1000), { maxLength: 8 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 40 }),
  })
  .map(scenarioOf);

/** The same scenarios with everything allowed to all users on the services, so that denials below matter. */
const allowed = scenarios.map((scenario): Scenario => {
  const assignments = scenario.services.flatMap(({ resourceId }) =>
    TYPES.namesOf('api').map((name) => assignment(ANONYMOUS_GROUP, resourceId, { name })),
  );
  const isService = (id: number) => scenario.services.some(({ resourceId }) => resourceId === id);
  const below = scenario.groupAssignments.filter(({ resourceId }) => !isService(resourceId));
  return { ...scenario, groupAssignments: [...below, ...assignments] };
});

const DENY = { access: 'deny' } as const;
const keptBy = (assignments: Partial<Scenario>, userId = 2) =>
  load({ ...SCENARIO, ...assignments }).explainEverywhere(userId, SERVICE, 'read').keptBy;

describe('what prevents a permission everywhere', () => {
  test('is the first denial of the reference implementation on random trees, by depth, then by id, exact first', () => {
    fc.assert(
      fc.property(fc.oneof(scenarios, allowed), (scenario) => {
        const snapshot = load(scenario);
        for (const { id: userId } of scenario.users) {
          for (const { resourceId: serviceId } of scenario.services) {
            for (const name of TYPES.namesOf('api')) {
              const first = answersOfReference(scenario, userId, serviceId, name).find(
                ({ access }) => access === 'deny',
              );
              const { permission, granted, keptBy } = snapshot.explainEverywhere(userId, serviceId, name);
              expect([permission, granted, keptBy === null]).toEqual([name, !first, !first]);
              if (!first || !keptBy) continue;
              const { resourceId, exact, reason } = first;
              expect(keptBy).toMatchObject({ resourceId, exact, reason });
              expect(keptBy.resourceName).toBe(snapshot.resource(resourceId)?.name);
              const { assignments } = snapshot.explain(userId, resourceId, name, exact);
              expect(keptBy.assignment).toEqual(assignments.find(({ used }) => used));
              expect(keptBy.assignment === undefined).toBe(reason === 'no-permission');
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is no assignment at the service when nothing is assigned there', () => {
    expect(keptBy({ groupAssignments: [assignment(3, ROUTE)] })).toEqual({
      resourceId: SERVICE,
      resourceName: 's100',
      exact: true,
      reason: 'no-permission',
    });
  });

  test('is the absence of an assignment for unregistered targets when the allowance at the service is a match assignment', () => {
    expect(keptBy({ groupAssignments: [assignment(3, SERVICE, { scope: 'match' })] })).toMatchObject({
      resourceId: SERVICE,
      exact: false,
      reason: 'no-permission',
    });
  });

  test('is the denial on the resource closest to the service, and among equally close ones that with the lowest id', () => {
    const groupAssignments = [
      assignment(3, SERVICE),
      assignment(3, LEAF, DENY),
      assignment(3, OTHER_LEAF, DENY),
    ];
    const assignments = { groupAssignments: groupAssignments.reverse() };
    expect(keptBy(assignments)).toEqual({
      resourceId: LEAF,
      resourceName: 'n102',
      exact: true,
      reason: 'group:3:ga',
      assignment: {
        principal: 'group:3:ga',
        resourceId: LEAF,
        resourceName: 'n102',
        distance: 0,
        access: 'deny',
        scope: 'recursive',
        used: true,
        because: 'decides',
      },
    });
    expect(keptBy({ groupAssignments: [...groupAssignments, assignment(3, ROUTE, DENY)] })).toMatchObject({
      resourceId: ROUTE,
    });
  });

  test('does not depend on the order in which resources were created or are listed', () => {
    const groupAssignments = [LEAF, OTHER_LEAF, 110].map((id) => assignment(3, id, DENY));
    const resources = [
      ...SCENARIO.resources.map((row) => (row.id === LEAF ? { ...row, ordering: 9 } : row)),
      route(110, { parentId: SERVICE }),
    ];
    const scenario = { resources, groupAssignments: [...groupAssignments, assignment(3, SERVICE)] };
    expect(keptBy(scenario)).toMatchObject({ resourceId: 110 });
    const withoutIt = scenario.groupAssignments.filter(({ resourceId }) => resourceId !== 110);
    expect(keptBy({ ...scenario, groupAssignments: withoutIt })).toMatchObject({ resourceId: LEAF });
  });

  test('is a denial of unregistered targets below a resource that allows it only for itself', () => {
    const userAssignments = [assignment(2, LEAF, { scope: 'match' })];
    const groupAssignments = [assignment(3, SERVICE), assignment(3, LEAF, DENY)];
    expect(keptBy({ userAssignments, groupAssignments })).toMatchObject({ resourceId: LEAF, exact: false });
  });

  test('is `multiple` when several groups have the same denial', () => {
    const memberships = [...SCENARIO.memberships, { userId: 2, groupId: 4 }];
    const groupAssignments = [assignment(3, SERVICE, DENY), assignment(4, SERVICE, DENY)];
    expect(keptBy({ memberships, groupAssignments })).toMatchObject({
      reason: 'multiple',
      assignment: { principal: 'group:3:ga', because: 'decides-together' },
    });
  });

  test('is null for administrators and for users who have the permission everywhere', () => {
    const memberships = [{ userId: 2, groupId: ADMINISTRATORS }];
    expect(keptBy({ memberships, userAssignments: [assignment(2, SERVICE, DENY)] })).toBeNull();
    expect(keptBy({ userAssignments: [assignment(2, SERVICE)] })).toBeNull();
  });

  test('is null for an unknown user, service or permission, which is not allowed either', () => {
    const snapshot = load(SCENARIO);
    for (const [userId, serviceId, name] of [
      [99, SERVICE, 'read'],
      [2, 999, 'read'],
      [2, ROUTE, 'read'],
      [2, SERVICE, PERMISSIONS_IN_USE[2]!],
    ] as const) {
      expect(snapshot.explainEverywhere(userId, serviceId, name)).toEqual({
        permission: name,
        granted: false,
        keptBy: null,
      });
    }
  });
});
