import fc from 'fast-check';
import { finished } from '../../testing/all-steps';
import { SCENARIO, LEAF, ROUTE, SERVICE, assignment, load } from '../../testing/fixture';
import { ACCESSES, SCOPES } from '../../permission';
import { PERMISSIONS_IN_USE, ANONYMOUS_GROUP, pick, scenarioOf } from '../../testing/scenario';
import type { Scenario } from '../../testing/scenario';
import type { AssignmentRow } from '../rows';
import type { AssignmentEdit } from './assignment-overlay';

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 10 }),
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 30 }),
});
/** Principal, resource, name, and modifiers or removal. */
const choices = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1), fc.nat(4)), {
  minLength: 1,
  maxLength: 5,
});

function editsOf(
  scenario: Scenario,
  chosen: readonly (readonly [number, number, number, number])[],
): AssignmentEdit[] {
  const edits = chosen.map(([principal, resource, name, modifiers]): AssignmentEdit => {
    const kind = principal % 2 === 0 ? 'user' : 'group';
    return {
      kind,
      principalId: pick(kind === 'user' ? scenario.users : scenario.groups, principal >>> 1).id,
      resourceId: pick(scenario.resources, resource).id,
      name: pick(PERMISSIONS_IN_USE, name),
      modifiers:
        modifiers === 4
          ? undefined
          : { access: pick(ACCESSES, modifiers), scope: pick(SCOPES, modifiers >>> 1) },
    };
  });
  return [...new Map(edits.map((edit) => [keyOf(edit), edit])).values()];
}

const keyOf = ({
  kind,
  principalId,
  resourceId,
  name,
}: Pick<AssignmentEdit, 'kind' | 'principalId' | 'resourceId' | 'name'>) =>
  `${kind} ${principalId} ${resourceId} ${name}`;

/** The scenario with the edits applied to its rows. */
function edited(scenario: Scenario, edits: readonly AssignmentEdit[]): Scenario {
  const apply = (kind: 'user' | 'group', rows: readonly AssignmentRow[]): AssignmentRow[] => {
    const byKey = new Map(rows.map((row) => [keyOf({ ...row, kind }), row]));
    for (const edit of edits.filter((one) => one.kind === kind)) {
      const { principalId, resourceId, name, modifiers } = edit;
      if (modifiers) byKey.set(keyOf(edit), { principalId, resourceId, name, ...modifiers });
      else byKey.delete(keyOf(edit));
    }
    return [...byKey.values()];
  };
  return {
    ...scenario,
    userAssignments: apply('user', scenario.userAssignments),
    groupAssignments: apply('group', scenario.groupAssignments),
  };
}

describe('a preview', () => {
  test('lists exactly the decisions that differ between snapshots of the rows before and after', () => {
    fc.assert(
      fc.property(recipe, choices, (start, chosen) => {
        const scenario = scenarioOf(start);
        const edits = editsOf(scenario, chosen);
        const [before, after] = [load(scenario), load(edited(scenario, edits))];
        const expected = scenario.users.flatMap(({ id: user, name: userName }) =>
          scenario.resources.flatMap(({ id }) =>
            PERMISSIONS_IN_USE.flatMap((name) => {
              const [was, is] = [before.decide(user, id, name, true), after.decide(user, id, name, true)];
              if (was.access === is.access) return [];
              return [`${userName} ${id} ${name} ${was.access} ${is.access} ${is.reason}`];
            }),
          ),
        );
        const found = finished(before.views.preview({ edits, offset: 0, limit: 10_000 }))!;
        const lines = found.entries.map(
          ({ userName, resourceId, name, before: was, after: is, reason }) =>
            `${userName} ${resourceId} ${name} ${was} ${is} ${reason}`,
        );
        expect([...lines].sort()).toEqual(expected.sort());
        expect([found.total, found.truncated]).toEqual([expected.length, false]);
        for (const name of PERMISSIONS_IN_USE) {
          const ofName = found.entries.filter((entry) => entry.name === name);
          const effect = found.effects.find((one) => one.name === name);
          for (const [access, count] of [
            ['allow', effect?.gained],
            ['deny', effect?.lost],
          ] as const) {
            const ofAccess = ofName.filter((entry) => entry.after === access);
            const users = new Set(ofAccess.map(({ userName }) => userName));
            expect(count ?? { users: 0, pairs: 0, anonymous: false }).toEqual({
              users: users.size,
              pairs: ofAccess.length,
              anonymous: users.has('anonymous'),
            });
          }
        }
        const pages = [];
        for (let offset = 0; offset < found.total; offset += 3)
          pages.push(...finished(before.views.preview({ edits, offset, limit: 3 }))!.entries);
        expect(pages).toEqual(found.entries);
      }),
      { numRuns: 300 },
    );
  });

  test('reports whether all users are concerned, and the number of effective edits', () => {
    const snapshot = load({ ...SCENARIO, groupAssignments: [assignment(ANONYMOUS_GROUP, SERVICE)] });
    const edit = (principalId: number, access: 'allow' | 'deny' | undefined): AssignmentEdit => ({
      kind: 'group',
      principalId,
      resourceId: SERVICE,
      name: 'read',
      modifiers: access && { access, scope: 'recursive' },
    });
    const read = (...edits: AssignmentEdit[]) =>
      finished(snapshot.views.preview({ edits, offset: 0, limit: 1 }))!;
    expect(read(edit(ANONYMOUS_GROUP, 'allow'))).toMatchObject({ changed: 0, everybody: false, total: 0 });
    const removed = read(edit(ANONYMOUS_GROUP, undefined), edit(3, 'deny'));
    expect(removed).toMatchObject({ changed: 2, everybody: true });
    expect(removed.effects[0]?.lost).toEqual({ users: 4, pairs: 16, anonymous: true });
  });

  test('is undefined for an unknown principal or resource', () => {
    const edit: AssignmentEdit = {
      kind: 'user',
      principalId: 2,
      resourceId: LEAF,
      name: 'read',
      modifiers: undefined,
    };
    for (const unknown of [{ principalId: 99 }, { resourceId: 999 }]) {
      const edits = [{ ...edit, ...unknown }];
      expect(finished(load(SCENARIO).views.preview({ edits, offset: 0, limit: 1 }))).toBeUndefined();
    }
  });

  test('counts decisions without computing each pair of user and resource, in steps', () => {
    const users = Array.from({ length: 2_000 }, (_, index) => ({ id: 1_000 + index, name: `user-${index}` }));
    const resources = Array.from({ length: 20_000 }, (_, index) => ({
      ...SCENARIO.resources[2]!,
      id: 10_000 + index,
      name: `leaf-${index}`,
      ordering: index,
      parentId: ROUTE,
    }));
    const snapshot = load({
      ...SCENARIO,
      users: [...SCENARIO.users, ...users],
      memberships: [
        ...SCENARIO.memberships,
        ...users.map(({ id }) => ({ userId: id, groupId: ANONYMOUS_GROUP })),
      ],
      resources: [...SCENARIO.resources, ...resources],
      userAssignments: [assignment(1_000, 10_000, { access: 'deny' })],
    });
    const edits: AssignmentEdit[] = [
      {
        kind: 'group',
        principalId: ANONYMOUS_GROUP,
        resourceId: SERVICE,
        name: 'read',
        modifiers: { access: 'allow', scope: 'recursive' },
      },
    ];
    let steps = 0;
    const deep = { edits, offset: 2_004 * 20_004 - 3, limit: 10 };
    const found = finished(snapshot.views.preview(deep), () => steps++)!;
    expect(found.effects).toEqual([
      {
        name: 'read',
        gained: { users: 2_004, pairs: 2_004 * 20_004 - 1, anonymous: true },
        lost: { users: 0, pairs: 0, anonymous: false },
      },
    ]);
    expect(found.entries).toHaveLength(2);
    expect(steps).toBeGreaterThan(10);
  });

  test('is truncated above its limits, and reports it', () => {
    const users = Array.from({ length: 1_000 }, (_, index) => ({ id: 1_000 + index, name: `user-${index}` }));
    const resources = users.map(({ id }, index) => ({
      ...SCENARIO.resources[2]!,
      id: 10_000 + id,
      name: `home-${index}`,
      ordering: index,
      parentId: ROUTE,
    }));
    const snapshot = load({
      ...SCENARIO,
      users: [...SCENARIO.users, ...users],
      memberships: [
        ...SCENARIO.memberships,
        ...users.map(({ id }) => ({ userId: id, groupId: ANONYMOUS_GROUP })),
      ],
      resources: [...SCENARIO.resources, ...resources],
      userAssignments: users.map(({ id }) => assignment(id, 10_000 + id)),
    });
    const edits: AssignmentEdit[] = [
      {
        kind: 'group',
        principalId: ANONYMOUS_GROUP,
        resourceId: SERVICE,
        name: 'read',
        modifiers: { access: 'allow', scope: 'recursive' },
      },
    ];
    const found = finished(snapshot.views.preview({ edits, offset: 0, limit: 1 }))!;
    expect(found.truncated).toBe(true);
    expect(found.total).toBeGreaterThan(0);
    expect(found.total).toBeLessThan(1_004 * 1_004);
  });
});
