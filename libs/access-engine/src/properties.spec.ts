import fc from 'fast-check';
import { explain } from './explain';
import { ADMINISTRATOR, NO_PERMISSION, resolveEffective, resolvedEntries } from './resolve';
import type { Decision } from './resolve';
import { ReferenceResolver } from './resolve.reference';
import { patternEngine } from '@gatehouse/patterns';
import { PLAIN_OPTIONS, TYPE_CATALOGUE, UNLIMITED, serviceTypeOf } from '@gatehouse/service-types';
import { enforce, enforceOutside } from './enforce';
import { AccessSnapshot } from './snapshot/access-snapshot';
import { ADMINISTRATORS, NAMES, PERMISSIONS_IN_USE, scenarioOf } from './testing/scenario';
import type { Recipe, Scenario } from './testing/scenario';
import type { PermissionName } from './permission';
import type { AssignmentRow } from './snapshot/rows';

const recipes: fc.Arbitrary<Recipe> = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 8 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 24 }),
});
const scenarios = recipes.map(scenarioOf);

/** Few resources on which many groups have assignments, and users who are in many groups. */
const crowdedScenarios = fc
  .record<Recipe>({
    parents: fc.array(fc.nat(1000), { maxLength: 2 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 40 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
      minLength: 60,
      maxLength: 200,
    }),
    crowded: fc.constant(true),
  })
  .map(scenarioOf);

interface Question {
  readonly userId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
  readonly exact: boolean;
}

function* questions(scenario: Scenario): Generator<Question> {
  for (const { id: userId } of scenario.users) {
    for (const { id: resourceId } of scenario.resources) {
      for (const name of PERMISSIONS_IN_USE)
        for (const exact of [true, false]) yield { userId, resourceId, name, exact };
    }
  }
}

const load = (scenario: Scenario) => AccessSnapshot.load(scenario, NAMES, TYPE_CATALOGUE);
const decide = (snapshot: AccessSnapshot, { userId, resourceId, name, exact }: Question) =>
  snapshot.decide(userId, resourceId, name, exact);
const decisions = (scenario: Scenario) => {
  const snapshot = load(scenario);
  return [...questions(scenario)].map((question) => decide(snapshot, question));
};

/** What is allowed after and was denied before. */
const widened = (before: readonly Decision[], after: readonly Decision[]) =>
  after.filter((decision, index) => decision.access === 'allow' && before[index]?.access === 'deny');

/** The assignments of a scenario without some of them. */
function without(
  scenario: Scenario,
  unwanted: (assignment: AssignmentRow, kind: 'user' | 'group') => boolean,
): Scenario {
  return {
    ...scenario,
    userAssignments: scenario.userAssignments.filter((assignment) => !unwanted(assignment, 'user')),
    groupAssignments: scenario.groupAssignments.filter((assignment) => !unwanted(assignment, 'group')),
  };
}

const RUNS = { numRuns: 200 };

describe('on random trees,', () => {
  test('the snapshot agrees with the reference implementation', () => {
    fc.assert(
      fc.property(fc.oneof(scenarios, crowdedScenarios), (scenario) => {
        const reference = new ReferenceResolver(scenario, NAMES);
        const snapshot = load(scenario);
        const all = [...questions(scenario)];
        expect(all.map((question) => ({ question, ...decide(snapshot, question) }))).toEqual(
          all.map((question) => ({
            question,
            ...reference.effective(question.userId, question.resourceId, question.name, question.exact),
          })),
        );
      }),
      RUNS,
    );
  });

  test('resolution over plain assignments agrees with the reference implementation, along the tree and locally', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const reference = new ReferenceResolver(scenario, NAMES);
        const snapshot = load(scenario);
        for (const { userId, resourceId, name, exact } of questions(scenario)) {
          const path = snapshot.pathOf(resourceId).map(({ id }) => snapshot.heldAssignments(userId, id));
          if (!snapshot.isAdministrator(userId)) {
            expect(resolveEffective(path, name, exact)).toEqual(
              reference.effective(userId, resourceId, name, exact),
            );
          }
          const local = resolvedEntries(path[0] ?? []).find((entry) => entry.name === name);
          expect(local && { access: local.access, scope: local.scope, reason: local.reason }).toEqual(
            reference.local(userId, resourceId, name),
          );
        }
      }),
      RUNS,
    );
  });

  test('without assignments, all users except administrators are denied', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(without(scenario, () => true));
        const all = [...questions(scenario)];
        expect(all.map((question) => decide(snapshot, question))).toEqual(
          all.map(({ userId }) => (snapshot.isAdministrator(userId) ? ADMINISTRATOR : NO_PERMISSION)),
        );
      }),
      RUNS,
    );
  });

  test('the order of assignments is irrelevant', () => {
    fc.assert(
      fc.property(
        scenarios.chain((scenario) =>
          fc.record({
            scenario: fc.constant(scenario),
            userAssignments: shuffled(scenario.userAssignments),
            groupAssignments: shuffled(scenario.groupAssignments),
            memberships: shuffled(scenario.memberships),
            resources: shuffled(scenario.resources),
          }),
        ),
        ({ scenario, ...other }) => {
          expect(decisions({ ...scenario, ...other, resources: scenario.resources })).toEqual(
            decisions(scenario),
          );
          expect(load({ ...scenario, ...other }).canonical()).toEqual(load(scenario).canonical());
        },
      ),
      RUNS,
    );
  });

  test('a denial never widens access: an assignment turned from allow to deny allows nothing that was denied', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(1000), (scenario, choice) => {
        const allowed = [...scenario.userAssignments, ...scenario.groupAssignments].filter(
          (assignment) => assignment.access === 'allow',
        );
        const chosen = allowed[choice % Math.max(1, allowed.length)];
        if (!chosen) return;
        const turn = (assignments: readonly AssignmentRow[]) =>
          assignments.map((assignment): AssignmentRow =>
            assignment === chosen ? { ...assignment, access: 'deny' } : assignment,
          );
        const before = decisions(scenario);
        const after = decisions({
          ...scenario,
          userAssignments: turn(scenario.userAssignments),
          groupAssignments: turn(scenario.groupAssignments),
        });
        expect(widened(before, after)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a denial never widens access: an added denial allows nothing that was denied', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const denials = [...scenario.userAssignments, ...scenario.groupAssignments].filter(
          (assignment) => assignment.access === 'deny',
        );
        const after = decisions(scenario);
        for (const denial of denials) {
          const before = decisions(without(scenario, (assignment) => assignment === denial));
          expect(widened(before, after)).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('an unrelated assignment has no effect: of another permission, of another principal, or not on the path', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const whole = load(scenario);
        for (const question of questions(scenario)) {
          const { userId, resourceId, name } = question;
          const path = new Set(whole.pathOf(resourceId).map(({ id }) => id));
          const groups = new Set(whole.groupsOf(userId).map(({ id }) => id));
          const related = (assignment: AssignmentRow, kind: 'user' | 'group') =>
            assignment.name === name &&
            path.has(assignment.resourceId) &&
            (kind === 'user' ? assignment.principalId === userId : groups.has(assignment.principalId));
          const bare = load(without(scenario, (assignment, kind) => !related(assignment, kind)));
          expect(decide(bare, question)).toEqual(decide(whole, question));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('an administrator is never denied anything', () => {
    const api = serviceTypeOf('api')!;
    fc.assert(
      fc.property(scenarios, fc.array(fc.nat(1000), { maxLength: 4 }), (scenario, names) => {
        const memberships = [
          ...scenario.memberships.filter(({ userId, groupId }) => userId !== 2 || groupId !== ADMINISTRATORS),
          { userId: 2, groupId: ADMINISTRATORS },
        ];
        const snapshot = load({ ...scenario, memberships });
        for (const { resourceId } of scenario.services) {
          const segments = names.map((choice) => `n${100 + (choice % 10)}`);
          const reading = api.read(
            {
              method: 'DELETE',
              segments,
              isPlainPath: true,
              query: '',
              body: { kind: 'none' },
              limits: UNLIMITED,
              parseXml: () => ({ problem: 'not expected' }),
            },
            {
              ...PLAIN_OPTIONS,
              configuration: {},
              patterns: patternEngine,
              tree: snapshot.treeOf(resourceId),
            },
          );
          const target = reading.kind === 'covered' ? reading.target : [];
          const allowed = { access: 'allow', reason: 'administrator' };
          expect(enforce(snapshot, 2, resourceId, target)).toMatchObject(allowed);
          expect(enforceOutside(snapshot, 2, resourceId, 'administrator')).toEqual(allowed);
        }
      }),
      RUNS,
    );
  });

  test('explain agrees with decide, and states for every related assignment whether it was used', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(scenario);
        for (const question of questions(scenario)) {
          const { userId, resourceId, name, exact } = question;
          const { access, reason, permission, assignments } = snapshot.explain(
            userId,
            resourceId,
            name,
            exact,
          );
          const related = snapshot
            .pathOf(resourceId)
            .flatMap(({ id }) => snapshot.heldAssignments(userId, id))
            .filter((assignment) => assignment.name === name);
          const used = assignments.filter((assignment) => assignment.used);
          const deciding = reason === 'administrator' || reason === 'no-permission' ? [] : [reason];
          expect({
            permission,
            decision: { access, reason },
            assignments: assignments.length,
            accesses: [...new Set(used.map((assignment) => assignment.access))],
            principals: used.length > 1 ? ['multiple'] : used.map((assignment) => assignment.principal),
          }).toEqual({
            permission: name,
            decision: decide(snapshot, question),
            assignments: related.length,
            accesses: deciding.map(() => access),
            principals: deciding,
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  test('an explanation does not depend on the order in which assignments are found', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(scenario);
        for (const { userId, resourceId, name, exact } of questions(scenario)) {
          const path = snapshot.pathOf(resourceId).map((row) => ({
            resourceId: row.id,
            resourceName: row.name,
            assignments: snapshot.heldAssignments(userId, row.id).reverse(),
          }));
          const explained = explain({
            permission: name,
            administrator: snapshot.isAdministrator(userId),
            path,
            exact,
          });
          expect(new Set(explained.assignments)).toEqual(
            new Set(snapshot.explain(userId, resourceId, name, exact).assignments),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a group's effective permissions depend only on its own assignments", () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const snapshot = load(scenario);
        for (const { id } of scenario.groups) {
          if (id === ADMINISTRATORS) continue;
          const stranger = { id: 99, name: 'stranger' };
          const alone = load({
            ...scenario,
            users: [...scenario.users, stranger],
            memberships: [{ userId: stranger.id, groupId: id }],
          });
          for (const { resourceId, name, exact } of questions({ ...scenario, users: [stranger] })) {
            expect(snapshot.decideForGroup(id, resourceId, name, exact)).toEqual(
              alone.decide(stranger.id, resourceId, name, exact),
            );
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

function shuffled<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}
