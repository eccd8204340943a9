import * as fc from 'fast-check';
import { nestsTooDeep } from './depth';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of a JSON text', () => {
  it('is that of the value it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 6 }), (value, limit) => {
        expect(nestsTooDeep(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
      }),
    );
  });

  it('does not count brackets in texts', () => {
    expect(nestsTooDeep('{"a": "[[[[", "b\\"[[": "\\\\[["}', 1)).toBe(false);
  });

  it('is found in a hundred thousand levels without a deep stack', () => {
    expect(nestsTooDeep('['.repeat(100_000))).toBe(true);
  });
});
