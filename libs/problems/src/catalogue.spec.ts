import { CATALOGUE, CHAPTERS, type ErrorCode, LOCALES, detailOf, problem } from './index';
import type { UnevenCode } from './catalogue';

const codes = Object.keys(CATALOGUE) as ErrorCode[];
const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
/** The parts of a text between backticks, such as names of settings, in any order. */
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]*)`/g)].map(([, code]) => code!).sort();

describe('the catalogue of errors', () => {
  it('lists each code in exactly one chapter', () => {
    const all = Object.values(CHAPTERS).flatMap((chapter) => Object.keys(chapter));
    expect(all.sort()).toEqual([...codes].sort());
  });

  it('uses lower snake case for codes', () => {
    expect(codes.filter((code) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it.each(codes)('has a complete entry for %s', (code) => {
    const { status, otherStatuses = [], detail, meaning, remedy } = CATALOGUE[code];
    for (const one of [status, ...otherStatuses]) {
      expect(one).toBeGreaterThanOrEqual(400);
      expect(one).toBeLessThan(600);
    }
    expect(new Set([status, ...otherStatuses]).size).toBe(otherStatuses.length + 1);
    for (const locale of LOCALES) expect(detail[locale]).toMatch(/^[\p{Lu}{X\p{Ll}].*[.}]$/u);
    expect(detail.fr).not.toBe(detail.en);
    expect(placeholdersOf(detail.fr)).toEqual(placeholdersOf(detail.en));
    for (const sentence of [meaning, remedy.en, remedy.fr]) expect(sentence).toMatch(/[.]$/);
    // What is code is the same in all languages.
    expect(codeIn(remedy.fr)).toEqual(codeIn(remedy.en));
    expect(remedy.fr.replaceAll(/`[^`]*`/g, '')).not.toMatch(/'/);
  });

  it('has the same placeholders in all languages, which the compiler checks', () => {
    const uneven: UnevenCode[] = [];
    // @ts-expect-error -- no code is uneven, so that none can be assigned
    uneven.push('password_too_short');
    expect(uneven).toHaveLength(1);
  });

  it('fills placeholders in the requested language', () => {
    expect(detailOf('password_too_short', { minimum: 12 }, 'en')).toBe(
      'Password must be at least 12 characters.',
    );
    expect(detailOf('password_too_short', { minimum: 12 }, 'fr')).toBe(
      'Le mot de passe doit comporter au moins 12 caractères.',
    );
    const phrase = { en: 'dot segment', fr: 'segment formé de points' };
    expect(detailOf('malformed_path', { problem: phrase }, 'fr')).toContain('segment formé de points');
  });

  it('requires the data of each text, which the compiler checks', () => {
    // @ts-expect-error -- minimum is missing
    expect(problem('password_too_short', {}).detail).toContain('{minimum}');
    // @ts-expect-error -- data is missing
    expect(problem('password_too_short').detail).toContain('{minimum}');
    // @ts-expect-error -- not a code
    expect(() => problem('nothing_of_this_name')).toThrow();
  });

  it('truncates long values and ignores inherited properties', () => {
    const text = detailOf('value_invalid', { field: 'x'.repeat(5000) }, 'en');
    expect(text.length).toBeLessThan(400);
    expect(detailOf('value_invalid', {}, 'en')).toBe('Invalid value for {field}.');
    expect(detailOf('value_invalid', { field: '{constructor}$&' }, 'en')).toBe(
      'Invalid value for {constructor}$&.',
    );
  });
});

describe('a problem', () => {
  it('has the status of its entry unless its details have another', () => {
    expect(problem('value_missing', { field: 'a' }).status).toBe(400);
    expect(problem('value_missing', { field: 'a' }, { status: 422 }).status).toBe(422);
    const alone = problem('group_not_found', {}, { extras: { a: 1 } });
    const inBulk = alone.with({ status: 400 });
    expect([inBulk.errorCode, inBulk.status, inBulk.detail, inBulk.details.extras]).toEqual([
      'group_not_found',
      400,
      'Group not found.',
      { a: 1 },
    ]);
  });

  it('has its text in each language', () => {
    const one = problem('authentication_required');
    expect([one.message, one.detail, one.detailIn('en'), one.detailIn('fr')]).toEqual([
      'Authentication required.',
      'Authentication required.',
      'Authentication required.',
      'Authentification requise.',
    ]);
  });
});
