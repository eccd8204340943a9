import { type Decider, enforce, enforceOutside } from './enforce';
import type { PermissionName } from './permission';
import type { Requirement, UnregisteredName } from './target';

const SERVICE = 1;

/**
 * Allows the listed permissions, as `<resource id> exact|partial`; `everywhere` has the permissions
 * that are effective everywhere.
 */
const allowing = (
  allowed: readonly string[],
  everywhere: readonly PermissionName[] = [],
  deniedBelow: readonly number[] = [],
): Decider => ({
  decide: (userId, resourceId, permission, exact) => ({
    access: allowed.includes(`${resourceId} ${exact ? 'exact' : 'partial'}`) ? 'allow' : 'deny',
    reason: `user:${userId ?? 0}:${permission}-${resourceId}`,
  }),
  authority: () => ({ isAdministrator: false, everywhere: new Set(everywhere) }),
  isDeniedBelow: (_userId, resourceId) => deniedBelow.includes(resourceId),
});
const administrator: Decider = {
  ...allowing([]),
  decide: () => ({ access: 'allow', reason: 'administrator' }),
  authority: () => ({ isAdministrator: true, everywhere: new Set() }),
};
const on = (permission: PermissionName, ...resources: [number, boolean][]): Requirement => ({
  permission,
  on: resources.map(([resourceId, exact]) => ({ resourceId, exact })),
});

test('every resource must be allowed, and the first denial is the result', () => {
  const decider = allowing(['1 exact', '2 partial']);
  expect(enforce(decider, 5, SERVICE, [on('read', [1, true], [2, false])]).access).toBe('allow');
  expect(enforce(decider, 5, SERVICE, [on('read', [1, true], [2, true], [3, true])])).toEqual({
    access: 'deny',
    reason: 'user:5:read-2',
    permission: 'read',
  });
});

test('every requirement must be met', () => {
  const decider = allowing(['1 exact'], ['getmap']);
  const everywhere = (permission: PermissionName): Requirement => ({ permission, on: 'everywhere' });
  expect(enforce(decider, 5, SERVICE, [on('read', [1, true]), everywhere('getmap')]).access).toBe('allow');
  expect(enforce(decider, 5, SERVICE, [everywhere('getmap'), on('read', [2, true])]).access).toBe('deny');
  expect(enforce(decider, 5, SERVICE, [on('read', [1, true]), everywhere('read')])).toEqual({
    access: 'deny',
    reason: 'not-everywhere',
    permission: 'read',
  });
});

describe('a name that is not registered', () => {
  const named = (changes: Partial<UnregisteredName> = {}): Requirement => ({
    permission: 'getmap',
    on: { name: 'grp', inheritsFrom: 2, below: 2, isReserved: false, ...changes },
  });

  test('is decided as what it inherits where nothing below its ancestor is denied', () => {
    expect(enforce(allowing(['2 partial']), 5, SERVICE, [named()])).toEqual({
      access: 'allow',
      reason: 'user:5:getmap-2',
      permission: 'getmap',
    });
    expect(enforce(allowing(['2 exact'], [], [2]), 5, SERVICE, [named()])).toEqual({
      access: 'deny',
      reason: 'user:5:getmap-2',
      permission: 'getmap',
    });
  });

  test('is denied where something below its ancestor is denied', () => {
    const decider = allowing(['2 partial'], [], [SERVICE]);
    expect(enforce(decider, 5, SERVICE, [named()]).access).toBe('allow');
    expect(enforce(decider, 5, SERVICE, [named({ below: SERVICE })])).toEqual({
      access: 'deny',
      reason: 'denied-below',
      permission: 'getmap',
      unregistered: { name: 'grp', inheritsFrom: 2, below: SERVICE, isReserved: false },
    });
  });

  test('is denied to all but administrators where such names are reserved', () => {
    expect(
      enforce(allowing(['2 partial'], ['getmap']), 5, SERVICE, [named({ isReserved: true })]),
    ).toMatchObject({
      access: 'deny',
      reason: 'not-registered',
    });
    expect(enforce(administrator, 5, SERVICE, [named({ isReserved: true })]).access).toBe('allow');
  });
});

test('a target that needs nothing is denied', () => {
  expect(enforce(allowing(['1 exact']), 5, SERVICE, []).access).toBe('deny');
});

test('a request outside the grammar needs all the given permissions everywhere', () => {
  const decider = allowing([], ['read', 'write']);
  expect(enforceOutside(decider, 5, SERVICE, ['read', 'write']).access).toBe('allow');
  expect(enforceOutside(decider, 5, SERVICE, ['read', 'browse'])).toEqual({
    access: 'deny',
    reason: 'not-covered',
    permission: 'browse',
  });
  expect(enforceOutside(decider, 5, SERVICE, []).access).toBe('deny');
});

test('a request outside the grammar can require an administrator, regardless of the permissions', () => {
  expect(enforceOutside(allowing([], ['read']), 5, SERVICE, 'administrator').access).toBe('deny');
  expect(enforceOutside(administrator, 5, SERVICE, 'administrator').access).toBe('allow');
  expect(enforceOutside(administrator, 5, SERVICE, ['read']).access).toBe('allow');
  expect(enforce(administrator, 5, SERVICE, [{ permission: 'read', on: 'everywhere' }]).access).toBe('allow');
});
