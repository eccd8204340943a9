import { parsePermission } from './permission';
import { permissionList } from './permission-list';
import {
  RANK,
  appliedEntries,
  directEntries,
  inheritedEntries,
  resolveEffective,
  resolvedEntries,
} from './resolve';
import type { HeldAssignment, Principal } from './resolve';

const user: Principal = { kind: 'user', id: 7, name: 'ada', rank: RANK.user };
const ga: Principal = { kind: 'group', id: 2, name: 'ga', rank: RANK.group };
const gb: Principal = { kind: 'group', id: 3, name: 'gb', rank: RANK.group };
const anonymousGroup: Principal = { kind: 'group', id: 1, name: 'anonymous', rank: RANK.public };
const administrators: Principal = { kind: 'group', id: 9, name: 'administrators', rank: RANK.administrators };

const assignment = (principal: Principal, text: string): HeldAssignment => ({
  principal,
  ...parsePermission(text)!,
});
const local = (...assignments: HeldAssignment[]) =>
  resolvedEntries(assignments).map(({ access, scope, reason, type }) =>
    [access, scope, reason, type].join(' '),
  );
const effective = (path: HeldAssignment[][], exact = true) => resolveEffective(path, 'read', exact);

describe('in local reduction,', () => {
  test("the user's own assignment outranks any group's", () => {
    expect(local(assignment(administrators, 'read-deny'), assignment(user, 'read-match'))).toEqual([
      'allow match user:7:ada direct',
    ]);
  });

  test('a generic group outranks the anonymous group, allow against deny included', () => {
    expect(local(assignment(anonymousGroup, 'read-deny'), assignment(ga, 'read-match'))).toEqual([
      'allow match group:2:ga inherited',
    ]);
  });

  test("the administrators' group outranks other groups, without a shortcut", () => {
    expect(local(assignment(ga, 'read'), assignment(administrators, 'read-deny-match'))).toEqual([
      'deny match group:9:administrators inherited',
    ]);
  });

  test('among equal groups, deny outranks allow, and recursive outranks match', () => {
    expect(local(assignment(ga, 'read'), assignment(gb, 'read-deny-match'))).toEqual([
      'deny match group:3:gb inherited',
    ]);
    expect(local(assignment(ga, 'read-match'), assignment(gb, 'read'))).toEqual([
      'allow recursive group:3:gb inherited',
    ]);
  });

  test('several groups with the same assignment are reported as multiple', () => {
    expect(local(assignment(ga, 'read'), assignment(gb, 'read'))).toEqual([
      'allow recursive multiple inherited',
    ]);
  });

  test('each permission is reduced separately', () => {
    expect(
      resolvedEntries([assignment(gb, 'write'), assignment(ga, 'read')]).map(({ name }) => name),
    ).toEqual(['read', 'write']);
  });
});

describe('in effective resolution,', () => {
  test('a permission without an assignment is denied', () => {
    expect(effective([[], []])).toEqual({ access: 'deny', reason: 'no-permission' });
    expect(effective([[assignment(user, 'write')]])).toEqual({ access: 'deny', reason: 'no-permission' });
  });

  test("the user's own assignment on the service outranks a group's on the target, in both directions", () => {
    expect(effective([[assignment(ga, 'read-deny')], [assignment(user, 'read')]]).access).toBe('allow');
    expect(effective([[assignment(ga, 'read')], [assignment(user, 'read-deny')]]).access).toBe('deny');
  });

  test("the closest of the user's own assignments decides", () => {
    expect(effective([[], [assignment(user, 'read-deny')], [assignment(user, 'read')]]).access).toBe('deny');
  });

  test("a generic group's assignment above outranks the anonymous group's on the target", () => {
    expect(effective([[assignment(anonymousGroup, 'read-deny')], [assignment(ga, 'read')]])).toEqual({
      access: 'allow',
      reason: 'group:2:ga',
    });
  });

  test('within a class the closer assignment decides, allow against deny included', () => {
    expect(effective([[assignment(ga, 'read')], [assignment(gb, 'read-deny')]])).toEqual({
      access: 'allow',
      reason: 'group:2:ga',
    });
  });

  test('on one resource and within a class, deny outranks allow', () => {
    expect(effective([[assignment(ga, 'read'), assignment(gb, 'read-deny')]])).toEqual({
      access: 'deny',
      reason: 'group:3:gb',
    });
  });

  test('a match assignment applies only to the exact target', () => {
    expect(effective([[assignment(user, 'read-match')]]).access).toBe('allow');
    expect(effective([[assignment(user, 'read-match')]], false).access).toBe('deny');
    expect(effective([[], [assignment(user, 'read-match')]]).access).toBe('deny');
  });

  test('groups are reported as multiple only for the same access and scope on the same resource', () => {
    expect(effective([[assignment(ga, 'read'), assignment(gb, 'read')]]).reason).toBe('multiple');
    expect(effective([[assignment(ga, 'read'), assignment(gb, 'read-match')]]).reason).toBe('group:2:ga');
    expect(effective([[assignment(ga, 'read')], [assignment(gb, 'read')]]).reason).toBe('group:2:ga');
  });
});

describe('the assignments of one resource', () => {
  const assignments = [
    assignment(anonymousGroup, 'read'),
    assignment(gb, 'read'),
    assignment(ga, 'read'),
    assignment(user, 'write-deny'),
  ];

  test('are direct if they belong to the user', () => {
    expect(directEntries(assignments)).toEqual([
      { name: 'write', access: 'deny', scope: 'recursive', type: 'direct', reason: 'user:7:ada' },
    ]);
  });

  test('are merged into the one with the higher rank, then of the lower group id', () => {
    const { permissions } = permissionList(inheritedEntries(assignments));
    expect(permissions.map(({ reason, type }) => [reason, type])).toEqual([
      ['group:2:ga', 'inherited'],
      ['user:7:ada', 'direct'],
    ]);
    expect(permissionList(inheritedEntries(assignments), true).permissions).toHaveLength(4);
  });

  test('do not name their principal when listed as applied', () => {
    expect(appliedEntries([assignment(ga, 'read-match')])).toEqual([
      { name: 'read', access: 'allow', scope: 'match', type: 'applied' },
    ]);
  });
});
