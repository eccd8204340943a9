import { parsePermission } from './permission';
import { allowedPermissionList, permissionList } from './permission-list';
import type { PermissionEntry } from './permission-list';

const entry = (text: string, more: Partial<PermissionEntry> = {}): PermissionEntry => ({
  ...parsePermission(text)!,
  type: 'direct',
  ...more,
});

test('a list is sorted, and has the implicit form of each entry, if any, and the explicit form', () => {
  expect(permissionList([entry('write'), entry('read-deny'), entry('read-deny-match')])).toEqual({
    permission_names: ['read-deny-match', 'read-deny-recursive', 'write', 'write-allow-recursive'],
    permissions: [
      { name: 'read', access: 'deny', scope: 'match', type: 'direct' },
      { name: 'read', access: 'deny', scope: 'recursive', type: 'direct' },
      { name: 'write', access: 'allow', scope: 'recursive', type: 'direct' },
    ],
  });
});

test('an empty set of permissions has two empty lists', () => {
  expect(permissionList([])).toEqual({ permission_names: [], permissions: [] });
  expect(allowedPermissionList([])).toEqual({ permission_names: [], permissions: [] });
});

test('equal entries are merged, and keep the reason of the first one', () => {
  const entries = [
    entry('read', { type: 'inherited', reason: 'group:2:b' }),
    entry('read', { type: 'inherited', reason: 'group:1:a' }),
    entry('read-match', { type: 'inherited', reason: 'group:3:c' }),
  ];
  expect(permissionList(entries).permissions.map(({ reason }) => reason)).toEqual(['group:3:c', 'group:2:b']);
});

test('equal entries are all listed if duplicates are kept, but their names only once', () => {
  const entries = [entry('read', { reason: 'group:2:b' }), entry('read', { reason: 'group:1:a' })];
  const { permission_names, permissions } = permissionList(entries, true);
  expect(permissions.map(({ reason }) => reason)).toEqual(['group:2:b', 'group:1:a']);
  expect(permission_names).toEqual(['read', 'read-allow-recursive']);
});

test('an entry has only its fields, and a reason only if there is one', () => {
  const [shown] = permissionList([
    { ...entry('read'), principal: 'internal' } as PermissionEntry,
  ]).permissions;
  expect(Object.keys(shown!)).toEqual(['name', 'access', 'scope', 'type']);
});

test('an applicable permission is listed in its four combinations', () => {
  const { permission_names, permissions } = allowedPermissionList(['read', 'read']);
  expect(permission_names).toEqual([
    'read-match',
    'read-allow-match',
    'read',
    'read-allow-recursive',
    'read-deny-match',
    'read-deny-recursive',
  ]);
  expect(permissions.map(({ type, reason }) => [type, reason])).toEqual(
    Array(4).fill(['allowed', undefined]),
  );
  expect(allowedPermissionList(['read', 'write']).permission_names).toHaveLength(12);
});
