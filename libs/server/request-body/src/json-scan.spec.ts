import * as fc from 'fast-check';
import { type JsonChild, JsonScan } from './json-scan';

const extentOf = (text: string, depth = 64) => {
  const scan = new JsonScan(text, { depth });
  scan.run();
  return { tooDeep: scan.excess === 'depth', members: scan.excess ? 0 : scan.values };
};

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

  it('counts a duplicate name as two members', () => {
    expect(extentOf('{"a": 1, "a": 2}').members).toBe(2);
  });

  it('does not count brackets and commas in texts', () => {
    const text = '{"a": "[[[[,,,,", "b\\"[[": "\\\\[["}';
    expect(extentOf(text, 1)).toEqual({ tooDeep: false, members: 2 });
  });

  it('is determined for a hundred thousand levels without a deep stack', () => {
    expect(extentOf('['.repeat(100_000)).tooDeep).toBe(true);
  });
});

describe('the members and items of a JSON text', () => {
  const layout = fc.constantFrom('', ' ', '\t', '\r\n');
  const containers = fc.oneof(
    fc.array(fc.jsonValue({ maxDepth: 3 })),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
  );

  const childrenOf = (text: string, from: number, step?: number) => {
    const children: JsonChild[] = [];
    const scan = new JsonScan(text, {}, from, (child) => children.push(child));
    while (scan.run(step));
    return { children, at: scan.at, values: scan.values };
  };

  it('are found at their position, from any start and regardless of interruptions of the scan', () => {
    const step = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(containers, layout, fc.string(), step, (value, space, before, size) => {
        const json = JSON.stringify(value, undefined, space);
        const text = `${before}${json}] "`;
        const { children, at, values } = childrenOf(text, before.length, size);
        const found = children.map(({ name, from, to }) => [
          name && JSON.parse(text.slice(name.from, name.to)),
          JSON.parse(text.slice(from, to)),
        ]);
        const written = JSON.parse(json) as Record<string, unknown> | unknown[];
        const isList = Array.isArray(written);
        expect(found).toEqual(Object.entries(written).map(([name, one]) => [isList ? undefined : name, one]));
        expect(children.every(({ from, to }) => text.slice(from, to).trim() === text.slice(from, to))).toBe(
          true,
        );
        expect(at).toBe(before.length + json.length);
        expect(values).toBe(membersOf(written));
      }),
    );
  });

  it('are given in their order, repeated ones and those with names of a prototype included', () => {
    const text = '{"a": 1, "__proto__": [2], "a": {"constructor": 3}}';
    expect(childrenOf(text, 0).children.map(({ from, to }) => text.slice(from, to))).toEqual([
      '1',
      '[2]',
      '{"constructor": 3}',
    ]);
  });

  it.each([
    ['values', '[1, 2, 3]', { values: 2 }, { values: 3 }],
    ['depth', '[[[]]]', { depth: 2 }, { depth: 3 }],
    ['name', '{"a": {"abc": 1}}', { name: 2 }, { name: 3 }],
  ])('end the scan beyond the limit of %s, and not at it', (excess, text, below, at) => {
    const beyond = new JsonScan(text, below);
    expect(beyond.run()).toBe(false);
    expect(beyond.excess).toBe(excess);
    const within = new JsonScan(text, at);
    within.run();
    expect([within.excess, within.isOver]).toEqual([undefined, true]);
  });

  it('of a text that is not JSON are scanned to an end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",: \\1a') }), (text) => {
        const { at } = childrenOf(text, 0, 3);
        expect(at).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
