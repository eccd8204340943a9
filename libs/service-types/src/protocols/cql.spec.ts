import fc from 'fast-check';
import { isComparison } from './cql';

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"(\s*\()?/g;
const CALL = /([A-Za-z_][\w.:]*)\s*\(/g;
const OPERATORS = /^(?:and|or|in|not|intersects|point)$/i;

/** Finds calls with regular expressions, which take too long for long filters. */
function callsNothing(text: string): boolean {
  let callsQuoted = false;
  const bare = text.replace(QUOTED, (_, call: string | undefined) => {
    callsQuoted ||= call !== undefined;
    return ' ';
  });
  if (callsQuoted || /['"`{}\\]/.test(bare)) return false;
  return [...bare.matchAll(CALL)].every(([, name = '']) => OPERATORS.test(name));
}

test.each([
  ["a = 1 AND (b > 'x (y') OR INTERSECTS(geom, POINT(1 2))", true],
  ['"a" = 1 AND "b" IN (1, 2)', true],
  ['querySingle("a", "b", "c") = 1', false],
  ['"querySingle" ("a") = 1', false],
  ["a 'x' (1)", false],
  ["a = 'it''s (fine)'", true],
  ["a = 'open", false],
  ['a = {x}', false],
])('the filter %j only compares: %j', (text, expected) => {
  expect(isComparison(text)).toBe(expected);
});

test('a filter that only compares contains no call according to an independent reading', () => {
  const pieces = [
    'a',
    'and',
    ' ',
    '(',
    ')',
    "'",
    "''",
    '"',
    '=',
    '1',
    'point',
    'f',
    '.',
    ',',
    '\n',
    '{',
    '_b',
  ];
  let comparisons = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      if (!isComparison(text)) return;
      expect(callsNothing(text)).toBe(true);
      comparisons++;
    }),
    { numRuns: 5_000 },
  );
  expect(comparisons).toBeGreaterThan(500);
});
