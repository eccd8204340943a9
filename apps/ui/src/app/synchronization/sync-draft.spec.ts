import { DEFAULT_DRAFT, draftOfOptions, isSameDraft, optionsOfDraft } from './sync-draft';

describe('the form of the synchronization options', () => {
  it('begins with the defaults of the API where nothing is stored', () => {
    expect(draftOfOptions(null)).toEqual(DEFAULT_DRAFT);
    expect(optionsOfDraft(DEFAULT_DRAFT)).toEqual({ mode: 'suggest', interval_minutes: null, depth: 3 });
  });

  it('shows what is stored, and keeps it', () => {
    const stored = { mode: 'mirror', interval_minutes: 60, depth: 5 };
    expect(optionsOfDraft(draftOfOptions(stored))).toEqual(stored);
    expect(draftOfOptions({ depth: 5 })).toEqual({ mode: 'suggest', interval: '', depth: '5' });
  });

  it.each([
    ['an interval below five minutes', { interval: '4' }],
    ['an interval of more than a year', { interval: '527041' }],
    ['half a minute', { interval: '5.5' }],
    ['a negative interval', { interval: '-5' }],
    ['no depth', { depth: '' }],
    ['a depth of zero', { depth: '0' }],
    ['a depth of more than 32 levels', { depth: '33' }],
  ])('does not accept %s', (_, change) => {
    expect(optionsOfDraft({ ...DEFAULT_DRAFT, ...change })).toBeUndefined();
  });

  it('counts as edited by what it means, not by how it is written', () => {
    expect(isSameDraft(DEFAULT_DRAFT, { ...DEFAULT_DRAFT, depth: ' 3 ' })).toBe(true);
    expect(isSameDraft(DEFAULT_DRAFT, { ...DEFAULT_DRAFT, interval: '60' })).toBe(false);
    expect(isSameDraft(DEFAULT_DRAFT, { ...DEFAULT_DRAFT, interval: '4' })).toBe(false);
  });
});
