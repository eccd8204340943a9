import fc from 'fast-check';
import { pairSteps, readPairs } from './pairs';

function inSteps(text: string, most = Infinity) {
  const steps = pairSteps(text, 'body', most);
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done) return { result: step.value, count };
  }
}

describe('the value of a parameter', () => {
  test.each(['filter', 'FILTER', 'cql_filter'])('may have lines in %s', (name) => {
    const value = '<a>\r\n\t<b/>\n</a>';
    const text = `x=1&${name}=${encodeURIComponent(value)}`;
    expect(readPairs(text, 'query')).toMatchObject([{ name: 'x' }, { name: name.toLowerCase(), value }]);
    const long = value.repeat(8_000);
    expect(inSteps(`${name}=${encodeURIComponent(long)}`).result).toMatchObject([{ value: long }]);
  });

  test.each([
    'filter=a%00',
    'filter=a%0Bb',
    'filter=a%0Cb',
    'filter=a%1B',
    'filter=a%7F',
    'filter=a%C2%85b',
    'filter=a%E2%80%A8b',
    'f%69lter=a%0Ab',
    'exp_filter=a%0Ab',
    'filter_language=a%0Ab',
    'layers=a%0Ab',
    'layers=filter=%0A',
    'typename=a%09b',
    'x=a%0Db',
  ])('has no control characters otherwise: %s', (text) => {
    expect(readPairs(text, 'query')).toMatchObject({ kind: 'outside' });
  });
});

describe('a form that is read in steps', () => {
  test('has a long value decoded completely, regardless of where it is divided', () => {
    const characters = fc.constantFrom('a', 'é', '€', '😀', ' ', '%');
    fc.assert(
      fc.property(fc.array(characters, { minLength: 1, maxLength: 7 }), fc.nat(11), (unit, shift) => {
        const value = 'x'.repeat(shift) + unit.join('').repeat(Math.ceil(140_000 / unit.length));
        const { result, count } = inSteps(`a=${encodeURIComponent(value)}&b=1`);
        expect(result).toMatchObject([{ name: 'a' }, { name: 'b', value: '1' }]);
        expect('kind' in result ? '' : result[0]?.value === value).toBe(true);
        expect(count).toBeGreaterThan(2);
      }),
      { numRuns: 60 },
    );
  });

  test.each(['%E9', '%', '%C3', '%80', '%00'])('is outside for a long value that ends in %s', (end) => {
    expect(inSteps(`a=${'%C3%A9'.repeat(40_000)}${end}`).result).toMatchObject({
      kind: 'outside',
      locator: 'a',
    });
  });

  test('may have as many fields as the limit; more are rejected with the name of the setting', () => {
    expect(inSteps('a=1&&b=2&', 2).result).toHaveLength(2);
    expect(inSteps('a=1&b=2&c', 2).result).toMatchObject({
      kind: 'outside',
      detail: 'The form has more fields than SVC_PROXY_FORM_FIELDS allows (2).',
    });
  });

  test('of ampersands takes steps in proportion to its length', () => {
    expect(inSteps('&'.repeat(1_000_000)).count).toBeLessThan(20);
    expect(readPairs('&'.repeat(1_000_000), 'body')).toEqual([]);
  });
});
