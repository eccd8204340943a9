import fc from 'fast-check';
import { renderJson } from './json';
import { shareText, smallJson } from './small-json';

describe('the writer of small JSON texts', () => {
  it('writes every value exactly as the writer of large ones does', () => {
    const values = fc.jsonValue({ maxDepth: 4 });
    fc.assert(fc.property(values, (value) => expect(smallJson({ value })).toBe(renderJson({ value }))));
  });

  it('escapes what JSON escapes in names and values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
        const value = Object.fromEntries([[name, text]]);
        expect(JSON.parse(smallJson(value) ?? '')).toEqual(value);
      }),
    );
  });

  it('leaves out members without JSON form, writes them as null in lists, and writes dates as texts', () => {
    const value = { none: undefined, call: () => 1, at: new Date(0), list: [undefined, NaN, () => 1] };
    expect(smallJson(value)).toBe('{"at": "1970-01-01T00:00:00.000Z", "list": [null, null, null]}');
  });

  it('returns undefined for a value with too many members for one step', () => {
    const list = Array.from({ length: 1_900 }, (_, index) => index);
    expect(smallJson({ list })).toBe(renderJson({ list }));
    expect(smallJson({ list, again: list })).toBeUndefined();
  });

  it('writes a shared list as any other, wherever it occurs', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 20 }), (list) => {
        const text = renderJson({ one: list, other: [list] });
        const shared = shareText(list);
        expect(smallJson({ one: shared, other: [shared] })).toBe(text);
      }),
    );
  });

  it('writes a shared object as any other, wherever it occurs', () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 20 });
    fc.assert(
      fc.property(members, (object) => {
        const text = renderJson({ one: object, other: [object] });
        const shared = shareText(object);
        expect(smallJson({ one: shared, other: [shared] })).toBe(text);
      }),
    );
  });

  it('does not modify a shared list', () => {
    const list = shareText([1, 2]) as number[];
    expect(() => list.push(3)).toThrow(TypeError);
    expect(smallJson({ list })).toBe('{"list": [1, 2]}');
  });

  it('refuses to share a list that is too large to be written in one step', () => {
    expect(() => shareText(Array.from({ length: 2_000 }, () => 0))).toThrow(RangeError);
  });
});
