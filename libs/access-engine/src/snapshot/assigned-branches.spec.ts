import fc from 'fast-check';
import { finished } from '../testing/all-steps';
import { LEAF, ROUTE, SCENARIO, SERVICE, assignment, changed, load, route } from '../testing/fixture';
import { ModelStore } from '../testing/model-store';
import { type Scenario, scenarioOf } from '../testing/scenario';
import type { AccessSnapshot } from './access-snapshot';
import type { AssignedBranches, AssignedBranchesRequest } from './assigned-branches';

/** Parent and id of each resource in the branches, which tell the children of a resource in two ways. */
function pairsOf(
  snapshot: AccessSnapshot,
  branches: AssignedBranches,
): [parent: number | null, id: number][] {
  const childrenOf = (id: number): readonly number[] => {
    const sorted = branches.childrenOf(id);
    const filtered = snapshot
      .children(id)
      .map((row) => row.id)
      .filter((child) => branches.includes(child))
      .sort((a, b) => a - b);
    if (sorted) expect([...sorted]).toEqual(filtered);
    expect(branches.hasBelow(id)).toBe(filtered.length > 0);
    return filtered;
  };
  const pairs: [number | null, number][] = [];
  const visit = (parent: number | null, ids: readonly number[]): void => {
    for (const id of ids) {
      pairs.push([parent, id]);
      visit(id, childrenOf(id));
    }
  };
  const services = snapshot.services().map(({ resourceId }) => resourceId);
  visit(
    null,
    services.filter((id) => branches.includes(id)),
  );
  return pairs;
}

/** The same from the rows: ancestors are looked for again for each assignment. */
function expectedPairs(
  scenario: Scenario,
  { kind, principalId, ...request }: Omit<AssignedBranchesRequest, 'maxSorted'>,
) {
  const groups = new Set(
    kind === 'user' && request.inherited
      ? scenario.memberships.filter(({ userId }) => userId === principalId).map(({ groupId }) => groupId)
      : [],
  );
  if (kind === 'group') groups.add(principalId);
  const assigned = [
    ...scenario.userAssignments.filter((one) => kind === 'user' && one.principalId === principalId),
    ...scenario.groupAssignments.filter((one) => groups.has(one.principalId)),
  ].map(({ resourceId }) => resourceId);
  const rows = new Map(scenario.resources.map((row) => [row.id, row]));
  const marked = new Set<number>();
  for (const id of assigned) {
    const path = [];
    for (let row = rows.get(id); row; row = rows.get(row.parentId ?? -1)) path.push(row.id);
    if (request.serviceId === undefined || path.at(-1) === request.serviceId)
      for (const step of path) marked.add(step);
  }
  const visit = (parent: number | null): [number | null, number][] =>
    [...marked]
      .filter((id) => rows.get(id)!.parentId === parent)
      .sort((a, b) => a - b)
      .flatMap((id) => [[parent, id], ...visit(id)] as [number | null, number][]);
  return visit(null);
}

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 12 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 30 }),
});
const number = fc.nat(1000);
const writes = fc.array(fc.array(fc.tuple(number, number, number, number, fc.nat(3)), { maxLength: 3 }), {
  maxLength: 6,
});

describe('the branches with assignments of a principal', () => {
  test('are the resources with assignments and their ancestors, by id, after random changes', () => {
    fc.assert(
      fc.property(recipe, writes, (start, revisions) => {
        const store = new ModelStore(scenarioOf(start));
        const snapshot = load(store.scenario());
        for (const revision of revisions) snapshot.apply(store.write(revision));
        const scenario = store.scenario();
        const services = [undefined, ...scenario.services.map(({ resourceId }) => resourceId)];
        const principals = [
          ...scenario.users.flatMap(({ id }) =>
            [false, true].map((inherited) => ({ kind: 'user' as const, principalId: id, inherited })),
          ),
          ...scenario.groups.map(({ id }) => ({ kind: 'group' as const, principalId: id })),
        ];
        for (const principal of principals)
          for (const serviceId of services) {
            const request = serviceId === undefined ? principal : { ...principal, serviceId };
            for (const maxSorted of [0, 3, 1_000]) {
              const branches = finished(snapshot.views.assignedBranches({ ...request, maxSorted }));
              expect(pairsOf(snapshot, branches)).toEqual(expectedPairs(scenario, request));
            }
          }
      }),
      // A group with members is deleted.
      { examples: [[{ parents: [], memberships: [], assignments: [] }, [[[214, 0, 0, 0, 0]]]]] },
    );
  });

  test('are none of an unknown principal', () => {
    const branches = finished(
      load(SCENARIO).views.assignedBranches({
        kind: 'user',
        principalId: 999,
        inherited: true,
        maxSorted: 10,
      }),
    );
    expect(SCENARIO.resources.filter(({ id }) => branches.includes(id))).toEqual([]);
  });

  /** ada (2) with an assignment on each of many leaves. */
  const many = (count: number): AccessSnapshot => {
    const leaves = Array.from({ length: count }, (_, index) => route(10_000 + index));
    return load({
      ...SCENARIO,
      resources: [...SCENARIO.resources, ...leaves],
      userAssignments: [...leaves.map(({ id }) => assignment(2, id)), assignment(2, LEAF)],
    });
  };

  test('have what is assigned all the time, although assignments and resources come and go between steps', () => {
    const count = 9_000;
    const snapshot = many(count);
    let next = 0;
    let steps = 0;
    const branches = finished(
      snapshot.views.assignedBranches({ kind: 'user', principalId: 2, maxSorted: 10_000 }),
      () => {
        steps += 1;
        for (const id of [10_000 + next, 10_000 + count - 1 - next]) {
          changed(snapshot, { entity: 'user_rule', op: 'delete', row: assignment(2, id) });
          changed(snapshot, { entity: 'resource', op: 'delete', row: snapshot.resource(id)! });
          changed(snapshot, { entity: 'resource', op: 'insert', row: route(100_000 + id) });
        }
        next += 1;
      },
    );
    expect(steps).toBeGreaterThan(5);
    const listed = new Set(branches.childrenOf(ROUTE));
    expect([...listed].every((id) => branches.includes(id))).toBe(true);
    const lasting = Array.from({ length: count - 2 * next }, (_, index) => 10_000 + next + index);
    expect(lasting.filter((id) => !listed.has(id))).toEqual([]);
    expect([...listed].filter((id) => id >= 100_000)).toEqual([]);
    expect([branches.includes(SERVICE), branches.hasBelow(SERVICE)]).toEqual([true, true]);
  });

  test('end when the principal is deleted between steps', () => {
    const snapshot = many(5_000);
    const steps = snapshot.views.assignedBranches({ kind: 'user', principalId: 2, maxSorted: 10_000 });
    steps.next();
    const user = snapshot.user(2)!;
    const rules = [...snapshot.assignedResources(2, false)].map((id) => ({
      entity: 'user_rule' as const,
      op: 'delete' as const,
      row: assignment(2, id),
    }));
    const memberships = snapshot.groupsOf(2).map(({ id }) => ({
      entity: 'membership' as const,
      op: 'delete' as const,
      row: { userId: 2, groupId: id },
    }));
    changed(snapshot, ...rules, ...memberships, { entity: 'user', op: 'delete', row: user });
    expect(finished(steps).childrenOf(ROUTE)?.length).toBeLessThan(5_000);
  });
});
