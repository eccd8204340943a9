import fc from 'fast-check';
import { finished } from '../testing/all-steps';
import { ROUTE, SCENARIO, SERVICE, changed, load, route } from '../testing/fixture';
import type { AccessSnapshot } from './access-snapshot';

/** The scenario with further children of one resource, stored in the order of `ids`. */
function withChildren(ids: readonly number[]): AccessSnapshot {
  const resources = SCENARIO.resources.filter(({ parentId }) => parentId !== ROUTE);
  return load({ ...SCENARIO, resources: [...resources, ...ids.map((id) => route(id))] });
}

const partOf = (snapshot: AccessSnapshot, after: number, limit: number, parentId = ROUTE): number[] => [
  ...finished(snapshot.views.childIds({ parentId, after, limit })),
];

const ids = fc.uniqueArray(fc.integer({ min: 1_000, max: 2_000 }), { maxLength: 60 });

describe('the children of a resource by id', () => {
  test('are read in parts, each in ascending order after the one before, in whichever order they are stored', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 20 }), (first, later, limit) => {
        const snapshot = withChildren(first);
        const added = later.filter((id) => !first.includes(id));
        // Deleted ones leave slots that those added later take.
        const deleted = first.filter((_, index) => index % 3 === 0);
        changed(
          snapshot,
          ...deleted.map((id) => ({ entity: 'resource' as const, op: 'delete' as const, row: route(id) })),
        );
        changed(
          snapshot,
          ...added.map((id) => ({ entity: 'resource' as const, op: 'insert' as const, row: route(id) })),
        );
        const expected = [...first.filter((id) => !deleted.includes(id)), ...added].sort((a, b) => a - b);
        const seen: number[] = [];
        for (;;) {
          const part = partOf(snapshot, seen.at(-1) ?? -1, limit);
          expect(part.length).toBeLessThanOrEqual(limit);
          if (part.length === 0) break;
          seen.push(...part);
        }
        expect(seen).toEqual(expected);
      }),
    );
  });

  test('are those of that resource alone', () => {
    expect(partOf(load(SCENARIO), -1, 10, SERVICE)).toEqual([ROUTE]);
    expect(partOf(load(SCENARIO), ROUTE, 10, SERVICE)).toEqual([]);
    expect(partOf(load(SCENARIO), -1, 10, 999_999)).toEqual([]);
  });

  test('that exist all the time are found although others come and go between steps', () => {
    const count = 9_000;
    const lasting = Array.from({ length: count }, (_, index) => 10_000 + 2 * index);
    const passing = lasting.map((id) => id + 1);
    const snapshot = withChildren([...passing.slice(count / 2), ...lasting, ...passing.slice(0, count / 2)]);
    let next = 0;
    let steps = 0;
    const part = finished(snapshot.views.childIds({ parentId: ROUTE, after: -1, limit: 50_000 }), () => {
      steps += 1;
      // Slots are freed on both sides, and taken by a new child and by a resource elsewhere.
      const gone = [passing[next]!, passing[passing.length - 1 - next]!];
      changed(
        snapshot,
        ...gone.map((id) => ({ entity: 'resource' as const, op: 'delete' as const, row: route(id) })),
      );
      changed(
        snapshot,
        { entity: 'resource', op: 'insert', row: route(5_000 + next) },
        { entity: 'resource', op: 'insert', row: route(200_000 + next, { parentId: SERVICE }) },
      );
      next += 1;
    });
    expect(steps).toBeGreaterThan(5);
    const found = new Set(part);
    expect(lasting.filter((id) => !found.has(id))).toEqual([]);
    expect([...part].filter((id) => id >= 200_000)).toEqual([]);
    expect([...part]).toEqual([...found].sort((a, b) => a - b));
  });

  test('are none when the resource is deleted between steps', () => {
    const snapshot = withChildren(Array.from({ length: 5_000 }, (_, index) => 10_000 + index));
    let isDeleted = false;
    const part = finished(snapshot.views.childIds({ parentId: ROUTE, after: -1, limit: 10 }), () => {
      if (isDeleted) return;
      isDeleted = true;
      const row = snapshot.resource(ROUTE)!;
      changed(snapshot, { entity: 'resource', op: 'delete', row: row });
    });
    // What was read before is no harm: it is looked up again.
    expect(part.length).toBeLessThanOrEqual(10);
    expect(partOf(snapshot, -1, 10)).toEqual([]);
  });
});
