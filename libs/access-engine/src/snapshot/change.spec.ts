import fc from 'fast-check';
import { LEAF, ROUTE, SERVICE, SCENARIO, changed, load, route, assignment } from '../testing/fixture';
import { ModelStore } from '../testing/model-store';
import type { Write } from '../testing/model-store';
import { PERMISSIONS_IN_USE, scenarioOf } from '../testing/scenario';
import type { Recipe, Scenario } from '../testing/scenario';
import type { AccessSnapshot } from './access-snapshot';
import { InconsistentRowsError, RevisionGapError } from './errors';
import type { ChangeEntry } from './rows';

describe('a snapshot that changes are applied to', () => {
  const recipe = fc.record({
    parents: fc.array(fc.nat(1000), { maxLength: 6 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
    assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 12 }),
  });
  const write: fc.Arbitrary<Write> = fc.tuple(
    fc.nat(1000),
    fc.nat(1000),
    fc.nat(1000),
    fc.nat(1000),
    fc.nat(3),
  );
  const revisions = fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 30 });
  /**
   * Three principals with an assignment on nearly every resource: more than are scanned, and fewer after branches are removed.
   * All are equal, so that a single added or removed assignment has an effect.
   */
  const uniformRecipe = (modifiers: number) =>
    fc.record({
      parents: fc.array(fc.nat(1000), { minLength: 40, maxLength: 50, size: 'max' }),
      memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
      assignments: fc.array(
        fc.tuple(fc.constantFrom(1, 2, 5), fc.nat(1000), fc.constant(0), fc.constant(modifiers)),
        { minLength: 300, maxLength: 400, size: 'max' },
      ),
    });

  /** Mostly assignments of that permission, with some moves and removals. */
  const writeOfAssignments: fc.Arbitrary<Write> = fc.tuple(
    fc.constantFrom(2, 5, 7, 13, 14, 15, 15, 16, 16, 16, 17, 18, 18),
    fc.nat(1000),
    fc.nat(1000),
    fc.constant(0),
    fc.nat(3),
  );
  const revisionsOfAssignments = fc.array(fc.array(writeOfAssignments, { minLength: 1, maxLength: 2 }), {
    minLength: 20,
    maxLength: 30,
    size: 'max',
  });

  /** Revisions that change most assignments of a principal, with the first three permissions. */
  const largeRevisions = fc.array(
    fc.array(
      fc.tuple(
        fc.constantFrom(13, 15, 16, 16, 16, 17, 18, 18, 18),
        fc.nat(1000),
        fc.nat(1000),
        fc.nat(2),
        fc.nat(3),
      ),
      { minLength: 60, maxLength: 120, size: 'max' },
    ),
    { minLength: 3, maxLength: 6 },
  );

  const equalsLoaded = (
    start: fc.Arbitrary<Recipe>,
    changes: fc.Arbitrary<Write[][]>,
    numRuns: number,
  ): void =>
    fc.assert(
      fc.property(start, changes, (from, writes) => {
        const store = new ModelStore(scenarioOf(from));
        const lived = load(store.scenario());
        for (const revision of writes) lived.apply(store.write(revision));
        const scenario = store.scenario();
        const fresh = load(scenario);
        expect(lived.canonical()).toEqual(fresh.canonical());
        expect(observe(lived, scenario)).toEqual(observe(fresh, scenario));
      }),
      { numRuns },
    );

  test('equals a newly loaded one after random changes, and decides equally', () =>
    equalsLoaded(recipe, revisions, 250));

  test('equals a newly loaded one after revisions with many assignments of each principal', () =>
    equalsLoaded(uniformRecipe(0), largeRevisions, 30));

  test.each([
    ['few assignments', recipe, revisions, 150],
    ['many allowances of each principal', uniformRecipe(0), revisionsOfAssignments, 20],
    ['many denials of each principal', uniformRecipe(1), revisionsOfAssignments, 20],
    ['many changed assignments of each principal', uniformRecipe(0), largeRevisions, 10],
  ])(
    'has the same authority as a newly loaded one after every change, with %s',
    (_what, start, changes, numRuns) => {
      fc.assert(
        fc.property(start, changes, (from, writes) => {
          const store = new ModelStore(scenarioOf(from));
          const lived = load(store.scenario());
          const authorities = (snapshot: AccessSnapshot, scenario: Scenario) =>
            [undefined, ...scenario.users.map(({ id }) => id)].map((userId) =>
              scenario.services.map(({ resourceId }) => snapshot.authority(userId, resourceId)),
            );
          for (const revision of writes) {
            // Earlier results are cached, and must be dropped when they change.
            authorities(lived, store.scenario());
            lived.apply(store.write(revision));
            const scenario = store.scenario();
            expect(authorities(lived, scenario)).toEqual(authorities(load(scenario), scenario));
          }
        }),
        { numRuns },
      );
    },
  );

  /** The results of lookups and decisions, which `canonical` does not read. */
  function observe(snapshot: AccessSnapshot, scenario: Scenario): unknown {
    return {
      users: scenario.users.map(({ id, name }) => [
        snapshot.userByName(name.toUpperCase()),
        snapshot.isAdministrator(id),
      ]),
      groups: scenario.groups.map(({ name }) => snapshot.groupByName(name)),
      services: scenario.services.map(({ resourceId }) =>
        snapshot.serviceByName(snapshot.resource(resourceId)!.name),
      ),
      children: scenario.resources.map(
        ({ parentId, name }) => parentId && snapshot.childByName(parentId, name.toUpperCase()),
      ),
      decisions: [undefined, ...scenario.users.map(({ id }) => id)].map((userId) =>
        scenario.resources.map(({ id }) =>
          PERMISSIONS_IN_USE.map((name) => snapshot.decide(userId, id, name, true)),
        ),
      ),
      assigned: scenario.users.map(({ id }) => [...snapshot.assignedResources(id, true)].sort()),
    };
  }
});

describe('a change', () => {
  test('is rejected unless it is the next one', () => {
    const snapshot = load(SCENARIO);
    const before = snapshot.canonical();
    for (const revision of [0, 1, 3]) {
      expect(() => snapshot.apply({ revision, entries: [] })).toThrow(new RevisionGapError(2, revision));
    }
    expect(snapshot.canonical()).toEqual(before);
    snapshot.apply({ revision: 2, entries: [] });
    expect(snapshot.revision).toBe(2);
  });

  it('is changed by large revisions at once, after steps that change nothing', () => {
    const insert = (id: number): ChangeEntry => ({ entity: 'resource', op: 'insert', row: route(id) });
    const ids = Array.from({ length: 2_000 }, (_, at) => 1_000 + at);
    const entries: ChangeEntry[] = ids.flatMap((id) => [
      insert(id),
      { entity: 'user_rule', op: 'insert', row: assignment(2, id) },
    ]);
    const snapshot = load(SCENARIO);
    const before = snapshot.canonical();
    const steps = snapshot.prepare({ revision: 2, entries });
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(5);
    expect(snapshot.canonical()).toEqual(before);
    snapshot.advance(step.value);
    expect(snapshot.canonical()).toEqual(changed(load(SCENARIO), ...entries).canonical());
    // What was prepared for one revision is not carried out twice.
    const prepared = step.value;
    expect(() => snapshot.advance(prepared)).toThrow(new RevisionGapError(3, 2));
    const misfit = snapshot.prepare({
      revision: 3,
      entries: [...ids.map((id) => insert(id + 5_000)), insert(1_000)],
    });
    expect(() => [...misfit]).toThrow(InconsistentRowsError);
    expect(snapshot.revision).toBe(2);
  });

  const misfits: [string, ChangeEntry][] = [
    ['an assignment on an unknown resource', { entity: 'user_rule', op: 'insert', row: assignment(2, 999) }],
    ['an assignment of an unknown user', { entity: 'user_rule', op: 'insert', row: assignment(999, LEAF) }],
    ['an assignment of an unknown group', { entity: 'group_rule', op: 'update', row: assignment(999, LEAF) }],
    [
      'an assignment of an unknown permission',
      { entity: 'user_rule', op: 'insert', row: assignment(2, LEAF, { name: 'fly' as 'read' }) },
    ],
    [
      'an assignment with an unknown access',
      { entity: 'user_rule', op: 'insert', row: assignment(2, LEAF, { access: 'ALLOW' as 'allow' }) },
    ],
    [
      'a membership of an unknown user',
      { entity: 'membership', op: 'insert', row: { userId: 999, groupId: 3 } },
    ],
    ['a user that already exists', { entity: 'user', op: 'insert', row: { id: 2, name: 'again' } }],
    [
      'an update of a group that does not exist',
      { entity: 'group', op: 'update', row: { id: 99, name: 'ghost' } },
    ],
    [
      'a resource below an unknown one',
      { entity: 'resource', op: 'insert', row: route(200, { parentId: 999 }) },
    ],
    ['a resource below itself', { entity: 'resource', op: 'update', row: route(ROUTE, { parentId: LEAF }) }],
    ['an invalid id', { entity: 'resource', op: 'insert', row: route(1.5) }],
    [
      'a service without a resource',
      {
        entity: 'service',
        op: 'insert',
        row: { resourceId: 999, type: 'api', url: null, configuration: null, proxy: null },
      },
    ],
    [
      'an inherited property as entity',
      { entity: 'toString' as 'user', op: 'insert', row: { id: 9, name: 'x' } },
    ],
    ['an unknown entity', { entity: 'session' as 'user', op: 'insert', row: { id: 9, name: 'x' } }],
  ];

  test.each(misfits)('with %s is rejected as a whole', (_what, misfit) => {
    const snapshot = load(SCENARIO);
    const before = snapshot.canonical();
    const good: ChangeEntry = { entity: 'user', op: 'insert', row: { id: 50, name: 'dee' } };
    expect(() => changed(snapshot, good, misfit)).toThrow(InconsistentRowsError);
    expect(() => changed(snapshot, misfit, good)).toThrow(InconsistentRowsError);
    expect(snapshot.canonical()).toEqual(before);
  });

  test('that is rejected reports the ids of the invalid row, and nothing else of it', () => {
    const row = {
      resourceId: SERVICE,
      type: 5 as unknown as string,
      url: 'http://user:secret@upstream',
      configuration: null,
      proxy: null,
    };
    const refused = () => changed(load(SCENARIO), { entity: 'service', op: 'update', row });
    expect(refused).toThrow('malformed row of service: {"resourceId":100}');
  });

  test('stores only the columns of a service that a loaded one has', () => {
    const row = { ...SCENARIO.services[0]!, url: 'http://new', created_at: 'today' };
    const snapshot = changed(load(SCENARIO), { entity: 'service', op: 'update', row });
    expect(snapshot.service(SERVICE)).toEqual({ ...SCENARIO.services[0]!, url: 'http://new', name: 's100' });
  });

  test('is rejected if it deletes and inserts a user with the same id, which would inherit assignments', () => {
    const snapshot = load(SCENARIO);
    const row = { id: 2, name: 'ada' };
    expect(() =>
      changed(snapshot, { entity: 'user', op: 'delete', row }, { entity: 'user', op: 'insert', row }),
    ).toThrow('user 2 was deleted and inserted again');
  });

  test('can contain the children of a resource before the resource', () => {
    const snapshot = changed(
      load(SCENARIO),
      { entity: 'user_rule', op: 'insert', row: assignment(2, 201) },
      { entity: 'resource', op: 'insert', row: route(201, { parentId: 200 }) },
      { entity: 'resource', op: 'insert', row: route(200) },
    );
    expect(snapshot.pathOf(201).map(({ id }) => id)).toEqual([201, 200, ROUTE, SERVICE]);
    expect(snapshot.decide(2, 201, 'read', true)).toEqual({ access: 'allow', reason: 'user:2:ada' });
  });

  test('that deletes a resource also removes its descendants, listed or not, and their assignments', () => {
    const scenario: Scenario = {
      ...SCENARIO,
      userAssignments: [assignment(2, LEAF), assignment(2, SERVICE, { name: 'write' })],
    };
    const snapshot = changed(load(scenario), {
      entity: 'resource',
      op: 'delete',
      row: scenario.resources[1]!,
    });
    expect(snapshot.resource(LEAF)).toBeUndefined();
    expect(snapshot.canonical().resources.map(({ id }) => id)).toEqual([SERVICE, 104]);
    expect([...snapshot.assignedResources(2, false)]).toEqual([SERVICE]);
  });

  test('lets a new resource inherit nothing from the resource whose slot it reuses', () => {
    const scenario: Scenario = {
      ...SCENARIO,
      userAssignments: [assignment(2, LEAF)],
      groupAssignments: [assignment(3, LEAF, { name: 'write' })],
    };
    const snapshot = load(scenario);
    changed(snapshot, { entity: 'resource', op: 'delete', row: scenario.resources[2]! });
    changed(snapshot, { entity: 'resource', op: 'insert', row: route(300) });
    expect(snapshot.decide(2, 300, 'read', true)).toEqual({ access: 'deny', reason: 'no-permission' });
    expect(snapshot.decide(2, 300, 'write', true)).toEqual({ access: 'deny', reason: 'no-permission' });
  });

  test('lets a new user inherit nothing from the user whose slot it reuses', () => {
    const snapshot = load({
      ...SCENARIO,
      userAssignments: [assignment(2, SERVICE)],
      groupAssignments: [assignment(3, SERVICE)],
    });
    changed(snapshot, { entity: 'user', op: 'delete', row: { id: 2, name: 'ada' } });
    changed(snapshot, { entity: 'user', op: 'insert', row: { id: 70, name: 'ada' } });
    for (const id of [2, 70]) {
      expect(snapshot.decide(id, LEAF, 'read', true)).toEqual({ access: 'deny', reason: 'no-permission' });
    }
    expect(snapshot.groupsOf(70)).toEqual([]);
  });

  test('of a name affects reasons and lookups', () => {
    const snapshot = load({ ...SCENARIO, userAssignments: [assignment(2, SERVICE)] });
    expect(snapshot.decide(2, LEAF, 'read', true).reason).toBe('user:2:ada');
    changed(
      snapshot,
      { entity: 'user', op: 'update', row: { id: 2, name: 'Ada2' } },
      { entity: 'resource', op: 'update', row: { ...SCENARIO.resources[0]!, name: 'renamed' } },
    );
    expect(snapshot.decide(2, LEAF, 'read', true).reason).toBe('user:2:Ada2');
    expect([snapshot.userByName('ada'), snapshot.userByName('aDA2')]).toEqual([
      undefined,
      { id: 2, name: 'Ada2' },
    ]);
    expect([snapshot.serviceByName('s100'), snapshot.serviceByName('renamed')?.resourceId]).toEqual([
      undefined,
      SERVICE,
    ]);
  });

  test('can exchange the names of two users', () => {
    const snapshot = changed(
      load(SCENARIO),
      { entity: 'user', op: 'update', row: { id: 2, name: 'bo' } },
      { entity: 'user', op: 'update', row: { id: 3, name: 'ada' } },
    );
    expect([snapshot.userByName('ada')?.id, snapshot.userByName('bo')?.id]).toEqual([3, 2]);
  });

  test('that removes a membership removes its effects', () => {
    const membership = { userId: 3, groupId: 2 };
    const snapshot = load({ ...SCENARIO, memberships: [...SCENARIO.memberships, membership] });
    expect(snapshot.decide(3, LEAF, 'write', false).reason).toBe('administrator');
    changed(snapshot, { entity: 'membership', op: 'delete', row: membership });
    expect(snapshot.decide(3, LEAF, 'write', false)).toEqual({ access: 'deny', reason: 'no-permission' });
  });
});
