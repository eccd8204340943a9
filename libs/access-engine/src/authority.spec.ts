import fc from 'fast-check';
import { LEAF, ROUTE, SERVICE, WORLD, load, route, rule } from './testing/fixture';
import { authorityByBook } from './testing/authority-by-book';
import { ADMINISTRATORS, ANONYMOUS_USER, EVERYBODY, TYPES, worldOf } from './testing/world';
import type { World } from './testing/world';
import type { RuleRow } from './snapshot/rows';

const recipes = (size: { resources: number; rules: number; memberships: number; most?: number }) =>
  fc
    .record({
      parents: fc.array(fc.nat(1000), { maxLength: size.resources }),
      memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: size.memberships }),
      rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
        minLength: size.rules,
        maxLength: size.most ?? 3 * size.rules,
        size: 'max',
      }),
    })
    .map(worldOf);

const sparse = recipes({ resources: 8, rules: 0, most: 24, memberships: 8 });
/** Nearly every holder has a rule on nearly every resource. */
const dense = recipes({ resources: 3, rules: 20, memberships: 12 });
/** Holders have more rules than are scanned one by one. */
const large = recipes({ resources: 40, rules: 300, memberships: 8 });

const pairs = (world: World) =>
  world.users.flatMap(({ id }) => world.services.map(({ resourceId }) => [id, resourceId] as const));
const authorities = (world: World) => {
  const snapshot = load(world);
  return pairs(world).map(([userId, serviceId]) => snapshot.authority(userId, serviceId));
};

/** The world without one of its rules. */
const without = (world: World, unwanted: RuleRow): World => ({
  ...world,
  userRules: world.userRules.filter((row) => row !== unwanted),
  groupRules: world.groupRules.filter((row) => row !== unwanted),
});

const isSubset = <T>(part: ReadonlySet<T>, whole: ReadonlySet<T>) =>
  [...part].every((element) => whole.has(element));

describe('authority on random trees', () => {
  test.each([
    ['few rules', sparse, 300],
    ['many rules on few resources', dense, 300],
    ['many rules of each holder', large, 40],
  ])('agrees with asking the book about every resource, with %s', (_what, worlds, numRuns) => {
    fc.assert(
      fc.property(worlds, (world) => {
        expect(authorities(world)).toEqual(
          pairs(world).map(([userId, serviceId]) => authorityByBook(world, userId, serviceId)),
        );
      }),
      { numRuns },
    );
  });

  test('everywhere means that every decision allows, and nothing somewhere that every decision denies', () => {
    fc.assert(
      fc.property(fc.oneof(sparse, dense), (world) => {
        const snapshot = load(world);
        for (const [userId, serviceId] of pairs(world)) {
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

  test('of an administrator is all names, whatever the rules', () => {
    fc.assert(
      fc.property(dense, (world) => {
        const memberships = [...world.memberships, { userId: 2, groupId: ADMINISTRATORS }];
        const snapshot = load({
          ...world,
          memberships: memberships.filter(
            (row, at) =>
              at === memberships.findIndex((m) => m.userId === row.userId && m.groupId === row.groupId),
          ),
        });
        const all = new Set(['read', 'write']);
        for (const { resourceId } of world.services) {
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
    ['a denial that is added adds no name everywhere or somewhere', 'deny'],
    ['an allowance that is added removes no name everywhere or somewhere', 'allow'],
  ])('is monotonic: %s', (_what, access) => {
    fc.assert(
      fc.property(fc.oneof(sparse, dense), (world) => {
        const after = authorities(world);
        for (const added of [...world.userRules, ...world.groupRules].filter(
          (row) => row.access === access,
        )) {
          for (const [index, before] of authorities(without(world, added)).entries()) {
            const [less, more] = access === 'deny' ? [after[index]!, before] : [before, after[index]!];
            expect(isSubset(less.everywhere, more.everywhere)).toBe(true);
            expect(isSubset(less.somewhere, more.somewhere)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of whoever is not signed in is that of the anonymous user', () => {
    fc.assert(
      fc.property(dense, (world) => {
        const snapshot = load(world);
        for (const { resourceId } of world.services)
          expect(snapshot.authority(undefined, resourceId)).toEqual(
            snapshot.authority(ANONYMOUS_USER, resourceId),
          );
      }),
      { numRuns: 20 },
    );
  });
});

/** Ada is user 2, in groups 3 and 4 and the public group. */
const IN_TWO_GROUPS: World = { ...WORLD, memberships: [...WORLD.memberships, { userId: 2, groupId: 4 }] };
const read = (rules: Partial<World>) => {
  const { everywhere, somewhere } = load({ ...IN_TWO_GROUPS, ...rules }).authority(2, SERVICE);
  return [everywhere.has('read') && 'everywhere', somewhere.has('read') && 'somewhere'].filter(Boolean);
};

describe('a recursive allowance that wins at the service, without a denial below,', () => {
  test('is not everywhere when a match denial stands on the service itself', () => {
    expect(
      read({ groupRules: [rule(3, SERVICE), rule(4, SERVICE, { access: 'deny', scope: 'match' })] }),
    ).toEqual(['somewhere']);
  });

  test("is everywhere in spite of a denial below that it outranks: the user's own over a group's", () => {
    expect(read({ userRules: [rule(2, SERVICE)], groupRules: [rule(3, LEAF, { access: 'deny' })] })).toEqual([
      'everywhere',
      'somewhere',
    ]);
  });

  test("is everywhere in spite of a denial below that it outranks: a group's over the public group's", () => {
    expect(read({ groupRules: [rule(3, SERVICE), rule(EVERYBODY, LEAF, { access: 'deny' })] })).toEqual([
      'everywhere',
      'somewhere',
    ]);
  });

  test('is everywhere in spite of a denial below that a closer rule of the user outranks', () => {
    expect(
      read({
        userRules: [rule(2, ROUTE)],
        groupRules: [rule(3, SERVICE), rule(4, LEAF, { access: 'deny' })],
      }),
    ).toEqual(['everywhere', 'somewhere']);
  });

  test('is not everywhere when the rule that would outrank the denial counts on its own resource only', () => {
    const rules = (scope: 'match' | 'recursive') => ({
      userRules: [rule(2, LEAF, { scope })],
      groupRules: [rule(3, SERVICE), rule(4, LEAF, { access: 'deny' })],
    });
    expect(read(rules('match'))).toEqual(['somewhere']);
    expect(read(rules('recursive'))).toEqual(['everywhere', 'somewhere']);
  });

  test('is not everywhere when a match denial stands below', () => {
    expect(
      read({ groupRules: [rule(3, SERVICE), rule(3, LEAF, { access: 'deny', scope: 'match' })] }),
    ).toEqual(['somewhere']);
  });
});

describe('a name', () => {
  test('is somewhere by a single match allowance', () => {
    expect(read({ groupRules: [rule(3, LEAF, { scope: 'match' })] })).toEqual(['somewhere']);
  });

  test("is nowhere when the user's own denial on the service outranks every allowance", () => {
    expect(
      read({
        userRules: [rule(2, SERVICE, { access: 'deny' })],
        groupRules: [rule(3, LEAF), rule(3, SERVICE)],
      }),
    ).toEqual([]);
  });

  test('is somewhere for what does not exist below a resource that denies it for itself', () => {
    expect(read({ groupRules: [rule(3, LEAF), rule(4, LEAF, { access: 'deny', scope: 'match' })] })).toEqual([
      'somewhere',
    ]);
  });

  test('is nowhere by rules in another service or of other names', () => {
    expect(read({ groupRules: [rule(3, 104), rule(3, SERVICE, { name: 'write' })] })).toEqual([]);
  });
});

test('nobody and nowhere have no authority', () => {
  const snapshot = load({ ...WORLD, userRules: [rule(2, SERVICE)] });
  const none = { isAdministrator: false, everywhere: new Set(), somewhere: new Set() };
  for (const [userId, serviceId] of [
    [99, SERVICE],
    [2, 999],
    [2, ROUTE],
  ] as const)
    expect(snapshot.authority(userId, serviceId)).toEqual(none);
});

describe('with more rules to look at than one computation may', () => {
  /** A chain below the service, so deep that the rules on it cost too many steps. */
  const chain = Array.from({ length: 160 }, (_, at) =>
    route(1000 + at, { parentId: at === 0 ? SERVICE : 999 + at }),
  );
  const deep: World = { ...WORLD, resources: [...WORLD.resources, ...chain] };
  const access = (changes: Partial<RuleRow>) => chain.map(({ id }) => rule(3, id, changes));

  test('a name that is everywhere may be missing there, and the explanation says so', () => {
    const world = {
      ...deep,
      userRules: [rule(2, 1000)],
      groupRules: [rule(3, SERVICE), ...access({ access: 'deny' })],
    };
    expect(authorityByBook(world, 2, SERVICE).everywhere).toEqual(new Set(['read']));
    const snapshot = load(world);
    expect(snapshot.authority(2, SERVICE).everywhere).toEqual(new Set());
    expect(snapshot.explainEverywhere(2, SERVICE, 'read')).toEqual({
      permission: 'read',
      granted: false,
      keptBy: { resourceId: SERVICE, resourceName: 's100', exact: true, reason: 'too-many-denials' },
    });
  });

  test('a name that is nowhere may be said to be somewhere', () => {
    const world = { ...deep, userRules: [rule(2, 1000, { access: 'deny' })], groupRules: access({}) };
    expect(authorityByBook(world, 2, SERVICE).somewhere).toEqual(new Set());
    expect(load(world).authority(2, SERVICE).somewhere).toEqual(new Set(['read']));
  });

  test('what counters and the rules on the service settle is exact', () => {
    const world = { ...deep, userRules: [rule(2, SERVICE)], groupRules: access({ access: 'deny' }) };
    expect(load(world).authority(2, SERVICE).everywhere).toEqual(new Set(['read']));
  });
});
