import fc from 'fast-check';
import { IdSet } from './id-set';

const ids = fc.integer({ min: 0, max: 0x7fffffff });

describe('a set of ids', () => {
  test('has what was added, each once, whether it is small or large', () => {
    // More than are hashed, some of them close to each other.
    const many = Array.from(
      { length: 6_000 },
      (_, index) => (index % 2 === 0 ? index : index * 300_007) & 0x7fffffff,
    );
    fc.assert(
      fc.property(fc.array(ids), fc.array(ids), fc.boolean(), (added, asked, isLarge) => {
        const set = new IdSet();
        const expected = new Set<number>();
        for (const id of isLarge ? [...many, ...added, ...added] : [...added, ...added]) {
          expect(set.add(id)).toBe(!expected.has(id));
          expected.add(id);
        }
        for (const id of [...added, ...asked, 0, 1023, 1024, 0x7fffffff, ...many.slice(0, 100)])
          expect(set.has(id)).toBe(expected.has(id));
      }),
      { numRuns: 50 },
    );
  });
});
