import { rangeOf } from './change-pattern';

describe('the range of paths that may fit a pattern', () => {
  it.each([
    ['archive/*', { from: 'archive/', to: 'archive0' }],
    ['archive', { from: 'archive', to: 'archive\u0001' }],
    ['a*b*', { from: 'a', to: 'b' }],
    ['*', { from: '', to: undefined }],
    [undefined, { from: '', to: undefined }],
    ['\ud7ff*', { from: '\ud7ff', to: '\ue000' }],
    ['a\u{10ffff}*', { from: 'a\u{10ffff}', to: 'b' }],
    ['\u{10ffff}*', { from: '\u{10ffff}', to: undefined }],
    ['\u{1f30a}*', { from: '\u{1f30a}', to: '\u{1f30b}' }],
    ['x'.repeat(400), { from: 'x'.repeat(300), to: `${'x'.repeat(300)}\u0001` }],
    [`${'x'.repeat(400)}*`, { from: 'x'.repeat(300), to: `${'x'.repeat(299)}y` }],
  ])('of %p begins and ends by its first characters', (pattern, range) => {
    expect(rangeOf(pattern)).toEqual(range);
  });
});
