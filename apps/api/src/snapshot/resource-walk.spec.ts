import fc from 'fast-check';
import {
  AccessSnapshot,
  type ChangeEntry,
  type ResourceRow,
  type ServiceRow,
  type TypeCatalogue,
} from '@gatehouse/access-engine';
import { ResourceWalk } from './resource-walk';

const SERVICE = 1;
const ALL = () => true;
const TYPES: TypeCatalogue = {
  permissionsOf: () => ['read'],
  namesOf: () => ['read'],
  namesBelow: () => ['read'],
};
const NAMES = { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' };

const resource = (id: number, parentId: number | null): ResourceRow => ({
  id,
  name: `r${id}`,
  type: parentId === null ? 'service' : 'route',
  parentId,
  rootServiceId: parentId === null ? null : SERVICE,
  ordering: 1000 - (id % 7),
});

/** A service with resources, each below an earlier one. */
function snapshotOf(rows: readonly ResourceRow[]): AccessSnapshot {
  const service: ServiceRow = { resourceId: SERVICE, type: 'api', url: '', configuration: null, proxy: null };
  return AccessSnapshot.load(
    {
      revision: 1,
      users: [],
      groups: [],
      memberships: [],
      resources: rows,
      services: [service],
      userAssignments: [],
      groupAssignments: [],
    },
    NAMES,
    TYPES,
  );
}

/** All ids below a resource, each before those below it; `between` is called at each step. */
function visit(walk: ResourceWalk, id: number, between: (id?: number) => void = () => undefined): number[] {
  const seen: number[] = [];
  for (const step of walk.children(id)) {
    if (typeof step === 'function') throw new Error('a walk waits for nothing');
    if (step === undefined) {
      between();
      continue;
    }
    seen.push(step.id);
    between(step.id);
    if (walk.hasChildren(step.id)) seen.push(...visit(walk, step.id, between));
  }
  return seen;
}

/** The same from the rows. */
function expectedBelow(rows: readonly ResourceRow[], id: number): number[] {
  return rows
    .filter(({ parentId }) => parentId === id)
    .sort((one, other) => one.id - other.id)
    .flatMap((row) => [row.id, ...expectedBelow(rows, row.id)]);
}

/** Rows of a random tree, stored in an order that is not that of their ids. */
const trees = fc.tuple(fc.array(fc.nat(), { maxLength: 60 }), fc.boolean()).map(([choices, isDeep]) => {
  const rows = [resource(SERVICE, null)];
  choices.forEach((choice, index) => {
    const parent = isDeep ? rows.length - 1 - (choice % Math.min(3, rows.length)) : choice % rows.length;
    rows.push(resource(2 + ((index * 37) % 1009), rows[parent]!.id));
  });
  return rows;
});

describe('a walk', () => {
  it('visits everything below a resource by ascending id, however few ids it keeps', () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 1, max: 12 }), (rows, maxHeldIds) => {
        const snapshot = snapshotOf(rows);
        const walk = new ResourceWalk(() => snapshot, ALL, maxHeldIds);
        for (const { id } of rows.slice(0, 3)) expect(visit(walk, id)).toEqual(expectedBelow(rows, id));
      }),
    );
  });

  it('visits only resources that are included', () => {
    fc.assert(
      fc.property(trees, fc.integer({ min: 1, max: 5 }), (rows, maxHeldIds) => {
        const snapshot = snapshotOf(rows);
        const isIncluded = (id: number) => id % 3 !== 0;
        const walk = new ResourceWalk(() => snapshot, isIncluded, maxHeldIds);
        const included = rows.filter(({ id }) => isIncluded(id));
        expect(visit(walk, SERVICE)).toEqual(expectedBelow(included, SERVICE));
      }),
    );
  });

  it('keeps no more ids than it may, of all levels together, nor one for each resource', () => {
    const rows = [resource(SERVICE, null)];
    for (let level = 0, parent = SERVICE; level < 30; level += 1) {
      for (let child = 0; child < 20; child += 1) rows.push(resource(2 + level * 20 + child, parent));
      parent = rows.at(-1)!.id;
    }
    const snapshot = snapshotOf(rows);
    const walk = new ResourceWalk(() => snapshot, ALL, 50);
    const { levels } = walk as unknown as { levels: { ids: Int32Array | undefined }[] };
    let most = 0;
    const seen = visit(walk, SERVICE, () => {
      const held = levels.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0);
      expect(held).toBeLessThanOrEqual(50);
      most = Math.max(most, levels.length);
    });
    expect(seen).toEqual(expectedBelow(rows, SERVICE));
    expect(most).toBe(30);
    expect(levels).toEqual([]);
  });

  it('leaves out what is deleted meanwhile with everything below it, and nothing else that was there all the time', () => {
    fc.assert(
      fc.property(
        trees,
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat(), fc.boolean()), { maxLength: 10 }),
        (rows, maxHeldIds, changes) => {
          let snapshot = snapshotOf(rows);
          let present = [...rows];
          const walk = new ResourceWalk(() => snapshot, ALL, maxHeldIds);
          const deletedAt = new Map<number, number>();
          const seenAt = new Map<number, number>();
          let time = 0;
          let nextId = 5_000;
          const seen = visit(walk, SERVICE, (id) => {
            time += 1;
            if (id !== undefined) seenAt.set(id, time);
            for (const [at, choice, isReload] of changes) {
              if (at !== time) continue;
              const row = present[choice % present.length]!;
              const gone = row.parentId === null ? [] : [row.id, ...expectedBelow(present, row.id)];
              const parent = present.find(({ id: other }) => !gone.includes(other))!;
              const added = resource(nextId++, parent.id);
              const deletions: ChangeEntry[] = gone
                .toReversed()
                .map((other) => ({ entity: 'resource', op: 'delete', row: snapshot.resource(other)! }));
              present = [...present.filter(({ id: other }) => !gone.includes(other)), added];
              for (const other of gone) deletedAt.set(other, time);
              snapshot.apply({
                revision: snapshot.revision + 1,
                entries: [...deletions, { entity: 'resource', op: 'insert', row: added }],
              });
              if (isReload) snapshot = snapshotOf(present);
            }
          });
          const original = new Set(expectedBelow(rows, SERVICE));
          expect(new Set(seen).size).toBe(seen.length);
          for (const id of original) {
            const deleted = deletedAt.get(id);
            if (deleted === undefined) expect(seen).toContain(id);
            else if (seenAt.has(id)) expect(seenAt.get(id)).toBeLessThanOrEqual(deleted);
          }
          // The order of what was there from the beginning.
          const lasting = seen.filter((id) => original.has(id) && !deletedAt.has(id));
          expect(lasting).toEqual(expectedBelow(rows, SERVICE).filter((id) => lasting.includes(id)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
