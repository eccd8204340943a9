import fc from 'fast-check';
import { explain } from './explain';
import { ADMINISTRATOR, NO_PERMISSION, resolveEffective, resolvedEntries } from './resolve';
import type { Decision } from './resolve';
import { ReferenceResolver } from './resolve.reference';
import { patternEngine } from '@gatehouse/patterns';
import { PLAIN_OPTIONS, TYPE_CATALOGUE, UNLIMITED, serviceTypeOf } from '@gatehouse/service-types';
import { enforce, enforceOutside } from './enforce';
import { AccessSnapshot } from './snapshot/access-snapshot';
import { ADMINISTRATORS, NAMES, RULE_NAMES, worldOf } from './testing/world';
import type { Recipe, World } from './testing/world';
import type { PermissionName } from './permission';
import type { RuleRow } from './snapshot/rows';

const recipes: fc.Arbitrary<Recipe> = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 8 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 24 }),
});
const worlds = recipes.map(worldOf);

/** Few resources on which many groups hold rules, and users who are in many groups. */
const crowdedWorlds = fc
  .record<Recipe>({
    parents: fc.array(fc.nat(1000), { maxLength: 2 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 40 }),
    rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
      minLength: 60,
      maxLength: 200,
    }),
    crowded: fc.constant(true),
  })
  .map(worldOf);

interface Question {
  readonly userId: number;
  readonly resourceId: number;
  readonly name: PermissionName;
  readonly exact: boolean;
}

function* questions(world: World): Generator<Question> {
  for (const { id: userId } of world.users) {
    for (const { id: resourceId } of world.resources) {
      for (const name of RULE_NAMES)
        for (const exact of [true, false]) yield { userId, resourceId, name, exact };
    }
  }
}

const load = (world: World) => AccessSnapshot.load(world, NAMES, TYPE_CATALOGUE);
const ask = (snapshot: AccessSnapshot, { userId, resourceId, name, exact }: Question) =>
  snapshot.decide(userId, resourceId, name, exact);
const decisions = (world: World) => {
  const snapshot = load(world);
  return [...questions(world)].map((question) => ask(snapshot, question));
};

/** What is allowed after and was refused before. */
const widened = (before: readonly Decision[], after: readonly Decision[]) =>
  after.filter((decision, index) => decision.access === 'allow' && before[index]?.access === 'deny');

/** Rules of one world without some. */
function without(world: World, unwanted: (rule: RuleRow, kind: 'user' | 'group') => boolean): World {
  return {
    ...world,
    userRules: world.userRules.filter((rule) => !unwanted(rule, 'user')),
    groupRules: world.groupRules.filter((rule) => !unwanted(rule, 'group')),
  };
}

const RUNS = { numRuns: 200 };

describe('on random trees', () => {
  test('the snapshot agrees with the book', () => {
    fc.assert(
      fc.property(fc.oneof(worlds, crowdedWorlds), (world) => {
        const book = new ReferenceResolver(world, NAMES);
        const snapshot = load(world);
        const all = [...questions(world)];
        expect(all.map((question) => ({ question, ...ask(snapshot, question) }))).toEqual(
          all.map((question) => ({
            question,
            ...book.effective(question.userId, question.resourceId, question.name, question.exact),
          })),
        );
      }),
      RUNS,
    );
  });

  test('resolution over plain rules agrees with the book, along the tree and locally', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const book = new ReferenceResolver(world, NAMES);
        const snapshot = load(world);
        for (const { userId, resourceId, name, exact } of questions(world)) {
          const path = snapshot.pathOf(resourceId).map(({ id }) => snapshot.heldRules(userId, id));
          if (!snapshot.isAdministrator(userId)) {
            expect(resolveEffective(path, name, exact)).toEqual(
              book.effective(userId, resourceId, name, exact),
            );
          }
          const local = resolvedEntries(path[0] ?? []).find((entry) => entry.name === name);
          expect(local && { access: local.access, scope: local.scope, reason: local.reason }).toEqual(
            book.local(userId, resourceId, name),
          );
        }
      }),
      RUNS,
    );
  });

  test('silence denies: without rules everybody but administrators is refused', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const snapshot = load(without(world, () => true));
        const all = [...questions(world)];
        expect(all.map((question) => ask(snapshot, question))).toEqual(
          all.map(({ userId }) => (snapshot.isAdministrator(userId) ? ADMINISTRATOR : NO_PERMISSION)),
        );
      }),
      RUNS,
    );
  });

  test('the order of rules is irrelevant', () => {
    fc.assert(
      fc.property(
        worlds.chain((world) =>
          fc.record({
            world: fc.constant(world),
            userRules: shuffled(world.userRules),
            groupRules: shuffled(world.groupRules),
            memberships: shuffled(world.memberships),
            resources: shuffled(world.resources),
          }),
        ),
        ({ world, ...other }) => {
          expect(decisions({ ...world, ...other, resources: world.resources })).toEqual(decisions(world));
          expect(load({ ...world, ...other }).canonical()).toEqual(load(world).canonical());
        },
      ),
      RUNS,
    );
  });

  test('a denial never widens access: a rule turned from allow to deny allows nothing that was refused', () => {
    fc.assert(
      fc.property(worlds, fc.nat(1000), (world, choice) => {
        const allowed = [...world.userRules, ...world.groupRules].filter((rule) => rule.access === 'allow');
        const chosen = allowed[choice % Math.max(1, allowed.length)];
        if (!chosen) return;
        const turn = (rules: readonly RuleRow[]) =>
          rules.map((rule): RuleRow => (rule === chosen ? { ...rule, access: 'deny' } : rule));
        const before = decisions(world);
        const after = decisions({
          ...world,
          userRules: turn(world.userRules),
          groupRules: turn(world.groupRules),
        });
        expect(widened(before, after)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a denial never widens access: a denial that is added allows nothing that was refused', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const denials = [...world.userRules, ...world.groupRules].filter((rule) => rule.access === 'deny');
        const after = decisions(world);
        for (const denial of denials) {
          const before = decisions(without(world, (rule) => rule === denial));
          expect(widened(before, after)).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('an unrelated rule changes nothing: of another name, of a stranger, or off the path', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const whole = load(world);
        for (const question of questions(world)) {
          const { userId, resourceId, name } = question;
          const path = new Set(whole.pathOf(resourceId).map(({ id }) => id));
          const groups = new Set(whole.groupsOf(userId).map(({ id }) => id));
          const related = (rule: RuleRow, kind: 'user' | 'group') =>
            rule.name === name &&
            path.has(rule.resourceId) &&
            (kind === 'user' ? rule.holderId === userId : groups.has(rule.holderId));
          const bare = load(without(world, (rule, kind) => !related(rule, kind)));
          expect(ask(bare, question)).toEqual(ask(whole, question));
        }
      }),
      { numRuns: 25 },
    );
  });

  test('an administrator is never denied anything', () => {
    const api = serviceTypeOf('api')!;
    fc.assert(
      fc.property(worlds, fc.array(fc.nat(1000), { maxLength: 4 }), (world, names) => {
        const memberships = [
          ...world.memberships.filter(({ userId, groupId }) => userId !== 2 || groupId !== ADMINISTRATORS),
          { userId: 2, groupId: ADMINISTRATORS },
        ];
        const snapshot = load({ ...world, memberships });
        for (const { resourceId } of world.services) {
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

  test('explain agrees with decide, and says of every related rule whether it was used', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const snapshot = load(world);
        for (const question of questions(world)) {
          const { userId, resourceId, name, exact } = question;
          const { access, reason, permission, rules } = snapshot.explain(userId, resourceId, name, exact);
          const related = snapshot
            .pathOf(resourceId)
            .flatMap(({ id }) => snapshot.heldRules(userId, id))
            .filter((rule) => rule.name === name);
          const used = rules.filter((rule) => rule.used);
          const deciding = reason === 'administrator' || reason === 'no-permission' ? [] : [reason];
          expect({
            permission,
            decision: { access, reason },
            rules: rules.length,
            accesses: [...new Set(used.map((rule) => rule.access))],
            holders: used.length > 1 ? ['multiple'] : used.map((rule) => rule.holder),
          }).toEqual({
            permission: name,
            decision: ask(snapshot, question),
            rules: related.length,
            accesses: deciding.map(() => access),
            holders: deciding,
          });
        }
      }),
      { numRuns: 100 },
    );
  });

  test('an explanation does not depend on the order in which rules are found', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const snapshot = load(world);
        for (const { userId, resourceId, name, exact } of questions(world)) {
          const path = snapshot.pathOf(resourceId).map((row) => ({
            resourceId: row.id,
            resourceName: row.name,
            rules: snapshot.heldRules(userId, row.id).reverse(),
          }));
          const explained = explain({
            permission: name,
            administrator: snapshot.isAdministrator(userId),
            path,
            exact,
          });
          expect(new Set(explained.rules)).toEqual(
            new Set(snapshot.explain(userId, resourceId, name, exact).rules),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a group's effective permissions count its rules alone", () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const snapshot = load(world);
        for (const { id } of world.groups) {
          if (id === ADMINISTRATORS) continue;
          const stranger = { id: 99, name: 'stranger' };
          const alone = load({
            ...world,
            users: [...world.users, stranger],
            memberships: [{ userId: stranger.id, groupId: id }],
          });
          for (const { resourceId, name, exact } of questions({ ...world, users: [stranger] })) {
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
