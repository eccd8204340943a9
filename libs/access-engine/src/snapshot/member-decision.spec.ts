import fc from 'fast-check';
import { ReferenceResolver } from '../resolve.reference';
import { finished } from '../testing/all-steps';
import { load } from '../testing/fixture';
import { ADMINISTRATORS, ANONYMOUS_GROUP, NAMES, scenarioOf } from '../testing/scenario';
import type { Scenario } from '../testing/scenario';
import type { SourcedDecision } from './decision-source';

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 6 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 24 }),
});

const NEWCOMER = 99;
const APPLICABLE = ['read', 'write'] as const;

/** The same world with one more user, who is a member of the anonymous group and of one other group only. */
function withMemberOf(scenario: Scenario, groupId: number): Scenario {
  const groups = [...new Set([ANONYMOUS_GROUP, groupId])];
  return {
    ...scenario,
    users: [...scenario.users, { id: NEWCOMER, name: 'newcomer' }],
    memberships: [...scenario.memberships, ...groups.map((id) => ({ userId: NEWCOMER, groupId: id }))],
  };
}

describe('the decision for a member of a group', () => {
  test('is that of the reference implementation for a new user who is in no other group, in the access list and the matrix', () => {
    let [byEveryone, byGroup, denied] = [0, 0, 0];
    fc.assert(
      fc.property(recipe.map(scenarioOf), (scenario) => {
        const { views } = load(scenario);
        for (const { id: groupId, name: groupName } of scenario.groups) {
          const inhabited = withMemberOf(scenario, groupId);
          const reference = new ReferenceResolver(inhabited, NAMES);
          const snapshot = load(inhabited);
          for (const { id: resourceId, rootServiceId } of scenario.resources) {
            const entries = finished(
              views.accessList({
                resourceId,
                names: APPLICABLE,
                kind: 'group',
                text: groupName,
                offset: 0,
                limit: 9,
              }),
            )!.entries.filter(({ principalName }) => principalName === groupName);
            const parents = rootServiceId === null ? {} : { parentId: parentOf(scenario, resourceId) };
            const row = finished(
              views.matrix({
                kind: 'group',
                principalId: groupId,
                serviceId: rootServiceId ?? resourceId,
                ...parents,
                assigned: false,
                offset: 0,
                limit: 200,
              }),
            )!.rows.find(({ resource }) => resource.id === resourceId)!;
            for (const name of APPLICABLE) {
              const { access, reason } = reference.effective(NEWCOMER, resourceId, name, true);
              const used = snapshot
                .explain(NEWCOMER, resourceId, name)
                .assignments.filter((assignment) => assignment.used);
              const expected: SourcedDecision = {
                access,
                reason,
                resourceId: used[0]?.resourceId,
                principal: used[0]?.principal,
              };
              expect(entries.find((entry) => entry.name === name)?.member).toEqual(expected);
              expect(row.cells.find((cell) => cell.name === name)?.member).toEqual(expected);
              if (groupId === ADMINISTRATORS) expect(reason).toBe('administrator');
              if (groupId !== ANONYMOUS_GROUP && reason.startsWith(`group:${ANONYMOUS_GROUP}:`)) byEveryone++;
              if (groupId !== ANONYMOUS_GROUP && reason === `group:${groupId}:${groupName}`) byGroup++;
              if (access === 'deny' && reason !== 'no-permission') denied++;
            }
          }
        }
      }),
      { numRuns: 40 },
    );
    // The worlds contain what matters here.
    expect(Math.min(byEveryone, byGroup, denied)).toBeGreaterThan(0);
  });

  test('is explained by the assignments that are considered for such a user', () => {
    fc.assert(
      fc.property(recipe.map(scenarioOf), (scenario) => {
        const snapshot = load(scenario);
        for (const { id: groupId } of scenario.groups) {
          const inhabited = load(withMemberOf(scenario, groupId));
          for (const { id: resourceId } of scenario.resources)
            for (const name of APPLICABLE)
              expect(snapshot.explainForMember(groupId, resourceId, name)).toEqual(
                inhabited.explain(NEWCOMER, resourceId, name),
              );
        }
      }),
      { numRuns: 40 },
    );
  });

  test('selects groups where the access list is filtered by it', () => {
    fc.assert(
      fc.property(recipe.map(scenarioOf), (scenario) => {
        const { views } = load(scenario);
        for (const { id: resourceId } of scenario.resources) {
          const request = { resourceId, names: APPLICABLE, offset: 0, limit: 1000 };
          const all = finished(views.accessList(request))!.entries;
          for (const access of ['allow', 'deny'] as const) {
            const page = finished(views.accessList({ ...request, access, byMember: true }))!;
            const expected = all.filter(({ effective, member }) => (member ?? effective).access === access);
            expect(page.entries).toEqual(expected);
            expect(page.total).toBe(expected.length);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is absent for users', () => {
    const { views } = load(scenarioOf({ parents: [0], memberships: [], assignments: [] }));
    const entries = finished(
      views.accessList({ resourceId: 100, names: APPLICABLE, kind: 'user', offset: 0, limit: 9 }),
    )!.entries;
    expect(entries.map(({ member }) => member)).toEqual(entries.map(() => undefined));
  });
});

function parentOf({ resources }: Scenario, id: number): number {
  return resources.find((resource) => resource.id === id)!.parentId!;
}
