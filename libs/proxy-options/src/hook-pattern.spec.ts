import { readPattern } from './hook-pattern';

describe('a pattern', () => {
  it.each([
    '',
    '/jobs',
    '/jobs/(?<id>[^/]+)',
    '/(?:jobs|processes)/.*',
    '/v[0-9]{1,2}/(?<rest>.*)',
    '/a(?:/b)?',
    '/[a(*+)|]+',
    '/\\(\\)*',
    '/x(?=y).*',
  ])('may be %s', (source) => {
    expect(readPattern(source)).toMatchObject({ match: expect.any(Function) });
  });

  it.each([
    ['does not compile', '('],
    ['closes what it has not opened', 'a)(b'],
    ['repeats a repetition', '(a+)+'],
    ['repeats a repetition deep inside', '((?<n>a+)b)*'],
    ['repeats alternatives', '(?:a|aa)*'],
    ['repeats an option', '(?:a?a?)*'],
    ['counts repetitions of a repetition', '(a*){2,}'],
    ['refers to what it has found', '(a)\\1'],
    ['refers to what it has found by name', '(?<n>a)\\k<n>'],
  ])('is refused where it %s', (_what, source) => {
    expect(readPattern(source)).toEqual(expect.any(String));
  });
});
