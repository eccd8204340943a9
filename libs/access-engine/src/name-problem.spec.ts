import fc from 'fast-check';
import { nameProblem } from './name-problem';
import { isResourceName } from './resource-name';

const char = (code: number): string => String.fromCodePoint(code);
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** From the Unicode Character Database (DerivedGeneralCategory.txt), by hand. */
const CONTROLS = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)];
const FORMATS = [0xad, 0x61c, 0x180e, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066, 0xfeff, 0xe0001];
const SPACES = [0xa0, 0x1680, ...range(0x2000, 0x200a), 0x202f, 0x205f, 0x3000];

describe('a name', () => {
  it.each([
    ['control characters', CONTROLS, 'it must not contain control characters'],
    ['format characters', FORMATS, 'it must not contain invisible format characters'],
    ['separators', [0x2028, 0x2029], 'it must not contain line or paragraph separators'],
    ['spaces other than U+0020', SPACES, 'U+0020 is the only space it may contain'],
  ])('contains no %s, at whatever place', (_, codes, problem) => {
    for (const code of codes) {
      for (const name of [`${char(code)}ab`, `a${char(code)}b`, `ab${char(code)}`]) {
        expect([code.toString(16), nameProblem(name)]).toEqual([code.toString(16), problem]);
      }
    }
  });

  it('neither begins nor ends with a space, but may contain some', () => {
    for (const name of [' a', 'a ', ' ', '  ']) {
      expect(nameProblem(name)).toBe('it must not begin or end with a space');
    }
    expect(nameProblem('a b  c')).toBeUndefined();
  });

  it('is in NFC', () => {
    for (const name of ['cafe\u0301', '\u212b', '\u1100\u1161', 'a\u0323\u0307'.normalize('NFD')]) {
      expect(nameProblem(name.normalize('NFD'))).toBe('it has to be in Unicode NFC');
      expect(nameProblem(name.normalize('NFC'))).toBeUndefined();
    }
  });

  it('of a resource is one that breaks none of this', () => {
    const letters = fc.constantFrom(
      'a',
      'Z',
      '0',
      '.',
      '-',
      '_',
      ':',
      ' ',
      '\t',
      '\n',
      '\u00a0',
      '\ufeff',
      'é',
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 6 }), (name) => {
        if (isResourceName(name)) expect(nameProblem(name)).toBeUndefined();
        expect(isResourceName(name)).toBe(/^[A-Za-z0-9]+([: _.-][A-Za-z0-9]+)*$/.test(name));
      }),
    );
    for (const name of ['a b', 'ns:layer', 'a_b-c.d']) expect(isResourceName(name)).toBe(true);
  });
});
