import { BECAUSE, explain } from './explain';
import { parsePermission } from './permission';
import { RANK } from './resolve';
import type { Holder } from './resolve';

const holders: Record<string, Holder> = {
  user: { kind: 'user', id: 7, name: 'ada', rank: RANK.user },
  ga: { kind: 'group', id: 2, name: 'ga', rank: RANK.group },
  gb: { kind: 'group', id: 3, name: 'gb', rank: RANK.group },
  public: { kind: 'group', id: 1, name: 'anonymous', rank: RANK.public },
};

/** A path from the target up, each step as `<holder> <permission>` texts. */
function explained(path: string[][], { administrator = false, exact = true } = {}) {
  const steps = path.map((rules, index) => ({
    resourceId: 10 + index,
    resourceName: `r${index}`,
    rules: rules.map((text) => {
      const [holder, permission] = text.split(' ') as [string, string];
      return { holder: holders[holder]!, ...parsePermission(permission)! };
    }),
  }));
  const { rules, ...decision } = explain({ permission: 'read', administrator, path: steps, exact });
  return {
    ...decision,
    rules: rules.map(({ holder, distance, because }) => `${holder} ${distance} ${because}`),
  };
}

test('rules are listed as they are heard: rank, then distance, then strength', () => {
  expect(
    explained([
      ['public read', 'gb read', 'ga read-deny'],
      ['ga read', 'user write'],
    ]).rules,
  ).toEqual([
    'group:2:ga 0 decides',
    'group:3:gb 0 deny-first',
    'group:2:ga 1 closer',
    'group:1:anonymous 0 group-first',
  ]);
});

test('one entry tells holder, resource, distance, modifiers, and whether and why it was used', () => {
  const path = [
    { resourceId: 10, resourceName: 'leaf', rules: [] },
    {
      resourceId: 11,
      resourceName: 'top',
      rules: [{ holder: holders['ga']!, ...parsePermission('read-deny')! }],
    },
  ];
  expect(explain({ permission: 'read', administrator: false, path, exact: true })).toEqual({
    permission: 'read',
    access: 'deny',
    reason: 'group:2:ga',
    rules: [
      {
        holder: 'group:2:ga',
        resourceId: 11,
        resourceName: 'top',
        distance: 1,
        access: 'deny',
        scope: 'recursive',
        used: true,
        because: 'decides',
      },
    ],
  });
});

test("a match rule above the target is ignored, and so is the target's when it only stands in", () => {
  expect(explained([['user read-match'], ['user read-match', 'ga read']]).rules).toEqual([
    'user:7:ada 0 decides',
    'user:7:ada 1 match-elsewhere',
    'group:2:ga 1 user-first',
  ]);
  expect(explained([['user read-match'], ['ga read']], { exact: false })).toMatchObject({
    access: 'allow',
    rules: ['user:7:ada 0 match-not-exact', 'group:2:ga 1 decides'],
  });
});

test('groups that hold the same rule decide together', () => {
  expect(explained([['ga read', 'gb read', 'public read-deny']])).toEqual({
    permission: 'read',
    access: 'allow',
    reason: 'multiple',
    rules: [
      'group:2:ga 0 decides-together',
      'group:3:gb 0 decides-together',
      'group:1:anonymous 0 group-first',
    ],
  });
});

test('of two rules with equal access the recursive one is reported', () => {
  expect(explained([['ga read-deny-match', 'gb read-deny']]).rules).toEqual([
    'group:3:gb 0 decides',
    'group:2:ga 0 recursive-first',
  ]);
});

test('rules do not count for administrators', () => {
  expect(explained([['user read-deny']], { administrator: true })).toEqual({
    permission: 'read',
    access: 'allow',
    reason: 'administrator',
    rules: ['user:7:ada 0 administrator'],
  });
});

test('without a rule that applies nothing is used', () => {
  expect(explained([[], ['ga read-match']])).toEqual({
    permission: 'read',
    access: 'deny',
    reason: 'no-permission',
    rules: ['group:2:ga 1 match-elsewhere'],
  });
});

test('every cause has its sentence', () => {
  for (const sentence of Object.values(BECAUSE)) expect(sentence).toMatch(/^[a-z].{10,}[^.]$/);
});
