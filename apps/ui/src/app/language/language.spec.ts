import { chooseLocale, Formats, plural } from './language';

describe('the language of the console', () => {
  it.each([
    [['fr-CA', 'en'], 'fr'],
    [['FR'], 'fr'],
    [['en-GB', 'fr'], 'en'],
    [['de-AT', 'it', 'fr', 'en'], 'fr'],
  ])('is the first available one of %j', (wanted, language) => {
    expect(chooseLocale(wanted).language).toBe(language);
  });

  it.each([[[]], [['de', 'frr', 'eng']]])('is English if none of %j is available', (wanted) => {
    expect(chooseLocale(wanted)).toEqual({ language: 'en', locale: 'en' });
  });

  it.each([
    ['en-US@posix', 'en'],
    ['fr_CA.UTF-8', 'fr'],
  ])('keeps the language if numbers cannot be formatted in %s', (wanted, language) => {
    const locale = chooseLocale([wanted]);
    expect(locale).toEqual({ language, locale: language });
    expect(new Formats(locale).number(5)).toBe('5');
  });

  it('counts none as many in English and as one in French', () => {
    expect([0, 1, 2].map((n) => plural('en', n, 'user', 'users'))).toEqual(['users', 'user', 'users']);
    expect([0, 1, 2].map((n) => plural('fr', n, 'compte', 'comptes'))).toEqual([
      'compte',
      'compte',
      'comptes',
    ]);
  });

  it.each([
    ['en-US', '12,345', '9:05:07 PM'],
    ['en-GB', '12,345', '21:05:07'],
    ['fr', '12\u202f345', '21:05:07'],
  ])('writes numbers and times as readers of %s do', (locale, number, time) => {
    const formats = new Formats(chooseLocale([locale]));
    expect(formats.number(12345)).toBe(number);
    // The kind of space before PM depends on the version of the language data.
    expect(formats.timeOfDay(new Date(2026, 0, 2, 21, 5, 7)).replace(/\s/g, ' ')).toBe(time);
  });
});
