import fc from 'fast-check';
import type { PermissionName } from '../permission';
import { ReferenceResolver } from '../resolve.reference';
import { finished } from '../testing/all-steps';
import { SCENARIO, SERVICE, load } from '../testing/fixture';
import { isDeniedByReference } from '../testing/reference-authority';
import { ADMINISTRATORS, NAMES, scenarioOf } from '../testing/scenario';
import type { Scenario } from '../testing/scenario';
import type { AccessSnapshot } from './access-snapshot';

const PERMISSIONS: readonly PermissionName[] = ['read', 'write'];
const scenarios = fc
  .record({
    parents: fc.array(fc.nat(1000), { maxLength: 7 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), {
      maxLength: 24,
      size: 'max',
    }),
  })
  .map(scenarioOf);

const listOf = (
  snapshot: AccessSnapshot,
  page: { offset?: number; limit?: number; scopeType?: string } = {},
) =>
  finished(
    snapshot.views.deniedBelow({
      serviceId: SERVICE,
      names: PERMISSIONS,
      scopeType: page.scopeType,
      offset: page.offset ?? 0,
      limit: page.limit ?? 1000,
    }),
  )!;

const isAdministrator = ({ memberships }: Scenario, userId: number): boolean =>
  memberships.some((row) => row.userId === userId && row.groupId === ADMINISTRATORS);

/** `ada 101 read` for each user, ancestor and permission that the reference implementation allows there and denies below. */
function affected(scenario: Scenario): string[] {
  const reference = new ReferenceResolver(scenario, NAMES);
  const isAllowed = (userId: number, on: number, name: PermissionName) =>
    reference.effective(userId, on, name, false).access === 'allow';
  const scopes = scenario.resources.filter(({ parentId }) => parentId === SERVICE).map(({ id }) => id);
  return scenario.users.flatMap((user) =>
    [SERVICE, ...scopes].flatMap((top) =>
      PERMISSIONS.filter(
        (name) =>
          !isAdministrator(scenario, user.id) &&
          isDeniedByReference(scenario, user.id, top, name) &&
          (top === SERVICE ? [SERVICE, ...scopes] : [top]).some((on) => isAllowed(user.id, on, name)),
      ).map((name) => `${user.name} ${top} ${name}`),
    ),
  );
}

describe('the principals whose denials take effect below an ancestor on which they are allowed', () => {
  test('are those of whom a user is affected by the reference implementation, and no others', () => {
    let groups = 0;
    let users = 0;
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const expected = affected(scenario);
        const { entries, truncated } = listOf(load(scenario), { scopeType: 'route' });
        expect(truncated).toBe(false);
        const listed = entries.flatMap((entry) =>
          entry.names.map((name) => ({ ...entry, key: `${entry.ancestor.id} ${name}` })),
        );
        const userNames = new Map(scenario.users.map(({ id, name }) => [id, name]));
        const membersOf = (group: string) => {
          const id = scenario.groups.find(({ name }) => name === group)?.id;
          return scenario.memberships
            .filter(({ groupId }) => groupId === id)
            .map(({ userId }) => userNames.get(userId));
        };
        const covers = new Set<string>();
        for (const { kind, principalName, key } of listed) {
          const concerned = kind === 'user' ? [principalName] : membersOf(principalName);
          const hit = concerned.map((name) => `${name} ${key}`).filter((one) => expected.includes(one));
          // No principal is listed in vain.
          expect(hit).not.toEqual([]);
          for (const one of hit) covers.add(one);
          if (kind === 'group') groups++;
          else users++;
        }
        expect([...covers].sort()).toEqual([...expected].sort());
      }),
      // Of both kinds some 150 are listed, with a standard deviation of 18.
      { numRuns: 2000 },
    );
    expect(Math.min(groups, users)).toBeGreaterThan(20);
  });

  const denied = scenarioOf({ parents: [0, 1, 1, 4], memberships: [[0, 2]], assignments: [] });
  const assigned = (
    kind: 'group' | 'user',
    principalId: number,
    resourceId: number,
    access: 'allow' | 'deny',
  ) => ({ kind, principalId, resourceId, access }) as const;
  const loaded = (...rows: ReturnType<typeof assigned>[]) =>
    load({
      ...denied,
      ...Object.fromEntries(
        (['user', 'group'] as const).map((kind) => [
          `${kind}Assignments`,
          rows
            .filter((row) => row.kind === kind)
            .map(({ kind: _, ...row }) => ({ ...row, name: 'read', scope: 'recursive' })),
        ]),
      ),
    } as Scenario);

  test('are listed page by page, groups before users, the service before other ancestors', () => {
    const snapshot = loaded(
      assigned('group', 1, SERVICE, 'allow'),
      assigned('group', 3, 102, 'deny'),
      assigned('user', 4, 102, 'deny'),
    );
    const all = listOf(snapshot, { scopeType: 'route' });
    expect(
      all.entries.map(({ kind, principalName, path, names }) => [kind, principalName, path, ...names]),
    ).toEqual([
      ['group', 'ga', 's100', 'read'],
      ['group', 'ga', 's100/n101', 'read'],
      ['user', 'Cy', 's100', 'read'],
      ['user', 'Cy', 's100/n101', 'read'],
    ]);
    const page = listOf(snapshot, { scopeType: 'route', offset: 1, limit: 2 });
    expect([page.total, page.entries]).toEqual([4, all.entries.slice(1, 3)]);
    expect(listOf(snapshot).entries.map(({ path }) => path)).toEqual(['s100', 's100']);
  });

  test('are none where nothing is allowed, where another assignment takes precedence, and among administrators', () => {
    expect(listOf(loaded(assigned('group', 3, 102, 'deny'))).total).toBe(0);
    const outranked = [assigned('user', 2, SERVICE, 'allow'), assigned('group', 3, 102, 'deny')] as const;
    expect(listOf(loaded(...outranked)).total).toBe(0);
    const administrators = scenarioOf({ parents: [0], memberships: [[0, 1]], assignments: [] });
    const rows = [
      { principalId: 2, resourceId: SERVICE, name: 'read', access: 'allow', scope: 'recursive' },
      { principalId: 2, resourceId: 101, name: 'read', access: 'deny', scope: 'recursive' },
    ] as const;
    expect(listOf(load({ ...administrators, userAssignments: rows })).total).toBe(0);
  });

  test('have no list in a service that does not exist', () => {
    const request = { serviceId: 9_999, names: PERMISSIONS, scopeType: undefined, offset: 0, limit: 1 };
    expect(finished(load(SCENARIO).views.deniedBelow(request))).toBeUndefined();
  });
});
