import { localeOf } from './index';

describe('the language of texts', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['fr-CA, en;q=0.8', 'fr'],
    ['en-GB, fr;q=0.9', 'en'],
    ['en;q=0.2, fr;q=0.3', 'fr'],
    ['de, fr;q=0.5, *;q=0.1', 'fr'],
    ['fr, en', 'fr'],
    ['en, fr', 'en'],
  ] as const)('is the preferred one of %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });

  it.each([
    undefined,
    '',
    '*',
    'de',
    'de, *;q=0.5',
    'fr;q=0',
    'fr;q=0, en;q=0',
    ';;;,,,',
    '__proto__',
    'fr;q=0, constructor',
  ])('is English for %s', (header) => {
    expect(localeOf(header)).toBe('en');
  });

  it.each([['fr,'], [' '], ['fr-'], ['a-b;q=0.1,'], ['fr;q=']])(
    'is English for a header that repeats %j for longer than any list of languages',
    (piece) => {
      expect(localeOf(`fr, ${piece.repeat(30_000)}`)).toBe('en');
    },
  );
});
