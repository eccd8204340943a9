import fc from 'fast-check';
import { nameProblem } from './name-problem';

const char = (code: number): string => String.fromCodePoint(code);
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** From the Unicode Character Database (DerivedGeneralCategory.txt), by hand. */
const CONTROLS = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)];
const FORMATS = [0xad, 0x61c, 0x180e, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066, 0xfeff, 0xe0001];
const SPACES = [0xa0, 0x1680, ...range(0x2000, 0x200a), 0x202f, 0x205f, 0x3000];

describe('nameProblem', () => {
  it.each([
    ['control characters', CONTROLS, 'name_has_control_characters'],
    ['format characters', FORMATS, 'name_has_format_characters'],
    ['separators', [0x2028, 0x2029], 'name_has_separators'],
    ['spaces other than U+0020', SPACES, 'name_has_other_spaces'],
  ])('rejects %s at every position', (_, codes, problem) => {
    for (const code of codes) {
      for (const name of [`${char(code)}ab`, `a${char(code)}b`, `ab${char(code)}`]) {
        expect([code.toString(16), nameProblem(name)]).toEqual([code.toString(16), problem]);
      }
    }
  });

  it('rejects a space at the beginning or end and accepts it in between', () => {
    for (const name of [' a', 'a ', ' ', '  ']) {
      expect(nameProblem(name)).toBe('name_has_outer_spaces');
    }
    expect(nameProblem('a b  c')).toBeUndefined();
  });

  it('rejects names that are not in NFC', () => {
    for (const name of ['cafe\u0301', '\u212b', '\u1100\u1161', 'a\u0323\u0307'.normalize('NFD')]) {
      expect(nameProblem(name.normalize('NFD'))).toBe('name_not_normalized');
      expect(nameProblem(name.normalize('NFC'))).toBeUndefined();
    }
  });

  it('accepts every name that a normalizing client leaves unchanged and that has only visible characters', () => {
    const visible = fc.string({ unit: fc.constantFrom('a', 'Z', '0', 'é', '漢', '.', ':'), maxLength: 8 });
    fc.assert(fc.property(visible, (name) => expect(nameProblem(name)).toBeUndefined()));
  });
});
