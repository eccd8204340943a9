import fc from 'fast-check';
import { finished } from '../testing/all-steps';
import { sortedInSteps } from './sorted-in-steps';

describe('sorting in steps', () => {
  test('returns the order of the built-in sort', () => {
    const lists = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 100 });
    fc.assert(
      fc.property(lists, (list) => {
        const sorted = finished(sortedInSteps(Int32Array.from(list), (a, b) => a - b));
        expect([...sorted]).toEqual([...list].sort((a, b) => a - b));
      }),
    );
  });

  test('keeps the order of equal values', () => {
    const compare = (a: number, b: number) => (a % 10) - (b % 10);
    const list = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 5_000);
    expect([...finished(sortedInSteps(Int32Array.from(list), compare))]).toEqual([...list].sort(compare));
  });
});
