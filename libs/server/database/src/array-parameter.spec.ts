import { types } from 'pg';
import { arrayParameter } from './array-parameter';

/** What the driver reads of an array of a type in the form of the database. */
const read = (type: number, text: unknown): unknown => types.getTypeParser(type)(String(text));
const BOOLEANS = 1000;
const INTEGERS = 1007;
const TEXTS = 1009;

describe('a list as the parameter of an array', () => {
  it('keeps texts, whatever is in them', () => {
    const texts = [
      '',
      'a',
      'NULL',
      '"',
      '\\',
      '\\"\\',
      '{a,b}',
      ' a ',
      "it's",
      'a\nb\t',
      'é\u{1f600}',
      '["a \\"b\\""]',
    ];
    expect(read(TEXTS, arrayParameter(texts))).toEqual(texts);
    expect(read(TEXTS, arrayParameter([null, 'a', undefined, null]))).toEqual([null, 'a', null, null]);
  });

  it('keeps numbers and truth values', () => {
    expect(read(INTEGERS, arrayParameter([1, -2, 2_147_483_647, null]))).toEqual([
      1,
      -2,
      2_147_483_647,
      null,
    ]);
    expect(read(BOOLEANS, arrayParameter([true, false]))).toEqual([true, false]);
    expect(arrayParameter([])).toBe('{}');
  });

  it('leaves other values to the driver', () => {
    for (const values of [[new Date(0)], [null, ['a']], ['a', { b: 1 }]])
      expect(arrayParameter(values)).toBe(values);
  });
});
