import fc from 'fast-check';
import { renderObject } from '@gatehouse/testing';
import { writeHtml } from './html';
import { writeJson } from './json';
import { LazyList, LazyObject } from './lazy';
import { shareText, smallJson } from './small-json';
import { type TextWriter, textOf } from './text-writer';
import { writeXml } from './xml';

const FORMATS = ['json', 'xml', 'html'] as const;
type Body = Readonly<Record<string, unknown>>;

function writerOf(format: (typeof FORMATS)[number], body: Body, status = 200): TextWriter {
  if (format === 'html') return writeHtml(status, body);
  return format === 'xml' ? writeXml(body) : writeJson(body);
}

/** Values of any depth, with the names and texts that a notation could write wrongly. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '10',
    '9',
    '4294967294',
    '4294967295',
    '01',
    '-1',
    'xml',
    'a b',
    '<&>"\'',
    '\u2028',
    'é',
    '😀',
  ),
);
const { value: values } = fc.letrec<{ value: unknown; nested: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 8 },
    fc.oneof(texts, fc.jsonValue({ maxDepth: 0 }), fc.double()),
    tie('nested'),
  ),
  nested: fc.oneof(
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(texts, tie('value'), { maxKeys: 5 }),
  ),
}));
const bodies = fc.dictionary(
  texts,
  fc.oneof(values, fc.constant(undefined), fc.date({ noInvalidDate: true })),
);

/** The same value, of which some objects and lists are made while they are written, with idle steps in between. */
function asLazy(value: unknown, choose: () => number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => asLazy(item, choose));
    if (choose() % 3 === 0) return items;
    return new LazyList(function* () {
      for (const item of items) {
        if (choose() % 4 === 0) yield undefined;
        yield [item] as const;
      }
    });
  }
  const members = Object.entries(value).map(([name, member]) => [name, asLazy(member, choose)] as const);
  if (choose() % 3 === 0) return Object.fromEntries(members);
  return new LazyObject(function* () {
    for (const member of members) {
      yield member;
      if (choose() % 4 === 0) yield undefined;
    }
  });
}

describe('the writer of replies', () => {
  it.each(FORMATS)('writes every object as %s as the rendering of a whole object does', (format) => {
    fc.assert(
      fc.property(bodies, fc.constantFrom(200, 404), (body, status) => {
        expect(textOf(writerOf(format, body, status))).toBe(renderObject(format, body, status));
      }),
    );
  });

  it.each(FORMATS)('writes as %s what is made meanwhile as if it had been there', (format) => {
    fc.assert(
      fc.property(bodies, fc.infiniteStream(fc.nat()), (body, choices) => {
        const choose = () => choices.next().value as number;
        const lazy = Object.fromEntries(
          Object.entries(body).map(([name, value]) => [name, asLazy(value, choose)]),
        );
        expect(textOf(writerOf(format, lazy))).toBe(renderObject(format, body));
        const small = smallJson(lazy);
        if (small !== undefined) expect(small).toBe(renderObject('json', body));
      }),
    );
  });

  it.each(FORMATS)(
    'writes trees of 60 levels as %s whose nodes are made while they are written',
    (format) => {
      interface Node {
        readonly id: number;
        readonly name: string;
        readonly children: Node[];
      }
      const trees = fc.array(fc.tuple(texts, fc.nat()), { minLength: 60, maxLength: 150 }).map((nodes) => {
        const made: Node[] = [];
        nodes.forEach(([name, choice], index) => {
          const node = { id: (index * 7_919) % 10_007, name, children: [] };
          // A chain first, then anywhere.
          made[index < 60 ? index - 1 : choice % index]?.children.push(node);
          made.push(node);
        });
        return made[0] as Node;
      });
      const whole = ({ id, name, children }: Node): unknown => ({
        id,
        name,
        children: Object.fromEntries(children.map((child) => [child.id, whole(child)])),
      });
      const lazy = ({ id, name, children }: Node): unknown => ({
        id,
        name,
        children: new LazyObject(function* () {
          const sorted = children.toSorted((one, other) => one.id - other.id);
          for (const child of sorted) yield [String(child.id), lazy(child)] as const;
        }),
      });
      fc.assert(
        fc.property(trees, (tree) => {
          expect(textOf(writerOf(format, { tree: lazy(tree) }))).toBe(
            renderObject(format, { tree: whole(tree) }),
          );
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(FORMATS)('writes shared values as %s as any other, at any depth', (format) => {
    fc.assert(
      fc.property(values, fc.nat({ max: 6 }), (value, depth) => {
        const nest = (inner: unknown, left = depth): unknown =>
          left === 0
            ? inner
            : left % 2 === 0
              ? [inner, nest(inner, left - 1)]
              : { a: nest(inner, left - 1), b: inner };
        if (typeof value !== 'object' || value === null) return;
        const body = { detail: 'x', one: nest(structuredClone(value)) };
        const shared = { detail: 'x', one: nest(shareText(structuredClone(value))) };
        expect(textOf(writerOf(format, shared))).toBe(renderObject(format, body));
      }),
    );
  });

  it.each(FORMATS)('writes as %s in pieces that are short, however large the value is', (format) => {
    const rows = Array.from({ length: 30_000 }, (_, n) => ({ name: `row${n}`, number: n, list: [n] }));
    const body = { rows, detail: '' };
    const writer = writerOf(format, body);
    const pieces: string[] = [];
    for (let piece = writer.next(); piece !== undefined; piece = writer.next()) pieces.push(piece as string);
    expect(pieces.length).toBeGreaterThan(300);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(5_000);
    expect(pieces.join('')).toBe(renderObject(format, body));
    expect(writer.next()).toBeUndefined();
    expect(writer.isLive).toBe(false);
  });

  it('ends a piece after each part of the work, and after some members that are left out', () => {
    const idle = new LazyList(function* () {
      for (let count = 0; count < 100; count += 1) yield undefined;
    });
    const absent = new LazyObject(function* () {
      for (let count = 0; count < 1_000; count += 1) yield [`name${count}`, undefined] as const;
    });
    for (const content of [{ idle }, { absent }]) {
      const writer = writeJson(content);
      let pieces = 0;
      while (writer.next() !== undefined) pieces += 1;
      expect(pieces).toBeGreaterThan(5);
      expect(writer.isLive).toBe(true);
    }
  });

  it('gives what to wait for after the text before it, and goes on with what came', async () => {
    let page: readonly string[] = [];
    const names = new LazyList<string>(function* () {
      for (const number of [1, 2]) {
        yield async () => {
          await Promise.resolve();
          page = [`name${number}`];
        };
        for (const name of page) yield [name];
      }
    });
    const writer = writeJson({ names, end: true });
    const seen: string[] = [];
    for (let piece = writer.next(); piece !== undefined; piece = writer.next()) {
      if (typeof piece === 'string') seen.push(piece);
      else {
        seen.push('(wait)');
        await piece();
      }
    }
    expect(seen).toEqual(['{"names": [', '(wait)', '"name1"', '(wait)', ', "name2"], "end": true}']);
    expect(smallJson({ names })).toBeUndefined();
    expect(() => textOf(writeJson({ names }))).toThrow('cannot be written at once');
  });

  it('does not begin to write a list in one step that is known to be long', () => {
    let begun = 0;
    const items = function* () {
      begun += 1;
      yield [1] as const;
    };
    expect(smallJson({ list: new LazyList(items, true) })).toBeUndefined();
    expect(begun).toBe(0);
    expect(textOf(writeJson({ list: new LazyList(items, true) }))).toBe('{"list": [1]}');
  });

  it('writes a value again from its beginning', () => {
    const list = new LazyList<number>(function* () {
      yield [1];
      yield [2];
    });
    for (let time = 0; time < 2; time += 1) expect(textOf(writeJson({ list }))).toBe('{"list": [1, 2]}');
  });

  it('reports what fails while content is made', () => {
    const list = new LazyList<number>(function* () {
      yield [1];
      throw new Error('no more rows');
    });
    expect(() => textOf(writeJson({ list }))).toThrow('no more rows');
    expect(() => smallJson({ list })).toThrow('no more rows');
  });
});
