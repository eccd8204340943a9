import { finished } from '@gatehouse/request-body';
import { NotPlain, type ValueMaker, isCertainlyText, readPlain } from './index';

/** Values with the offsets of collections and texts: `{0 a@1: x@4}`. */
const SHOWN: ValueMaker<string> = {
  scalar: (text, isPlain, offset) => {
    if (text === 'refused') throw new NotPlain();
    return `${isPlain ? text : JSON.stringify(text)}@${offset}`;
  },
  list: (items, offset) => `[${[offset, ...items].join(' ')}]`,
  object: (pairs, offset) => `{${[offset, ...pairs.map(([key, value]) => `${key}: ${value}`)].join(' ')}}`,
};
const read = (text: string): string | undefined => finished(readPlain(text, SHOWN));

describe('the reader of plain YAML', () => {
  it.each([
    ['a: x', '{0 a@0: x@3}'],
    ['---\n# c\na: x y # c\nb:\n- 1\n', '{8 a@8: x y@11 b@19: [22 1@24]}'],
    [
      'a:\n  - b: c:d\n    e: f#g\n\n  - [x, {y: z}]\n',
      '{0 a@0: [5 {7 b@7: c:d@10 e@18: f#g@21} [30 x@31 {34 y@35: z@38}]]}',
    ],
    ['- - a\n  - b\n-\n  c: d', '[0 [2 a@4 b@10] {16 c@16: d@19}]'],
    ['{"a": ["b\\n", \'c\'],\n "d":{}}', '{0 "a"@1: [6 "b\\n"@7 "c"@14] "d"@21: {25}}'],
    ["a: \"\\x41\"\nb: 'it''s'", '{0 a@0: "A"@3 b@10: "it\'s"@13}'],
    [' a: [b,]', '{1 a@1: [4 b@5]}'],
    ['a: [b: c]', '{0 a@0: [3 {4 b@4: c@7}]}'],
    ['"a b": []', '{0 "a b"@0: [7]}'],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    '',
    'a',
    'a:',
    'a: &x b',
    'a: *x',
    'a: !t b',
    'a: |\n b',
    'a: b: c',
    'a: b\n c',
    'a: "b\n c"',
    'a: [b]c',
    'a: [b\n c]',
    'a: {b}',
    'a: {b:c}',
    'a: {b: }',
    'a: [b: ]',
    '<<: a',
    '? a',
    'a:\tb',
    'a: b\r\n',
    '\ufeffa: b',
    'a: b\n---\nc: d',
    'a: b\n...\n',
    '...\na: b',
    '%YAML 1.1\n---\na: b',
    '# c\n---\na: b',
    'a: b\n- c',
    '- a\nb: c',
    'a:\n  b: c\n d: e',
    '[a] b',
    'a: refused',
    `${'a'.repeat(2_000)}: b`,
    '['.repeat(1_000),
  ])('leaves %.40j to others', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each(['yes', 'null', 'False', 'n', '5', '0x1f', '~', '.inf', '2001-01-01', '-', '1_0', 'é'])(
    'does not take %s for a text in each version of YAML',
    (text) => {
      expect(isCertainlyText(text)).toBe(false);
    },
  );

  it('takes words with other signs, and long ones, for texts', () => {
    expect(['/topp', 'user5', 'no-one', 'getmap'].filter((text) => !isCertainlyText(text))).toEqual([]);
  });
});
