import fc from 'fast-check';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import { ReferenceResolver } from '../resolve.reference';
import { finished } from '../testing/all-steps';
import { SCENARIO, SERVICE, assignment, changed, load, route } from '../testing/fixture';
import { ADMINISTRATORS, NAMES, PERMISSIONS_IN_USE, TYPES, scenarioOf } from '../testing/scenario';
import type { Scenario } from '../testing/scenario';
import { AccessSnapshot } from './access-snapshot';

const scenarios = fc
  .record({
    parents: fc.array(fc.nat(1000), { maxLength: 10 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 12 }),
  })
  .map(scenarioOf);

const isVisible = (snapshot: AccessSnapshot, userId: number, resourceId: number): boolean =>
  finished(snapshot.views.isVisible(userId, resourceId));

/** The resource and everything below it, from the rows. */
function branchOf({ resources }: Scenario, top: number): number[] {
  const below = resources.filter(({ parentId }) => parentId === top);
  return [top, ...below.flatMap(({ id }) => branchOf({ resources } as Scenario, id))];
}

/** By definition: something is allowed on it or below it, or an assignment of the user or its groups is there. */
function expected(scenario: Scenario, userId: number, resourceId: number): boolean {
  const reference = new ReferenceResolver(scenario, NAMES);
  const groups = scenario.memberships.filter((row) => row.userId === userId).map(({ groupId }) => groupId);
  const branch = branchOf(scenario, resourceId);
  const isAllowed = branch.some((id) =>
    TYPES.permissionsOf('api', 'route').some((name) =>
      [true, false].some((exact) => reference.effective(userId, id, name, exact).access === 'allow'),
    ),
  );
  const isListed =
    scenario.userAssignments.some((row) => row.principalId === userId && branch.includes(row.resourceId)) ||
    scenario.groupAssignments.some(
      (row) => groups.includes(row.principalId) && branch.includes(row.resourceId),
    );
  return groups.includes(ADMINISTRATORS) || isAllowed || isListed;
}

describe('the visibility of a resource', () => {
  test('is that something is allowed on it or below it, or that it is listed', () => {
    const found = new Set<boolean>();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(scenario);
        for (const { id: userId } of scenario.users) {
          for (const { id } of scenario.resources) {
            const visible = isVisible(snapshot, userId, id);
            found.add(visible);
            expect([userId, id, visible]).toEqual([userId, id, expected(scenario, userId, id)]);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(found.size).toBe(2);
  });

  test('is that of every resource that an explanation of a visible one names', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(scenario);
        for (const { id: userId } of scenario.users) {
          for (const { id } of scenario.resources) {
            if (!isVisible(snapshot, userId, id)) continue;
            for (const name of PERMISSIONS_IN_USE) {
              const { assignments } = snapshot.explain(userId, id, name);
              const service = snapshot.serviceOf(id)!.resourceId;
              const { keptBy } = snapshot.explainEverywhere(userId, service, name);
              const named = [...assignments, ...(keptBy ? [keptBy] : [])].map(({ resourceId }) => resourceId);
              for (const one of named) expect(isVisible(snapshot, userId, one)).toBe(true);
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('includes that of a permission which applies only to resources below it', () => {
    const [api] = SCENARIO.services;
    const snapshot = AccessSnapshot.load(
      {
        ...SCENARIO,
        services: [{ ...api!, type: 'geoserver' }, ...SCENARIO.services.slice(1)],
        resources: [
          ...SCENARIO.resources,
          route(200, { parentId: SERVICE }),
          route(201, { parentId: 200, type: 'layer' }),
          route(202, { parentId: SERVICE }),
          route(203, { parentId: 202 }),
        ],
        userAssignments: [assignment(3, SERVICE, { name: 'getmap' })],
      },
      NAMES,
      TYPE_CATALOGUE,
    );
    expect([SERVICE, 200, 201, 202, 203].filter((id) => isVisible(snapshot, 3, id))).toEqual([
      SERVICE,
      200,
      201,
    ]);
  });

  test('is unknown of users and resources that do not exist', () => {
    const snapshot = load(SCENARIO);
    expect(isVisible(snapshot, 999, SERVICE)).toBe(false);
    expect(isVisible(snapshot, 2, 999)).toBe(false);
  });

  test('is found in steps that let other work happen in between, and once for all resources of a service', () => {
    const COUNT = 20_000;
    const top = route(9_999, { name: 'hidden' });
    const rows = Array.from({ length: COUNT }, (_, index) => route(10_000 + index));
    const snapshot = load(SCENARIO);
    changed(
      snapshot,
      ...[top, ...rows].map((row) => ({ entity: 'resource' as const, op: 'insert' as const, row })),
    );
    changed(
      snapshot,
      ...rows.map(({ id }) => ({
        entity: 'user_rule' as const,
        op: 'insert' as const,
        row: assignment(3, id, { access: 'deny' }),
      })),
    );
    const steps = () => {
      let count = 0;
      expect(finished(snapshot.views.isVisible(3, 9_999), () => count++)).toBe(false);
      return count;
    };
    expect(steps()).toBeGreaterThan(10);
    expect(steps()).toBe(0);
  });
});
