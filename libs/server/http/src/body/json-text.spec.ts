import * as fc from 'fast-check';
import { extentOf } from './json-text';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const membersOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + 1 + membersOf(member), 0)
    : 0;

describe('the extent of a JSON text', () => {
  it('is too deep exactly when the value nests deeper', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 6 }), (value, depth) => {
        expect(extentOf(JSON.stringify(value), depth).tooDeep).toBe(depthOf(value) > depth);
      }),
    );
  });

  it('holds the members of the value at all levels, however the text is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', ' ', '\t', '\r\n'), (value, space) => {
        expect(extentOf(JSON.stringify(value, undefined, space)).members).toBe(membersOf(value));
      }),
    );
  });

  it('counts a name that is there twice as two members', () => {
    expect(extentOf('{"a": 1, "a": 2}').members).toBe(2);
  });

  it('does not count brackets and commas in texts', () => {
    const text = '{"a": "[[[[,,,,", "b\\"[[": "\\\\[["}';
    expect(extentOf(text, 1)).toEqual({ tooDeep: false, members: 2 });
  });

  it('is told of a hundred thousand levels without a deep stack', () => {
    expect(extentOf('['.repeat(100_000)).tooDeep).toBe(true);
  });
});
