import type { TypeCatalogue } from '../type-catalogue';
import { LEAF, OTHER_LEAF, ROUTE, SERVICE, SCENARIO, changed, route, assignment } from '../testing/fixture';
import { ADMINISTRATORS, EVERYBODY, NAMES, TYPES } from '../testing/scenario';
import { AccessSnapshot } from './access-snapshot';
import { AuthorityCache } from './authority-cache';
import type { ChangeEntry } from './rows';

const OTHER_SERVICE = 104;
const ADA = 2;
const BO = 3;

const scenario = {
  ...SCENARIO,
  memberships: [...SCENARIO.memberships, { userId: BO, groupId: 4 }, { userId: ADA, groupId: 5 }],
  userAssignments: [assignment(ADA, SERVICE), assignment(BO, ROUTE)],
  groupAssignments: [assignment(3, LEAF, { access: 'deny' as const }), assignment(4, OTHER_SERVICE)],
};

/** How often the authority of a user in a service is worked out anew: for each, the names of its type are asked for. */
function counted() {
  let computed = 0;
  const types: TypeCatalogue = {
    ...TYPES,
    namesOf: (type) => {
      computed++;
      return TYPES.namesOf(type);
    },
  };
  const snapshot = AccessSnapshot.load(scenario, NAMES, types);
  const ask = (userId = ADA, serviceId = SERVICE) => {
    const before = computed;
    snapshot.authority(userId, serviceId);
    return computed > before ? 'new' : 'known';
  };
  ask();
  return { snapshot, ask };
}

const row = <T>(rows: readonly T[], wanted: (candidate: T) => boolean) => rows.find(wanted)!;
const group = (id: number) => row(scenario.groups, (candidate) => candidate.id === id);
const resource = (id: number) => row(scenario.resources, (candidate) => candidate.id === id);

describe('the authority of a user in a service', () => {
  test('is worked out once, for each user and each service', () => {
    const { ask } = counted();
    expect([ask(), ask(BO), ask(BO), ask(ADA, OTHER_SERVICE), ask(ADA, OTHER_SERVICE), ask()]).toEqual([
      'known',
      'new',
      'known',
      'new',
      'known',
      'known',
    ]);
  });

  test('is the same object for as long as it is known', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(ADA, SERVICE)).toBe(snapshot.authority(ADA, SERVICE));
  });

  const unrelated: [string, ChangeEntry[]][] = [
    ['nothing', []],
    ['a user who signs up', [{ entity: 'user', op: 'insert', row: { id: 50, name: 'dee' } }]],
    ['the membership of another', [{ entity: 'membership', op: 'insert', row: { userId: BO, groupId: 3 } }]],
    [
      'a rule in another service',
      [{ entity: 'user_rule', op: 'insert', row: assignment(ADA, OTHER_SERVICE) }],
    ],
    ['a new resource', [{ entity: 'resource', op: 'insert', row: route(200) }]],
    ['a name', [{ entity: 'resource', op: 'update', row: { ...resource(LEAF), name: 'renamed' } }]],
    ['the name of a group', [{ entity: 'group', op: 'update', row: { id: 3, name: 'renamed' } }]],
    ['a resource without rules that goes', [{ entity: 'resource', op: 'delete', row: resource(OTHER_LEAF) }]],
    [
      'another service',
      [{ entity: 'service', op: 'update', row: { ...scenario.services[1]!, url: 'http://other' } }],
    ],
  ];
  test.each(unrelated)('outlives a revision that changes %s', (_what, entries) => {
    const { snapshot, ask } = counted();
    changed(snapshot, ...entries);
    expect(ask()).toBe('known');
  });

  const related: [string, ChangeEntry[]][] = [
    ['a rule of the user', [{ entity: 'user_rule', op: 'insert', row: assignment(ADA, LEAF) }]],
    ['a rule of a group', [{ entity: 'group_rule', op: 'insert', row: assignment(3, SERVICE) }]],
    [
      'the modifiers of a rule',
      [{ entity: 'group_rule', op: 'update', row: assignment(3, LEAF, { access: 'deny', scope: 'match' }) }],
    ],
    ['a rule that goes', [{ entity: 'group_rule', op: 'delete', row: assignment(3, LEAF) }]],
    [
      'a resource that moves',
      [{ entity: 'resource', op: 'update', row: route(LEAF, { parentId: SERVICE }) }],
    ],
    ['a resource with rules that goes', [{ entity: 'resource', op: 'delete', row: resource(LEAF) }]],
    ['a membership', [{ entity: 'membership', op: 'insert', row: { userId: ADA, groupId: 4 } }]],
    ['a membership that goes', [{ entity: 'membership', op: 'delete', row: { userId: ADA, groupId: 3 } }]],
    ['a group without rules that goes', [{ entity: 'group', op: 'delete', row: group(5) }]],
    ['a group with rules that goes', [{ entity: 'group', op: 'delete', row: group(3) }]],
    ['a user with rules that goes', [{ entity: 'user', op: 'delete', row: { id: BO, name: 'bo' } }]],
    [
      'the name of the public group',
      [{ entity: 'group', op: 'update', row: { id: EVERYBODY, name: 'formerly-public' } }],
    ],
    [
      "the name of the administrators' group",
      [{ entity: 'group', op: 'update', row: { id: ADMINISTRATORS, name: 'formerly-administrators' } }],
    ],
    ['the service', [{ entity: 'service', op: 'update', row: { ...scenario.services[0]!, type: 'other' } }]],
  ];
  test.each(related)('is worked out anew after a revision that changes %s', (_what, entries) => {
    const { snapshot, ask } = counted();
    changed(snapshot, ...entries);
    expect(ask()).toBe('new');
  });

  test('is of the names of the type that the service has by now', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(ADA, SERVICE).somewhere).toEqual(new Set(['read']));
    const service = { ...scenario.services[0]!, type: 'other' };
    changed(snapshot, { entity: 'service', op: 'update', row: service });
    expect(snapshot.authority(ADA, SERVICE).somewhere).toEqual(new Set());
  });

  test('is not that of the user whose place in memory another one takes', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set(['read']));
    changed(snapshot, { entity: 'user', op: 'delete', row: { id: BO, name: 'bo' } });
    changed(snapshot, { entity: 'user', op: 'insert', row: { id: 50, name: 'dee' } });
    expect(snapshot.authority(50, OTHER_SERVICE).somewhere).toEqual(new Set());
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set());
  });

  test('goes with the service, and a service that takes its place in memory starts afresh', () => {
    const { snapshot } = counted();
    changed(snapshot, { entity: 'resource', op: 'delete', row: resource(SERVICE) });
    expect(snapshot.authority(ADA, SERVICE).somewhere).toEqual(new Set());
    const id = 300;
    changed(
      snapshot,
      { entity: 'resource', op: 'insert', row: { ...resource(SERVICE), id } },
      { entity: 'service', op: 'insert', row: { ...scenario.services[0]!, resourceId: id } },
    );
    expect(snapshot.authority(ADA, id).somewhere).toEqual(new Set());
  });

  test('follows a branch into another service, although only its topmost resource is in the change', () => {
    const { snapshot } = counted();
    const parentId = OTHER_SERVICE;
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set(['read']));
    changed(
      snapshot,
      { entity: 'group_rule', op: 'delete', row: assignment(4, OTHER_SERVICE) },
      { entity: 'resource', op: 'update', row: { ...resource(ROUTE), parentId } },
    );
    expect(snapshot.serviceOf(LEAF)?.resourceId).toBe(OTHER_SERVICE);
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set(['read']));
    expect(snapshot.authority(BO, SERVICE).somewhere).toEqual(new Set());
  });
});

describe('the cache of authorities', () => {
  test('forgets everything rather than grow beyond its limit', () => {
    const cache = new AuthorityCache();
    const authority = cache.share(false, { everywhere: 0, somewhere: 1 });
    for (let user = 0; user < 65_536; user++) cache.set(user % 3, user, 1, authority);
    expect([cache.get(0, 0, 1), cache.get(2, 65_534, 1)]).toEqual([authority, authority]);
    cache.set(0, 3, 1, authority);
    expect(cache.get(0, 0, 1)).toBe(authority);
    cache.set(0, 70_000, 1, authority);
    expect([cache.get(0, 0, 1), cache.get(0, 70_000, 1)]).toEqual([undefined, authority]);
  });

  test('has room again for what was forgotten of one service', () => {
    const cache = new AuthorityCache();
    const authority = cache.share(false, { everywhere: 0, somewhere: 1 });
    cache.set(1, 1, 1, authority);
    for (let user = 0; user < 65_535; user++) cache.set(2, user, 1, authority);
    cache.forgetService(2);
    cache.set(3, 1, 1, authority);
    expect(cache.get(1, 1, 1)).toBe(authority);
  });

  test('shares one object between equal answers, and none between different ones', () => {
    const cache = new AuthorityCache();
    const bits = { everywhere: 0b10, somewhere: 0b110 };
    expect(cache.share(false, bits)).toBe(cache.share(false, { ...bits }));
    expect(cache.share(false, bits)).toEqual({
      isAdministrator: false,
      everywhere: new Set(['browse']),
      somewhere: new Set(['browse', 'createstoredquery']),
    });
    expect(cache.share(true, bits).isAdministrator).toBe(true);
    expect(cache.share(false, { everywhere: 0, somewhere: 0b10 }).everywhere).toEqual(new Set());
  });
});
