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
import type { HeldRule, Holder } from './resolve';

const user: Holder = { kind: 'user', id: 7, name: 'ada', rank: RANK.user };
const ga: Holder = { kind: 'group', id: 2, name: 'ga', rank: RANK.group };
const gb: Holder = { kind: 'group', id: 3, name: 'gb', rank: RANK.group };
const everybody: Holder = { kind: 'group', id: 1, name: 'anonymous', rank: RANK.public };
const administrators: Holder = { kind: 'group', id: 9, name: 'administrators', rank: RANK.administrators };

const rule = (holder: Holder, text: string): HeldRule => ({ holder, ...parsePermission(text)! });
const local = (...rules: HeldRule[]) =>
  resolvedEntries(rules).map(({ access, scope, reason, type }) => [access, scope, reason, type].join(' '));
const effective = (path: HeldRule[][], exact = true) => resolveEffective(path, 'read', exact);

describe('local reduction', () => {
  test("the user's own rule wins against any group's", () => {
    expect(local(rule(administrators, 'read-deny'), rule(user, 'read-match'))).toEqual([
      'allow match user:7:ada direct',
    ]);
  });

  test('a generic group wins against the public group, allow against deny included', () => {
    expect(local(rule(everybody, 'read-deny'), rule(ga, 'read-match'))).toEqual([
      'allow match group:2:ga inherited',
    ]);
  });

  test("the administrators' group wins against other groups, without a shortcut", () => {
    expect(local(rule(ga, 'read'), rule(administrators, 'read-deny-match'))).toEqual([
      'deny match group:9:administrators inherited',
    ]);
  });

  test('between equal groups deny beats allow, and recursive beats match', () => {
    expect(local(rule(ga, 'read'), rule(gb, 'read-deny-match'))).toEqual(['deny match group:3:gb inherited']);
    expect(local(rule(ga, 'read-match'), rule(gb, 'read'))).toEqual(['allow recursive group:3:gb inherited']);
  });

  test('several groups with the same rule are named together', () => {
    expect(local(rule(ga, 'read'), rule(gb, 'read'))).toEqual(['allow recursive multiple inherited']);
  });

  test('each name is reduced on its own', () => {
    expect(resolvedEntries([rule(gb, 'write'), rule(ga, 'read')]).map(({ name }) => name)).toEqual([
      'read',
      'write',
    ]);
  });
});

describe('effective resolution', () => {
  test('silence denies', () => {
    expect(effective([[], []])).toEqual({ access: 'deny', reason: 'no-permission' });
    expect(effective([[rule(user, 'write')]])).toEqual({ access: 'deny', reason: 'no-permission' });
  });

  test("the user's own rule on the service beats a group's on the target, in both directions", () => {
    expect(effective([[rule(ga, 'read-deny')], [rule(user, 'read')]]).access).toBe('allow');
    expect(effective([[rule(ga, 'read')], [rule(user, 'read-deny')]]).access).toBe('deny');
  });

  test("the closest of the user's own rules decides", () => {
    expect(effective([[], [rule(user, 'read-deny')], [rule(user, 'read')]]).access).toBe('deny');
  });

  test("a generic group's rule above beats the public group's on the target", () => {
    expect(effective([[rule(everybody, 'read-deny')], [rule(ga, 'read')]])).toEqual({
      access: 'allow',
      reason: 'group:2:ga',
    });
  });

  test('within a class the closer rule wins, allow against deny included', () => {
    expect(effective([[rule(ga, 'read')], [rule(gb, 'read-deny')]])).toEqual({
      access: 'allow',
      reason: 'group:2:ga',
    });
  });

  test('on one resource and within a class, deny wins', () => {
    expect(effective([[rule(ga, 'read'), rule(gb, 'read-deny')]])).toEqual({
      access: 'deny',
      reason: 'group:3:gb',
    });
  });

  test('a match rule counts on the exact target only', () => {
    expect(effective([[rule(user, 'read-match')]]).access).toBe('allow');
    expect(effective([[rule(user, 'read-match')]], false).access).toBe('deny');
    expect(effective([[], [rule(user, 'read-match')]]).access).toBe('deny');
  });

  test('groups are named together only for the same access and scope on the same resource', () => {
    expect(effective([[rule(ga, 'read'), rule(gb, 'read')]]).reason).toBe('multiple');
    expect(effective([[rule(ga, 'read'), rule(gb, 'read-match')]]).reason).toBe('group:2:ga');
    expect(effective([[rule(ga, 'read')], [rule(gb, 'read')]]).reason).toBe('group:2:ga');
  });
});

describe('the rules of one resource', () => {
  const rules = [rule(everybody, 'read'), rule(gb, 'read'), rule(ga, 'read'), rule(user, 'write-deny')];

  test('are direct when the user holds them', () => {
    expect(directEntries(rules)).toEqual([
      { name: 'write', access: 'deny', scope: 'recursive', type: 'direct', reason: 'user:7:ada' },
    ]);
  });

  test('collapse to the rule of the higher rank, then of the lower group id', () => {
    const { permissions } = permissionList(inheritedEntries(rules));
    expect(permissions.map(({ reason, type }) => [reason, type])).toEqual([
      ['group:2:ga', 'inherited'],
      ['user:7:ada', 'direct'],
    ]);
    expect(permissionList(inheritedEntries(rules), true).permissions).toHaveLength(4);
  });

  test('say nothing of their holder when shown as applied', () => {
    expect(appliedEntries([rule(ga, 'read-match')])).toEqual([
      { name: 'read', access: 'allow', scope: 'match', type: 'applied' },
    ]);
  });
});
