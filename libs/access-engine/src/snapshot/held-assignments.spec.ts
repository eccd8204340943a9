import fc from 'fast-check';
import { permissionList } from '../permission-list';
import { inheritedEntries, resolvedEntries } from '../resolve';
import { assignment, load } from '../testing/fixture';
import { ADMINISTRATORS, ANONYMOUS_GROUP, type Scenario, scenarioOf } from '../testing/scenario';
import { ListArena } from './list-arena';
import type { AssignmentRow } from './rows';

const recipe = fc.record({
  parents: fc.array(fc.nat(1000), { maxLength: 3 }),
  // Few resources and many groups, so that many have the same assignment on one, in any number beside those of the user.
  memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 60 }),
  assignments: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 120 }),
  crowded: fc.constant(true),
});

/** An assignment of a user or a group of it, with its place among principals: the lowest takes precedence. */
interface Held extends AssignmentRow {
  readonly place: number;
  readonly type: 'direct' | 'inherited';
  readonly reason: string;
}

const STRENGTHS = ['allow-match', 'allow-recursive', 'deny-match', 'deny-recursive'];
const strength = ({ access, scope }: AssignmentRow): number => STRENGTHS.indexOf(`${access}-${scope}`);

/** What a user holds on a resource, from the rows, sorted by the order of lists and then by precedence. */
function heldOn(scenario: Scenario, userId: number, resourceId: number): Held[] {
  const groups = new Set(
    scenario.memberships.filter((row) => row.userId === userId).map(({ groupId }) => groupId),
  );
  const nameOf = (rows: Scenario['users'], id: number) => rows.find((row) => row.id === id)?.name;
  const placeOf = (group: number) => (group === ADMINISTRATORS ? 1 : group === ANONYMOUS_GROUP ? 3 : 2);
  const direct = scenario.userAssignments
    .filter((row) => row.principalId === userId)
    .map((row) => ({
      ...row,
      place: 0,
      type: 'direct' as const,
      reason: `user:${userId}:${nameOf(scenario.users, userId)}`,
    }));
  const inherited = scenario.groupAssignments
    .filter((row) => groups.has(row.principalId))
    .map((row) => ({
      ...row,
      place: placeOf(row.principalId),
      type: 'inherited' as const,
      reason: `group:${row.principalId}:${nameOf(scenario.groups, row.principalId)}`,
    }));
  return [...direct, ...inherited]
    .filter((row) => row.resourceId === resourceId)
    .sort(
      (a, b) =>
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
        strength(a) - strength(b) ||
        a.place - b.place ||
        a.principalId - b.principalId,
    );
}

const shown = ({ name, access, scope, type, reason }: Held) => ({ name, access, scope, type, reason });

/** One of each permission: the first of the principals that take precedence. */
function withoutDuplicates(held: readonly Held[]): Held[] {
  return held.filter(
    (row, index) =>
      held.findIndex((other) => other.name === row.name && strength(other) === strength(row)) === index,
  );
}

/** For each name, the strongest of the principals that take precedence. */
function resolved(held: readonly Held[]): object[] {
  return [...new Set(held.map(({ name }) => name))].map((name) => {
    const ofName = held.filter((row) => row.name === name);
    const place = Math.min(...ofName.map((row) => row.place));
    const best = Math.max(...ofName.filter((row) => row.place === place).map(strength));
    const winners = ofName.filter((row) => row.place === place && strength(row) === best);
    return { ...shown(winners[0]!), ...(winners.length > 1 && { reason: 'multiple' }) };
  });
}

describe('the distinct assignments of a user and its groups', () => {
  test('make the lists that follow from the rows', () => {
    fc.assert(
      fc.property(recipe, (random) => {
        const scenario = scenarioOf(random);
        const snapshot = load(scenario);
        for (const { id: userId } of scenario.users) {
          for (const { id: resourceId } of scenario.resources) {
            const held = heldOn(scenario, userId, resourceId);
            const found = snapshot.distinctAssignments(userId, resourceId);
            expect(permissionList(inheritedEntries(found)).permissions).toEqual(
              withoutDuplicates(held).map(shown),
            );
            expect(permissionList(resolvedEntries(found)).permissions).toEqual(resolved(held));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  describe('of a user in 5,000 groups', () => {
    const GROUPS = 5_000;
    const ids = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
    const services = ids(300, 100);
    const scenarioWith = (groupAssignments: readonly AssignmentRow[]): Scenario => ({
      ...scenarioOf({ parents: [], memberships: [], assignments: [] }),
      groups: ids(GROUPS, 1).map((id) => ({ id, name: id === 1 ? 'anonymous' : `g${id}` })),
      memberships: ids(GROUPS, 1).map((groupId) => ({ userId: 2, groupId })),
      resources: services.map((id) => ({
        id,
        name: `s${id}`,
        type: 'service',
        parentId: null,
        rootServiceId: null,
        ordering: 0,
      })),
      services: services.map((resourceId) => ({
        resourceId,
        type: 'api',
        url: null,
        configuration: null,
        proxy: null,
      })),
      groupAssignments,
    });

    test('are read without a search in each group for each service', () => {
      const rows = services.flatMap((id) => [7, 70, 700].map((group) => assignment(group + id, id)));
      const snapshot = load(scenarioWith(rows));
      const reads = (['at', 'values', 'lowerBound', 'firstFrom'] as const).map((name) =>
        jest.spyOn(ListArena.prototype, name),
      );
      const found = services.map((id) => snapshot.distinctAssignments(2, id).length);
      const operations = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      for (const read of reads) read.mockRestore();
      expect(found).toEqual(services.map(() => 2));
      expect(operations).toBeLessThan(10 * rows.length);
    });

    test('are as few as different ones, if all groups have the same', () => {
      const rows = ids(GROUPS, 1).flatMap((group) => [
        assignment(group, 100),
        assignment(group, 100, { name: 'write', access: 'deny' }),
      ]);
      const held = load(scenarioWith(rows)).distinctAssignments(2, 100);
      // The anonymous group is of another rank.
      expect(held.map(({ principal, name }) => [principal.id, name]).sort()).toEqual(
        [1, 2, 3].flatMap((group) => ['read', 'write'].map((name) => [group, name])),
      );
    });
  });
});
