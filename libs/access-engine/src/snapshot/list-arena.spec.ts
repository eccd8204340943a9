import fc from 'fast-check';
import { EMPTY, ListArena } from './list-arena';

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b);

test('lists behave like sorted sets, regardless of changes of neighbouring lists', () => {
  const steps = fc.array(fc.tuple(fc.nat(7), fc.nat(3), fc.nat(40)), { maxLength: 200 });
  fc.assert(
    fc.property(steps, (operations) => {
      const arena = new ListArena();
      const lists = [EMPTY, EMPTY, EMPTY, EMPTY];
      const sets = lists.map(() => new Set<number>());
      for (const [operation, which, value] of operations) {
        const list = lists[which]!;
        const set = sets[which]!;
        if (operation <= 2 && !set.has(value)) {
          lists[which] = arena.insert(list, value);
          set.add(value);
        } else if (operation === 3 && set.has(value)) {
          lists[which] = arena.remove(list, value);
          set.delete(value);
        } else if (operation === 4) {
          const removed = ascending(set).filter((entry) => entry % 3 === value % 3);
          lists[which] = arena.removeAll(list, removed);
          for (const entry of removed) set.delete(entry);
        } else if (operation === 6) {
          const { taken, left } = arena.takeLast(list, value % 4);
          lists[which] = left;
          expect([...taken]).toEqual(ascending(set).slice(Math.max(0, set.size - (value % 4))));
          for (const entry of taken) set.delete(entry);
        } else if (operation === 7) {
          const added = ascending(
            [value, value + 2, value * 2, 3 * value].filter((entry) => !set.has(entry)),
          );
          lists[which] = arena.addAll(list, added);
          for (const entry of added) set.add(entry);
        } else if (operation === 5) {
          arena.release(list);
          lists[which] = arena.create(ascending([value, value + 1, value * 2]));
          sets[which] = new Set([value, value + 1, value * 2]);
        }
      }
      lists.forEach((list, which) => {
        const expected = ascending(sets[which]!);
        expect(arena.values(list)).toEqual(expected);
        expect(arena.length(list)).toBe(expected.length);
        expect(expected.map((_, index) => arena.at(list, index))).toEqual(expected);
        for (let value = 0; value < 90; value++) {
          expect(arena.firstFrom(list, value)).toBe(expected.find((entry) => entry >= value) ?? -1);
          expect(arena.lowerBound(list, value)).toBe(expected.filter((entry) => entry < value).length);
          expect(arena.has(list, value)).toBe(expected.includes(value));
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('a list can outgrow a page and shrink back to one entry', () => {
  const arena = new ListArena();
  const neighbour = arena.create([1, 2, 3]);
  let list = EMPTY;
  for (let value = 0; value < 70_000; value++) list = arena.insert(list, 2 * value);
  expect([arena.length(list), arena.at(list, 69_999), arena.has(list, 139_998)]).toEqual([
    70_000,
    139_998,
    true,
  ]);
  list = arena.removeAll(
    list,
    Array.from({ length: 70_000 }, (_, index) => 2 * index).filter((value) => value !== 500),
  );
  expect(arena.values(list)).toEqual([500]);
  expect(arena.values(neighbour)).toEqual([1, 2, 3]);
});

test('the largest values stay in order', () => {
  const arena = new ListArena();
  const values = [0, 1, 0x7ffffffe, 0x7fffffff];
  const list = values.reduceRight((grown, value) => arena.insert(grown, value), EMPTY);
  expect(arena.values(list)).toEqual(values);
  expect(arena.firstFrom(list, 2)).toBe(0x7ffffffe);
  expect(arena.remove(arena.create([0x7fffffff]), 0x7fffffff)).toBe(EMPTY);
});

test('an entry is replaced in place', () => {
  const arena = new ListArena();
  expect(arena.values(arena.replace(arena.create([4, 8, 12]), 8, 9))).toEqual([4, 9, 12]);
  expect(arena.values(arena.replace(arena.create([8]), 8, 9))).toEqual([9]);
});
