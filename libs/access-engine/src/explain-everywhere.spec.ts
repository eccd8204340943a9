import fc from 'fast-check';
import { LEAF, OTHER_LEAF, ROUTE, SERVICE, WORLD, load, route, rule } from './testing/fixture';
import { answersByBook } from './testing/authority-by-book';
import { ADMINISTRATORS, EVERYBODY, RULE_NAMES, TYPES, worldOf } from './testing/world';
import type { World } from './testing/world';

const worlds = fc
  .record({
    parents: fc.array(fc.nat(1000), { maxLength: 8 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
    rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 40 }),
  })
  .map(worldOf);

/** The same worlds with everything allowed to everybody at the services, so that denials below count. */
const allowed = worlds.map((world): World => {
  const rules = world.services.flatMap(({ resourceId }) =>
    TYPES.namesOf('api').map((name) => rule(EVERYBODY, resourceId, { name })),
  );
  const isService = (id: number) => world.services.some(({ resourceId }) => resourceId === id);
  const below = world.groupRules.filter(({ resourceId }) => !isService(resourceId));
  return { ...world, groupRules: [...below, ...rules] };
});

const DENY = { access: 'deny' } as const;
const keptBy = (rules: Partial<World>, userId = 2) =>
  load({ ...WORLD, ...rules }).explainEverywhere(userId, SERVICE, 'read').keptBy;

describe('what keeps a user from a name everywhere', () => {
  test('is on random trees the first denial of the book, by depth, then by id, exact before not', () => {
    fc.assert(
      fc.property(fc.oneof(worlds, allowed), (world) => {
        const snapshot = load(world);
        for (const { id: userId } of world.users) {
          for (const { resourceId: serviceId } of world.services) {
            for (const name of TYPES.namesOf('api')) {
              const first = answersByBook(world, userId, serviceId, name).find(
                ({ access }) => access === 'deny',
              );
              const { permission, granted, keptBy } = snapshot.explainEverywhere(userId, serviceId, name);
              expect([permission, granted, keptBy === null]).toEqual([name, !first, !first]);
              if (!first || !keptBy) continue;
              const { resourceId, exact, reason } = first;
              expect(keptBy).toMatchObject({ resourceId, exact, reason });
              expect(keptBy.resourceName).toBe(snapshot.resource(resourceId)?.name);
              const { rules } = snapshot.explain(userId, resourceId, name, exact);
              expect(keptBy.rule).toEqual(rules.find(({ used }) => used));
              expect(keptBy.rule === undefined).toBe(reason === 'no-permission');
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is no rule at the service when nothing is assigned there', () => {
    expect(keptBy({ groupRules: [rule(3, ROUTE)] })).toEqual({
      resourceId: SERVICE,
      resourceName: 's100',
      exact: true,
      reason: 'no-permission',
    });
  });

  test('is the absence of a rule for what does not exist when the allowance at the service is a match rule', () => {
    expect(keptBy({ groupRules: [rule(3, SERVICE, { scope: 'match' })] })).toMatchObject({
      resourceId: SERVICE,
      exact: false,
      reason: 'no-permission',
    });
  });

  test('is the denial on the closest resource to the service, and of these that of the lowest id', () => {
    const groupRules = [rule(3, SERVICE), rule(3, LEAF, DENY), rule(3, OTHER_LEAF, DENY)];
    const rules = { groupRules: groupRules.reverse() };
    expect(keptBy(rules)).toEqual({
      resourceId: LEAF,
      resourceName: 'n102',
      exact: true,
      reason: 'group:3:ga',
      rule: {
        holder: 'group:3:ga',
        resourceId: LEAF,
        resourceName: 'n102',
        distance: 0,
        access: 'deny',
        scope: 'recursive',
        used: true,
        because: 'decides',
      },
    });
    expect(keptBy({ groupRules: [...groupRules, rule(3, ROUTE, DENY)] })).toMatchObject({
      resourceId: ROUTE,
    });
  });

  test('does not depend on the order in which resources were created or are listed', () => {
    const groupRules = [LEAF, OTHER_LEAF, 110].map((id) => rule(3, id, DENY));
    const resources = [
      ...WORLD.resources.map((row) => (row.id === LEAF ? { ...row, ordering: 9 } : row)),
      route(110, { parentId: SERVICE }),
    ];
    const world = { resources, groupRules: [...groupRules, rule(3, SERVICE)] };
    expect(keptBy(world)).toMatchObject({ resourceId: 110 });
    const withoutIt = world.groupRules.filter(({ resourceId }) => resourceId !== 110);
    expect(keptBy({ ...world, groupRules: withoutIt })).toMatchObject({ resourceId: LEAF });
  });

  test('is a denial of what does not exist below a resource that allows it for itself', () => {
    const userRules = [rule(2, LEAF, { scope: 'match' })];
    const groupRules = [rule(3, SERVICE), rule(3, LEAF, DENY)];
    expect(keptBy({ userRules, groupRules })).toMatchObject({ resourceId: LEAF, exact: false });
  });

  test('is several groups together when they hold the same denial', () => {
    const memberships = [...WORLD.memberships, { userId: 2, groupId: 4 }];
    const groupRules = [rule(3, SERVICE, DENY), rule(4, SERVICE, DENY)];
    expect(keptBy({ memberships, groupRules })).toMatchObject({
      reason: 'multiple',
      rule: { holder: 'group:3:ga', because: 'decides-together' },
    });
  });

  test('is nothing for administrators and for whoever has the name everywhere', () => {
    const memberships = [{ userId: 2, groupId: ADMINISTRATORS }];
    expect(keptBy({ memberships, userRules: [rule(2, SERVICE, DENY)] })).toBeNull();
    expect(keptBy({ userRules: [rule(2, SERVICE)] })).toBeNull();
  });

  test('is nothing where there is nobody or nothing to ask about, and then the name is not granted', () => {
    const snapshot = load(WORLD);
    for (const [userId, serviceId, name] of [
      [99, SERVICE, 'read'],
      [2, 999, 'read'],
      [2, ROUTE, 'read'],
      [2, SERVICE, RULE_NAMES[2]!],
    ] as const) {
      expect(snapshot.explainEverywhere(userId, serviceId, name)).toEqual({
        permission: name,
        granted: false,
        keptBy: null,
      });
    }
  });
});
