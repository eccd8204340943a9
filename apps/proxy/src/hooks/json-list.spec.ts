import fc from 'fast-check';
import { HookFailed } from './hook-failed';
import { finished } from '@gatehouse/request-body';
import { type JsonList, findList as findListInSteps } from './json-list';

const findList = (text: string, steps: readonly string[]) => {
  const list = finished(findListInSteps(text, steps));
  const keep = (...input: Parameters<JsonList['keep']>) => finished(list.keep(...input));
  return { items: list.items, keep };
};

describe('a list in a JSON text', () => {
  it('keeps the remaining items unchanged byte for byte', () => {
    const text = ' { "n" : 3,\n "a\\u0062": [ {"x": 1.50} , "]\\"", 12345678901234567890 ], "z": {"n": 3} } ';
    const list = findList(text, ['ab']);
    expect(list.items.slice(0, 2)).toEqual([{ x: 1.5 }, ']"']);
    expect(list.keep([true, false, true], [['n'], ['z', 'n'], ['none']])).toBe(
      ' { "n" : 2,\n "a\\u0062": [{"x": 1.50},12345678901234567890], "z": {"n": 2} } ',
    );
  });

  it.each([
    ['[]', [], '[]'],
    [' [ 1 ]', [], ' []'],
    ['{"a":{"b":[[1],[2]]}}', ['a', 'b'], '{"a":{"b":[]}}'],
    ['{"__proto__":[1]}', ['__proto__'], '{"__proto__":[]}'],
  ])('of %s can be emptied', (text, steps, emptied) => {
    expect(findList(text, steps).keep([], [])).toBe(emptied);
  });

  it('has no count where the text has no number', () => {
    const text = '{"a":[1,2],"n":"2","m":null}';
    expect(findList(text, ['a']).keep([true], [['n'], ['m'], ['a']])).toBe('{"a":[1],"n":"2","m":null}');
  });

  it.each([
    ['where nothing is', '{}', ['a']],
    ['where something else is', '{"a":{}}', ['a']],
    ['below what has no members', '{"a":[[1]]}', ['a', '0']],
    ['under a repeated name', '{"a":[1],"a":[]}', ['a']],
    ['under a repeated name in two spellings', '{"a":[1],"\\u0061":[]}', ['a']],
  ])('is not found %s', (_where, text, steps) => {
    expect(() => findList(text, steps)).toThrow(HookFailed);
  });

  it('is filtered like the parsed value, regardless of its spelling', () => {
    const items = fc.array(fc.tuple(fc.jsonValue(), fc.boolean()));
    fc.assert(
      fc.property(items, fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (pairs, other, indent) => {
        const text = JSON.stringify(
          { other, list: pairs.map(([item]) => item), total: pairs.length },
          null,
          indent,
        );
        const kept = pairs.filter(([, isKept]) => isKept).map(([item]) => item);
        const list = findList(text, ['list']);
        expect(list.items).toEqual(JSON.parse(JSON.stringify(pairs.map(([item]) => item))));
        const left = list.keep(
          pairs.map(([, isKept]) => isKept),
          [['total']],
        );
        expect(JSON.parse(left)).toEqual(
          JSON.parse(JSON.stringify({ other, list: kept, total: kept.length })),
        );
      }),
    );
  });
});
