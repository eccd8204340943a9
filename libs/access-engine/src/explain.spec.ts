import { BECAUSE, explain } from './explain';
import { parsePermission } from './permission';
import { RANK } from './resolve';
import type { Principal } from './resolve';

const principals: Record<string, Principal> = {
  user: { kind: 'user', id: 7, name: 'ada', rank: RANK.user },
  ga: { kind: 'group', id: 2, name: 'ga', rank: RANK.group },
  gb: { kind: 'group', id: 3, name: 'gb', rank: RANK.group },
  public: { kind: 'group', id: 1, name: 'anonymous', rank: RANK.public },
};

/** A path from the target up, each step as `<principal> <permission>` texts. */
function explained(path: string[][], { administrator = false, exact = true } = {}) {
  const steps = path.map((assignments, index) => ({
    resourceId: 10 + index,
    resourceName: `r${index}`,
    assignments: assignments.map((text) => {
      const [principal, permission] = text.split(' ') as [string, string];
      return { principal: principals[principal]!, ...parsePermission(permission)! };
    }),
  }));
  const { assignments, ...decision } = explain({ permission: 'read', administrator, path: steps, exact });
  return {
    ...decision,
    assignments: assignments.map(({ principal, distance, because }) => `${principal} ${distance} ${because}`),
  };
}

test('assignments are listed in the order of evaluation: rank, then distance, then strength', () => {
  expect(
    explained([
      ['public read', 'gb read', 'ga read-deny'],
      ['ga read', 'user write'],
    ]).assignments,
  ).toEqual([
    'group:2:ga 0 decides',
    'group:3:gb 0 deny-first',
    'group:2:ga 1 closer',
    'group:1:anonymous 0 group-first',
  ]);
});

test('an entry contains principal, resource, distance, modifiers, and whether and why it was used', () => {
  const path = [
    { resourceId: 10, resourceName: 'leaf', assignments: [] },
    {
      resourceId: 11,
      resourceName: 'top',
      assignments: [{ principal: principals['ga']!, ...parsePermission('read-deny')! }],
    },
  ];
  expect(explain({ permission: 'read', administrator: false, path, exact: true })).toEqual({
    permission: 'read',
    access: 'deny',
    reason: 'group:2:ga',
    assignments: [
      {
        principal: 'group:2:ga',
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

test('a match assignment above the target is ignored, and so is one on a target that is not exact', () => {
  expect(explained([['user read-match'], ['user read-match', 'ga read']]).assignments).toEqual([
    'user:7:ada 0 decides',
    'user:7:ada 1 match-elsewhere',
    'group:2:ga 1 user-first',
  ]);
  expect(explained([['user read-match'], ['ga read']], { exact: false })).toMatchObject({
    access: 'allow',
    assignments: ['user:7:ada 0 match-not-exact', 'group:2:ga 1 decides'],
  });
});

test('groups with the same assignment decide together', () => {
  expect(explained([['ga read', 'gb read', 'public read-deny']])).toEqual({
    permission: 'read',
    access: 'allow',
    reason: 'multiple',
    assignments: [
      'group:2:ga 0 decides-together',
      'group:3:gb 0 decides-together',
      'group:1:anonymous 0 group-first',
    ],
  });
});

test('the recursive one of two assignments with equal access is reported', () => {
  expect(explained([['ga read-deny-match', 'gb read-deny']]).assignments).toEqual([
    'group:3:gb 0 decides',
    'group:2:ga 0 recursive-first',
  ]);
});

test('assignments do not apply to administrators', () => {
  expect(explained([['user read-deny']], { administrator: true })).toEqual({
    permission: 'read',
    access: 'allow',
    reason: 'administrator',
    assignments: ['user:7:ada 0 administrator'],
  });
});

test('no assignment is used if none applies', () => {
  expect(explained([[], ['ga read-match']])).toEqual({
    permission: 'read',
    access: 'deny',
    reason: 'no-permission',
    assignments: ['group:2:ga 1 match-elsewhere'],
  });
});

test('every cause has a sentence', () => {
  for (const sentence of Object.values(BECAUSE)) expect(sentence).toMatch(/^[a-z].{10,}[^.]$/);
});
