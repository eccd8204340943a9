import fc from 'fast-check';
import { flattened, nested } from '../tree';
import { finished } from '../testing/all-steps';
import { SCENARIO, SERVICE, changed, load, route, assignment } from '../testing/fixture';
import { ModelStore } from '../testing/model-store';
import type { Write } from '../testing/model-store';
import { ADMINISTRATORS, TYPES, scenarioOf } from '../testing/scenario';
import type { Scenario } from '../testing/scenario';
import type { AccessSnapshot } from './access-snapshot';
import type { MatrixPageRequest } from './matrix';
import type { ResourceRow } from './rows';

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 10 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 6 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 30 }),
});
const write: fc.Arbitrary<Write> = fc.tuple(
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(1000),
  fc.nat(3),
);
const revisions = fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 8 });

const ALL = { offset: 0, limit: 1000, assigned: false };

function principalsOf(scenario: Scenario): Pick<MatrixPageRequest, 'kind' | 'principalId'>[] {
  return [
    ...scenario.users.map(({ id }) => ({ kind: 'user' as const, principalId: id })),
    ...scenario.groups.map(({ id }) => ({ kind: 'group' as const, principalId: id })),
  ];
}

/** The expected views, computed from the rows without the compiled lists. */
function expectedRow(
  snapshot: AccessSnapshot,
  scenario: Scenario,
  kind: 'user' | 'group',
  principalId: number,
) {
  const own = kind === 'user' ? scenario.userAssignments : scenario.groupAssignments;
  const held = own.filter((one) => one.principalId === principalId);
  const { resources } = scenario;
  const pathUp = (row: ResourceRow): ResourceRow[] => {
    const parent = resources.find(({ id }) => id === row.parentId);
    return parent ? [row, ...pathUp(parent)] : [row];
  };
  const isAdministrators = kind === 'group' && snapshot.group(principalId)?.name === 'administrators';
  return (resource: ResourceRow) => {
    const type = snapshot.serviceOf(resource.id)!.type;
    const path = pathUp(resource);
    return {
      resource,
      level: path.length - 1,
      path: path
        .map(({ name }) => name)
        .reverse()
        .join('/'),
      childCount: resources.filter(({ parentId }) => parentId === resource.id).length,
      assignedBelow: new Set(
        held
          .map(({ resourceId }) => resources.find(({ id }) => id === resourceId)!)
          .filter((row) => row !== resource && pathUp(row).includes(resource)),
      ).size,
      cells: TYPES.permissionsOf(type, resource.type).map((name) => {
        const explicit = held.find((one) => one.resourceId === resource.id && one.name === name);
        const { access, reason } =
          kind === 'user'
            ? snapshot.decide(principalId, resource.id, name, true)
            : isAdministrators
              ? { access: 'allow', reason: 'administrator' }
              : snapshot.decideForGroup(principalId, resource.id, name, true);
        const source =
          kind === 'user'
            ? snapshot.explain(principalId, resource.id, name).assignments.find(({ used }) => used)
                ?.resourceId
            : path.find(({ id }) =>
                held.some(
                  (one) =>
                    one.resourceId === id &&
                    one.name === name &&
                    (one.scope === 'recursive' || id === resource.id),
                ),
              )?.id;
        return {
          name,
          explicit: explicit && { access: explicit.access, scope: explicit.scope },
          effective: {
            access,
            reason,
            resourceId: isAdministrators ? undefined : source,
            principal: /^(user|group):/.test(reason) ? reason : undefined,
          },
          // Its values are those of member-decision.spec.ts.
          member: kind === 'group' ? expect.anything() : undefined,
        };
      }),
    };
  };
}

describe('the permission matrix', () => {
  test('has the rows, assignments, decisions and counts that follow from the rows, after random changes', () => {
    fc.assert(
      fc.property(recipe, revisions, (start, writes) => {
        const store = new ModelStore(scenarioOf(start));
        const snapshot = load(store.scenario());
        for (const revision of writes) {
          // What is kept must be dropped when it changes.
          for (const principal of principalsOf(store.scenario()).slice(0, 3))
            for (const { resourceId } of store.scenario().services)
              finished(snapshot.views.matrix({ ...ALL, ...principal, serviceId: resourceId }));
          snapshot.apply(store.write(revision));
        }
        const scenario = store.scenario();
        const trees = nested(scenario.resources);
        for (const principal of principalsOf(scenario)) {
          const rowOf = expectedRow(snapshot, scenario, principal.kind, principal.principalId);
          for (const { resourceId: serviceId } of scenario.services) {
            const tree = trees.find(({ row }) => row.id === serviceId)!;
            const read = (more: Partial<MatrixPageRequest>) =>
              finished(snapshot.views.matrix({ ...ALL, ...principal, serviceId, ...more }))!;
            expect(read({}).rows).toEqual([tree.row, ...tree.children.map(({ row }) => row)].map(rowOf));
            for (const row of flattened([tree])) {
              const children = scenario.resources
                .filter(({ parentId }) => parentId === row.id)
                .sort((a, b) => a.ordering - b.ordering || a.id - b.id);
              const page = read({ parentId: row.id, offset: 1, limit: 2 });
              expect(page.rows.map(({ resource }) => resource)).toEqual(children.slice(1, 3));
              expect(page.total).toBe(children.length);
            }
            const isAssigned = ({ resource, cells: _ }: { resource: ResourceRow; cells: unknown }) =>
              snapshot[principal.kind === 'user' ? 'assignedResources' : 'groupAssignedResources'](
                principal.principalId,
                false,
              ).has(resource.id);
            const assigned = flattened([tree]).map(rowOf).filter(isAssigned);
            expect(read({ assigned: true }).rows).toEqual(assigned);
            const [, second] = flattened([tree]);
            if (second) {
              const below = new Set(flattened(tree.children.slice(0, 1)).map(({ id }) => id));
              below.delete(second.id);
              expect(read({ assigned: true, parentId: second.id }).rows).toEqual(
                assigned.filter(({ resource }) => below.has(resource.id)),
              );
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('allows the group of administrators everything, regardless of its assignments', () => {
    const snapshot = load({
      ...SCENARIO,
      groupAssignments: [assignment(ADMINISTRATORS, SERVICE, { access: 'deny' })],
    });
    const request = { ...ALL, kind: 'group' as const, principalId: ADMINISTRATORS, serviceId: SERVICE };
    const cells = finished(snapshot.views.matrix(request))!.rows.flatMap((row) => row.cells);
    expect(new Set(cells.map(({ effective }) => effective.reason))).toEqual(new Set(['administrator']));
    expect(cells[0]?.explicit).toEqual({ access: 'deny', scope: 'recursive' });
  });

  test('is undefined for an unknown user, group, service or parent', () => {
    const snapshot = load(SCENARIO);
    const request = { ...ALL, kind: 'user' as const, principalId: 2, serviceId: SERVICE };
    for (const unknown of [{ principalId: 99 }, { serviceId: 999 }, { parentId: 999 }, { serviceId: 101 }])
      expect(finished(snapshot.views.matrix({ ...request, ...unknown }))).toBeUndefined();
  });
});

describe('a location', () => {
  test('is the path with the number of siblings before each resource, after random changes', () => {
    fc.assert(
      fc.property(recipe, revisions, (start, writes) => {
        const store = new ModelStore(scenarioOf(start));
        const snapshot = load(store.scenario());
        for (const revision of writes) snapshot.apply(store.write(revision));
        for (const { id } of store.scenario().resources) {
          const { steps } = finished(snapshot.views.location(id))!;
          expect(steps.map(({ resource }) => resource)).toEqual(snapshot.pathOf(id).reverse());
          for (const { resource, offset } of steps) {
            const siblings = resource.parentId === null ? [resource] : snapshot.children(resource.parentId);
            expect(siblings[offset]).toEqual(resource);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('children in an order other than the stored one', () => {
  const COUNT = 30_000;
  /** Positions descend, then ascend, so that no run of the list is in order as a whole. */
  const many = (snapshot: AccessSnapshot) =>
    changed(
      snapshot,
      ...Array.from({ length: COUNT }, (_, index) => ({
        entity: 'resource' as const,
        op: 'insert' as const,
        row: route(10_000 + index, { ordering: index % 3 === 0 ? COUNT - index : index }),
      })),
    );
  const page = { ...ALL, kind: 'user' as const, principalId: 2, serviceId: SERVICE, parentId: 101 };

  test('are read in steps that let other work happen in between, and are of one revision', () => {
    const snapshot = many(load(SCENARIO));
    const expected = snapshot.children(101).map(({ id }) => id);
    const request = { ...page, offset: 15_000, limit: 50 };
    let steps = 0;
    const read = finished(snapshot.views.matrix(request), () => {
      if (++steps === 5)
        changed(snapshot, { entity: 'resource', op: 'delete', row: snapshot.resource(expected[0]!)! });
    })!;
    expect(steps).toBeGreaterThan(20);
    expect(read.revision).toBe(snapshot.revision);
    expect(read.total).toBe(COUNT + 1);
    expect(read.rows.map(({ resource }) => resource.id)).toEqual(expected.slice(15_001, 15_051));
    let more = 0;
    finished(snapshot.views.matrix(request), () => more++);
    expect(more).toBeLessThan(5);
  });

  test('are read although something changes after each step', () => {
    const snapshot = many(load(SCENARIO));
    let name = 0;
    const read = finished(snapshot.views.matrix({ ...page, limit: 2 }), () => {
      changed(snapshot, {
        entity: 'resource',
        op: 'update',
        row: route(10_001, { name: `again${++name}`, ordering: 1 }),
      });
    })!;
    expect(read.revision).toBe(snapshot.revision);
    expect(name).toBeGreaterThan(0);
  });
});
