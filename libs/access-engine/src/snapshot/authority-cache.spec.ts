import type { TypeCatalogue } from '../type-catalogue';
import { LEAF, OTHER_LEAF, ROUTE, SERVICE, SCENARIO, changed, route, assignment } from '../testing/fixture';
import { ADMINISTRATORS, ANONYMOUS_GROUP, NAMES, TYPES } from '../testing/scenario';
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

/** Counts computations of the authority of a user in a service: each requests the permissions of the service type. */
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
  const look = (userId = ADA, serviceId = SERVICE) => {
    const before = computed;
    snapshot.authority(userId, serviceId);
    return computed > before ? 'new' : 'known';
  };
  look();
  return { snapshot, ask: look };
}

const row = <T>(rows: readonly T[], wanted: (candidate: T) => boolean) => rows.find(wanted)!;
const group = (id: number) => row(scenario.groups, (candidate) => candidate.id === id);
const resource = (id: number) => row(scenario.resources, (candidate) => candidate.id === id);

describe('the authority of a user in a service', () => {
  test('is computed once for each user and service', () => {
    const { ask: look } = counted();
    expect([look(), look(BO), look(BO), look(ADA, OTHER_SERVICE), look(ADA, OTHER_SERVICE), look()]).toEqual([
      'known',
      'new',
      'known',
      'new',
      'known',
      'known',
    ]);
  });

  test('is the same object as long as it is cached', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(ADA, SERVICE)).toBe(snapshot.authority(ADA, SERVICE));
  });

  const unrelated: [string, ChangeEntry[]][] = [
    ['nothing', []],
    ['a user who signs up', [{ entity: 'user', op: 'insert', row: { id: 50, name: 'dee' } }]],
    ['the membership of another', [{ entity: 'membership', op: 'insert', row: { userId: BO, groupId: 3 } }]],
    [
      'an assignment in another service',
      [{ entity: 'user_rule', op: 'insert', row: assignment(ADA, OTHER_SERVICE) }],
    ],
    ['a new resource', [{ entity: 'resource', op: 'insert', row: route(200) }]],
    ['a name', [{ entity: 'resource', op: 'update', row: { ...resource(LEAF), name: 'renamed' } }]],
    ['the name of a group', [{ entity: 'group', op: 'update', row: { id: 3, name: 'renamed' } }]],
    [
      'the removal of a resource without assignments',
      [{ entity: 'resource', op: 'delete', row: resource(OTHER_LEAF) }],
    ],
    ['the removal of a group without assignments', [{ entity: 'group', op: 'delete', row: group(5) }]],
    [
      'the removal of another user with assignments',
      [{ entity: 'user', op: 'delete', row: { id: BO, name: 'bo' } }],
    ],
    [
      'another service',
      [{ entity: 'service', op: 'update', row: { ...scenario.services[1]!, url: 'http://other' } }],
    ],
  ];
  test.each(unrelated)('stays cached after a revision with %s', (_what, entries) => {
    const { snapshot, ask: look } = counted();
    changed(snapshot, ...entries);
    expect(look()).toBe('known');
  });

  const related: [string, ChangeEntry[]][] = [
    ['an assignment of the user', [{ entity: 'user_rule', op: 'insert', row: assignment(ADA, LEAF) }]],
    ['an assignment of a group', [{ entity: 'group_rule', op: 'insert', row: assignment(3, SERVICE) }]],
    [
      'the modifiers of an assignment',
      [{ entity: 'group_rule', op: 'update', row: assignment(3, LEAF, { access: 'deny', scope: 'match' }) }],
    ],
    ['the removal of an assignment', [{ entity: 'group_rule', op: 'delete', row: assignment(3, LEAF) }]],
    [
      'the move of a resource',
      [{ entity: 'resource', op: 'update', row: route(LEAF, { parentId: SERVICE }) }],
    ],
    [
      'the removal of a resource with assignments',
      [{ entity: 'resource', op: 'delete', row: resource(LEAF) }],
    ],
    ['a membership', [{ entity: 'membership', op: 'insert', row: { userId: ADA, groupId: 4 } }]],
    [
      'the removal of a membership',
      [{ entity: 'membership', op: 'delete', row: { userId: ADA, groupId: 3 } }],
    ],
    ['the removal of a group with assignments', [{ entity: 'group', op: 'delete', row: group(3) }]],
    [
      'the name of the anonymous group',
      [{ entity: 'group', op: 'update', row: { id: ANONYMOUS_GROUP, name: 'formerly-public' } }],
    ],
    [
      "the name of the administrators' group",
      [{ entity: 'group', op: 'update', row: { id: ADMINISTRATORS, name: 'formerly-administrators' } }],
    ],
    ['the service', [{ entity: 'service', op: 'update', row: { ...scenario.services[0]!, type: 'other' } }]],
  ];
  test.each(related)('is computed again after a revision with %s', (_what, entries) => {
    const { snapshot, ask: look } = counted();
    changed(snapshot, ...entries);
    expect(look()).toBe('new');
  });

  test('has the permissions of the current type of the service', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(ADA, SERVICE).somewhere).toEqual(new Set(['read']));
    const service = { ...scenario.services[0]!, type: 'other' };
    changed(snapshot, { entity: 'service', op: 'update', row: service });
    expect(snapshot.authority(ADA, SERVICE).somewhere).toEqual(new Set());
  });

  test('is not inherited by a user that takes over the slot of another one', () => {
    const { snapshot } = counted();
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set(['read']));
    changed(snapshot, { entity: 'user', op: 'delete', row: { id: BO, name: 'bo' } });
    changed(snapshot, { entity: 'user', op: 'insert', row: { id: 50, name: 'dee' } });
    expect(snapshot.authority(50, OTHER_SERVICE).somewhere).toEqual(new Set());
    expect(snapshot.authority(BO, OTHER_SERVICE).somewhere).toEqual(new Set());
  });

  test('is dropped with the service, and is not inherited by a service that takes over its slot', () => {
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

  test('is updated when a branch moves to another service, although the change has only its topmost resource', () => {
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
  test('drops all entries rather than exceed its limit', () => {
    const cache = new AuthorityCache();
    const authority = cache.share(false, { everywhere: 0, somewhere: 1 });
    for (let user = 0; user < 65_536; user++) cache.set(user % 3, user, 1, authority);
    expect([cache.get(0, 0, 1), cache.get(2, 65_534, 1)]).toEqual([authority, authority]);
    cache.set(0, 3, 1, authority);
    expect(cache.get(0, 0, 1)).toBe(authority);
    cache.set(0, 70_000, 1, authority);
    expect([cache.get(0, 0, 1), cache.get(0, 70_000, 1)]).toEqual([undefined, authority]);
  });

  test('reuses the capacity of the dropped entries of a service', () => {
    const cache = new AuthorityCache();
    const authority = cache.share(false, { everywhere: 0, somewhere: 1 });
    cache.set(1, 1, 1, authority);
    for (let user = 0; user < 65_535; user++) cache.set(2, user, 1, authority);
    cache.forgetService(2);
    cache.set(3, 1, 1, authority);
    expect(cache.get(1, 1, 1)).toBe(authority);
  });

  test('shares one object among equal results, and none among different ones', () => {
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
