import fc from 'fast-check';
import { ROUTE, SCENARIO, SERVICE, changed, load, route } from '../testing/fixture';
import { finished } from '../testing/all-steps';
import { ModelStore, type Write } from '../testing/model-store';
import { NAMES, PERMISSIONS_IN_USE, type Scenario, scenarioOf } from '../testing/scenario';
import type { AccessSnapshot } from './access-snapshot';
import { inOneGo } from '../steps';
import { carryOut } from './change-execution';
import { planChange } from './change-plan';
import type { ChangeEntry, ResourceRow } from './rows';
import { StoreBuilder } from './store-builder';

/** Random worlds; `npm run test:long` uses more. */
const RUNS = Number(process.env['SVC_TEST_REMOVAL_RUNS'] ?? 20);

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 8 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 20 }),
  crowded: fc.boolean(),
});
const dense = fc.record({
  parents: fc.array(fc.nat(1000), { minLength: 40, maxLength: 50, size: 'max' }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
  assignments: fc.array(fc.tuple(fc.constantFrom(1, 2, 5), fc.nat(1000), fc.nat(1), fc.nat(1)), {
    minLength: 200,
    maxLength: 300,
    size: 'max',
  }),
});
/** Half of the writes are deletions of users, groups and branches. */
const write: fc.Arbitrary<Write> = fc.tuple(
  fc.oneof(fc.constantFrom(2, 5, 14), fc.nat(18)),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(3),
);
/** Writes of a revision, the operations of the slices after it, and how many rows of deleted objects are removed then. */
const revisions = fc.array(
  fc.tuple(
    fc.array(write, { maxLength: 3 }),
    fc.array(fc.constantFrom(1, 2, 5, 1000), { maxLength: 3 }),
    fc.nat(4),
  ),
  { maxLength: 20 },
);

describe('a snapshot in which deleted objects are still in memory', () => {
  test.each([
    ['few assignments', recipe, RUNS],
    ['many assignments of each principal', dense, RUNS / 10],
  ])(
    'equals a newly loaded one at every revision and slice, whenever the remaining rows are removed, with %s',
    (_what, start, numRuns) => {
      fc.assert(
        fc.property(start, revisions, fc.constantFrom(0, 1, 4, Infinity), (from, changes, reported) => {
          const store = new ModelStore(scenarioOf(from), reported);
          const lived = load(store.scenario());
          const first = store.scenario();
          const compare = () => {
            const scenario = store.scenario();
            const fresh = load(scenario);
            expect(lived.canonical()).toEqual(fresh.canonical());
            expect(observe(lived, scenario, first)).toEqual(observe(fresh, scenario, first));
          };
          for (const [writes, slices, later] of changes) {
            observe(lived, store.scenario(), first);
            lived.apply(store.write(writes));
            compare();
            for (const operations of slices) {
              lived.reclaim(operations);
              compare();
            }
            const { version } = lived;
            lived.apply(store.writeLater(later));
            expect(lived.version).toBe(version);
            compare();
          }
          while (lived.reclaim(3));
          compare();
        }),
        { numRuns },
      );
    },
    RUNS * 60_000,
  );

  /** Look-ups, decisions and pages, also of what existed at the beginning. */
  function observe(snapshot: AccessSnapshot, scenario: Scenario, first: Scenario): unknown {
    const userIds = [undefined, ...scenario.users.map(({ id }) => id)];
    const services = snapshot.services();
    return {
      gone: [
        first.users.map(({ id, name }) => [
          snapshot.user(id),
          snapshot.userByName(name),
          snapshot.groupsOf(id),
        ]),
        first.groups.map(({ id, name }) => [
          snapshot.group(id),
          snapshot.groupByName(name),
          snapshot.membersOf(id),
          snapshot.memberCountOf(id),
          [...snapshot.groupAssignedResources(id)].sort(),
        ]),
        first.resources.map(({ id, parentId, name }) => [
          snapshot.resource(id),
          snapshot.pathOf(id),
          snapshot.children(id),
          [...snapshot.branch(id)],
          snapshot.serviceOf(id)?.resourceId,
          parentId !== null && snapshot.childByName(parentId, name),
          snapshot.treeOf(parentId ?? id).childrenByFold(parentId ?? id, name).length,
          snapshot.decide(first.users[1]?.id, id, 'read', true),
          finished(snapshot.views.location(id)),
        ]),
      ],
      decisions: userIds.map((userId) =>
        first.resources.map(({ id }) =>
          PERMISSIONS_IN_USE.map((name) => [
            snapshot.decide(userId, id, name, true),
            snapshot.decide(userId, id, name, false),
            snapshot.explain(userId, id, name),
            snapshot.isDeniedBelow(userId, id, name),
          ]),
        ),
      ),
      authorities: userIds.map((userId) =>
        services.map(({ resourceId }) => [
          snapshot.authority(userId, resourceId),
          snapshot.explainEverywhere(userId, resourceId, 'read'),
        ]),
      ),
      assigned: scenario.users.map(({ id }) => [
        [...snapshot.assignedResources(id, false)].sort(),
        [...snapshot.assignedResources(id, true)].sort(),
        scenario.resources.map((resource) => [
          snapshot.heldAssignments(id, resource.id),
          snapshot.distinctAssignments(id, resource.id),
          finished(snapshot.views.isVisible(id, resource.id)),
        ]),
      ]),
      counts: finished(snapshot.views.counts()),
      pages: [
        services.map(({ resourceId }) => [
          scenario.users.slice(0, 2).map(({ id }) => matrix(snapshot, 'user', id, resourceId)),
          scenario.groups.slice(0, 3).map(({ id }) => matrix(snapshot, 'group', id, resourceId)),
          finished(
            snapshot.views.deniedBelow({
              serviceId: resourceId,
              names: ['read', 'write'],
              scopeType: 'route',
              offset: 0,
              limit: 100,
            }),
          ),
        ]),
        scenario.resources.map(({ id: resourceId }) =>
          finished(snapshot.views.accessList({ resourceId, names: ['read'], offset: 0, limit: 100 })),
        ),
        scenario.resources
          .slice(0, 3)
          .map(({ id: resourceId }) =>
            scenario.groups
              .slice(0, 2)
              .map(({ id: principalId }) => sortedPreview(snapshot, { principalId, resourceId })),
          ),
      ],
    };
  }

  /** Pages list users by their position in memory. */
  function sortedPreview(snapshot: AccessSnapshot, edited: { principalId: number; resourceId: number }) {
    const modifiers = { access: 'allow', scope: 'recursive' } as const;
    const edits = [{ ...edited, kind: 'group', name: 'read', modifiers } as const];
    const found = finished(snapshot.views.preview({ edits, offset: 0, limit: 1000 }));
    return found && { ...found, entries: found.entries.map((entry) => JSON.stringify(entry)).sort() };
  }

  function matrix(snapshot: AccessSnapshot, kind: 'user' | 'group', principalId: number, serviceId: number) {
    return [true, false].map((assigned) =>
      finished(snapshot.views.matrix({ kind, principalId, serviceId, assigned, offset: 0, limit: 100 })),
    );
  }

  test('does not know a deleted branch in any later step of a page that had begun before', () => {
    const rows = Array.from({ length: 50 }, (_, index) => route(200 + index, { parentId: SERVICE }));
    const snapshot = load({ ...SCENARIO, resources: [...SCENARIO.resources, ...rows] });
    const page = snapshot.views.matrix({
      kind: 'group',
      principalId: 1,
      serviceId: SERVICE,
      assigned: false,
      offset: 0,
      limit: 100,
    });
    expect(page.next().done).toBe(false);
    changed(snapshot, { entity: 'resource', op: 'delete', row: resourceOf(ROUTE) });
    snapshot.reclaim(1);
    const shown = finished(page)!.rows.map(({ resource }) => resource.id);
    expect(shown).toHaveLength(rows.length + 1);
    expect(shown).not.toContain(ROUTE);
  });

  test('uses the memory of deleted objects for new ones only when nothing is left of them', () => {
    const store = new StoreBuilder(NAMES)
      .addUsers(SCENARIO.users)
      .addGroups(SCENARIO.groups)
      .addMemberships(SCENARIO.memberships)
      .addResources(SCENARIO.resources)
      .addServices(SCENARIO.services)
      .addUserAssignments(SCENARIO.userAssignments)
      .addGroupAssignments(SCENARIO.groupAssignments)
      .build();
    const apply = (...entries: ChangeEntry[]) => carryOut(store, inOneGo(planChange(store, entries)));
    const add = (id: number) =>
      apply(
        { entity: 'user', op: 'insert', row: { id, name: `new-${id}` } },
        {
          entity: 'resource',
          op: 'insert',
          row: { ...resourceOf(ROUTE), id, name: `new-${id}`, ordering: id },
        },
      );
    const slots = () => [store.resources.slots, store.users.slots];
    const before = slots();
    apply(
      { entity: 'user', op: 'delete', row: SCENARIO.users[1]! },
      { entity: 'resource', op: 'delete', row: resourceOf(ROUTE) },
    );
    add(500);
    expect(slots()).toEqual(before.map((count) => count + 1));
    expect(store.removals.isPending).toBe(true);
    while (store.removals.step(1));
    expect([store.removals.isPending, store.resources.hasDetached]).toEqual([false, false]);
    add(501);
    expect(slots()).toEqual(before.map((count) => count + 1));
  });
});

function resourceOf(id: number): ResourceRow {
  const row = SCENARIO.resources.find((resource) => resource.id === id);
  if (!row) throw new Error(`no resource ${id}`);
  return row;
}
