import { fieldIn, hasLinkTo } from './pages';

describe('a page of the portal', () => {
  it('has the values of its fields, in any order of attributes', () => {
    const page =
      '<form><input type="hidden" name="__formid__" value="deform"/><INPUT id="x" value="a1" name="csrf_token"></form>';
    expect(fieldIn(page, 'csrf_token')).toBe('a1');
    expect(fieldIn(page, 'other')).toBeUndefined();
    expect(fieldIn('<input name="csrf_token"', 'csrf_token')).toBeUndefined();
  });

  it('links to titles as they are, not to parts of them', () => {
    const page = '<a href="/services/1">\n emu &amp; co </a> finch';
    expect(hasLinkTo(page, 'emu & co')).toBe(true);
    expect(hasLinkTo(page, 'emu')).toBe(false);
    expect(hasLinkTo(page, 'finch')).toBe(false);
  });

  it('is read in linear time', () => {
    const page = '<input '.repeat(200_000) + '<input name="'.repeat(100_000);
    expect(fieldIn(page, 'csrf_token')).toBeUndefined();
  });
});
