import {
  LEAF,
  OTHER_LEAF,
  ROUTE,
  SERVICE,
  SCENARIO,
  changed,
  load,
  route,
  assignment,
} from '../testing/fixture';
import { ANONYMOUS_USER, ANONYMOUS_GROUP, NAMES, TYPES } from '../testing/scenario';
import type { Scenario } from '../testing/scenario';
import { AccessSnapshot } from './access-snapshot';
import { InconsistentRowsError } from './errors';
import { SnapshotBuilder } from './snapshot-builder';

describe('decisions of a snapshot', () => {
  const snapshot = load({
    ...SCENARIO,
    memberships: [...SCENARIO.memberships, { userId: 3, groupId: 2 }],
    groupAssignments: [assignment(ANONYMOUS_GROUP, SERVICE)],
  });
  const REFUSED = { access: 'deny', reason: 'no-permission' };

  test('deny an unknown user even public permissions', () => {
    expect(snapshot.decide(999, LEAF, 'read', true)).toEqual(REFUSED);
    for (const id of [-1, 0.5, 2 ** 32 + 2, Number.NaN])
      expect(snapshot.decide(id, LEAF, 'read', true)).toEqual(REFUSED);
  });

  test('deny an unknown resource, to administrators as well', () => {
    for (const id of [999, -1, 0.5, 2 ** 32 + LEAF])
      expect(snapshot.decide(3, id, 'read', true)).toEqual(REFUSED);
    expect(snapshot.explain(3, 999, 'read')).toEqual({ permission: 'read', ...REFUSED, assignments: [] });
  });

  test('deny an unknown permission', () => {
    expect(snapshot.decide(3, LEAF, 'fly' as 'read', true)).toEqual(REFUSED);
  });

  test('treat a caller who is not signed in as the anonymous user', () => {
    expect(snapshot.decide(undefined, LEAF, 'read', true)).toEqual(
      snapshot.decide(ANONYMOUS_USER, LEAF, 'read', true),
    );
    expect(snapshot.decide(undefined, LEAF, 'read', true)).toEqual({
      access: 'allow',
      reason: 'group:1:anonymous',
    });
  });

  test('deny a caller who is not signed in if there is no anonymous account', () => {
    const nameless = AccessSnapshot.load(SCENARIO, { ...NAMES, anonymousUser: 'nobody' }, TYPES);
    expect(nameless.decide(undefined, LEAF, 'read', true)).toEqual(REFUSED);
  });
});

describe('lookups', () => {
  const snapshot = load(SCENARIO);

  test('find users ignoring case, and groups and services by exact case', () => {
    expect(snapshot.userByName('cY')).toEqual({ id: 4, name: 'Cy' });
    expect([snapshot.groupByName('ga')?.id, snapshot.groupByName('GA')]).toEqual([3, undefined]);
    expect([snapshot.serviceByName('s100')?.type, snapshot.serviceByName('S100')]).toEqual([
      'api',
      undefined,
    ]);
  });

  test('find children ignoring case, and only below their parent', () => {
    expect(snapshot.childByName(ROUTE, `N${LEAF}`)).toBe(LEAF);
    expect(snapshot.childByName(SERVICE, `n${LEAF}`)).toBeUndefined();
    expect(snapshot.childByName(999, `n${LEAF}`)).toBeUndefined();
  });

  test('find the last in order of siblings that differ only in case', () => {
    const twins = changed(
      load(SCENARIO),
      { entity: 'resource', op: 'insert', row: route(200, { name: 'Twin', ordering: 8 }) },
      { entity: 'resource', op: 'insert', row: route(201, { name: 'tWIN', ordering: 7 }) },
    );
    expect(twins.childByName(ROUTE, 'twin')).toBe(200);
  });

  test('list children by position, regardless of the order of the rows', () => {
    const extended = changed(
      load(SCENARIO),
      { entity: 'resource', op: 'insert', row: route(200, { ordering: 0 }) },
      { entity: 'resource', op: 'update', row: { ...SCENARIO.resources[2]!, ordering: 5 } },
    );
    expect(extended.children(ROUTE).map(({ id }) => id)).toEqual([200, OTHER_LEAF, LEAF]);
    expect([...extended.branch(SERVICE)].map(({ id }) => id)).toEqual([
      SERVICE,
      ROUTE,
      200,
      OTHER_LEAF,
      LEAF,
    ]);
  });

  test('determine the permissions that apply to a node by its type and the service type', () => {
    expect(snapshot.allowedPermissions(SERVICE)).toEqual(['read', 'write']);
    expect(snapshot.allowedPermissions(LEAF)).toEqual(['read', 'write']);
    expect(snapshot.allowedPermissions(999)).toEqual([]);
  });

  test('return one effective entry for each of them, including denied ones', () => {
    const granted = load({ ...SCENARIO, groupAssignments: [assignment(3, SERVICE)] });
    expect(granted.effective(2, LEAF)).toEqual([
      { name: 'read', access: 'allow', scope: 'match', type: 'effective', reason: 'group:3:ga' },
      { name: 'write', access: 'deny', scope: 'match', type: 'effective', reason: 'no-permission' },
    ]);
    expect(granted.effectiveForGroup(3, LEAF)).toEqual(granted.effective(2, LEAF));
    expect(granted.effectiveForGroup(2, LEAF).map(({ reason }) => reason)).toEqual([
      'no-permission',
      'no-permission',
    ]);
  });

  test('return memberships from both sides', () => {
    expect(snapshot.groupsOf(2)).toEqual([
      { id: 1, name: 'anonymous' },
      { id: 3, name: 'ga' },
    ]);
    expect(snapshot.membersOf(3)).toEqual([{ id: 2, name: 'ada' }]);
    for (const group of [1, 2, 3, 99])
      expect([group, snapshot.memberCountOf(group)]).toEqual([group, snapshot.membersOf(group).length]);
  });
});

describe('the version of a snapshot', () => {
  test('is of no other snapshot, stays with revisions without effect, and changes with others', () => {
    const [one, other] = [load(SCENARIO), load(SCENARIO)];
    const { version } = one;
    expect(other.version).not.toBe(version);
    one.apply({ revision: one.revision + 1, entries: [] });
    expect(one.version).toBe(version);
    const [user] = SCENARIO.users;
    one.apply({
      revision: one.revision + 1,
      entries: [{ entity: 'user', op: 'update', row: { ...user!, name: 'renamed' } }],
    });
    expect([version, other.version]).not.toContain(one.version);
  });
});

describe('loading', () => {
  test('accepts rows in portions and in any order', () => {
    const scenario: Scenario = { ...SCENARIO, userAssignments: [assignment(2, LEAF), assignment(3, LEAF)] };
    const builder = new SnapshotBuilder(NAMES, TYPES)
      .addUserAssignments(scenario.userAssignments)
      .addMemberships(scenario.memberships);
    for (const row of [...scenario.resources].reverse()) builder.addResources([row]);
    builder.addServices(scenario.services).addGroups(scenario.groups);
    for (const row of scenario.users) builder.addUsers([row]);
    expect(builder.finish(1).canonical()).toEqual(load(scenario).canonical());
  });

  test.each<[string, Partial<Scenario>]>([
    ['a cycle', { resources: [route(1, { parentId: 2 }), route(2, { parentId: 1 })], services: [] }],
    ['an unknown parent', { resources: [route(1, { parentId: 7 })], services: [] }],
    ['a resource twice', { resources: [...SCENARIO.resources, SCENARIO.resources[0]!] }],
    ['a user twice', { users: [...SCENARIO.users, SCENARIO.users[0]!] }],
    ['a membership twice', { memberships: [...SCENARIO.memberships, SCENARIO.memberships[0]!] }],
    [
      'two assignments of one permission',
      { userAssignments: [assignment(2, LEAF), assignment(2, LEAF, { access: 'deny' })] },
    ],
    ['an assignment of an unknown principal', { groupAssignments: [assignment(999, LEAF)] }],
    ['a service without a resource', { resources: [] }],
  ])('refuses %s', (_what, rows) => {
    expect(() => load({ ...SCENARIO, ...rows })).toThrow(InconsistentRowsError);
  });
});
