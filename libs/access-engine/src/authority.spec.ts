import fc from 'fast-check';
import { ACCESSES } from './permission';
import { ReferenceResolver } from './resolve.reference';
import { load } from './testing/fixture';
import { ANONYMOUS_USER, NAMES, TYPES, worldOf } from './testing/world';
import type { World } from './testing/world';

const worlds = fc
  .record({
    parents: fc.array(fc.nat(1000), { maxLength: 8 }),
    memberships: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { maxLength: 8 }),
    rules: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(3)), { maxLength: 24 }),
  })
  .map(worldOf);

/** All decisions of one name in a service: on every resource of it, exact or not. */
function accesses(world: World, userId: number, serviceId: number, name: 'read' | 'write'): string[] {
  const book = new ReferenceResolver(world, NAMES);
  return world.resources
    .filter(({ id, rootServiceId }) => (rootServiceId ?? id) === serviceId)
    .flatMap(({ id }) => [true, false].map((exact) => book.effective(userId, id, name, exact).access));
}

test('authority agrees with the decisions about all resources', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const snapshot = load(world);
      for (const { id: userId } of world.users) {
        for (const { resourceId } of world.services) {
          const { everywhere, somewhere } = snapshot.authority(userId, resourceId);
          const all = TYPES.namesOf('api').map((name) => {
            const found = new Set(accesses(world, userId, resourceId, name as 'read'));
            return [name, ...ACCESSES.map((access) => found.has(access))];
          });
          expect(
            TYPES.namesOf('api').map((name) => [name, somewhere.has(name), !everywhere.has(name)]),
          ).toEqual(all);
        }
      }
      expect(snapshot.authority(undefined, 100)).toEqual(snapshot.authority(ANONYMOUS_USER, 100));
    }),
    { numRuns: 300 },
  );
});
