import { acceptedRanges, preferredType, qualityOf } from './accept';

/** The example of precedence of RFC 9110, 12.5.1. Its last row, `text/html;level=3`, is left to the other table. */
const PLAIN =
  'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5';
/** The same example in RFC 7231, 5.3.2. */
const HTML = 'text/*;q=0.3, text/html;q=0.7, text/html;level=1, text/html;level=2;q=0.4, */*;q=0.5';

describe('the quality of a media type', () => {
  it.each([
    [PLAIN, 'text/plain;format=flowed', 1],
    [PLAIN, 'text/plain', 0.7],
    [PLAIN, 'text/html', 0.3],
    [PLAIN, 'image/jpeg', 0.5],
    [PLAIN, 'text/plain;format=fixed', 0.4],
    [HTML, 'text/html;level=1', 1],
    [HTML, 'text/html', 0.7],
    [HTML, 'text/plain', 0.3],
    [HTML, 'image/jpeg', 0.5],
    [HTML, 'text/html;level=2', 0.4],
    [HTML, 'text/html;level=3', 0.7],
  ])('under Accept %s is that of the table of the RFC for %s', (accept, mediaType, quality) => {
    expect(qualityOf(acceptedRanges(accept), mediaType)).toBe(quality);
  });

  it.each([
    // RFC 9110, 12.5.1: "I prefer audio/basic, but send me any audio type if it is the best available".
    ['audio/*; q=0.2, audio/basic', 'audio/basic', 1],
    ['audio/*; q=0.2, audio/basic', 'audio/ogg', 0.2],
    ['audio/*; q=0.2, audio/basic', 'text/plain', 0],
    // "text/html and text/x-c are equally preferred; else text/x-dvi; else text/plain".
    ['text/plain; q=0.5, text/html, text/x-dvi; q=0.8, text/x-c', 'text/x-dvi', 0.8],
    ['text/plain; q=0.5, text/html, text/x-dvi; q=0.8, text/x-c', 'text/x-c', 1],
    // "text/plain;format=flowed" is the most specific of four ranges.
    ['text/*, text/plain, text/plain;format=flowed, */*', 'text/plain;format=flowed', 1],
  ])('follows the examples of RFC 9110: %s for %s', (accept, mediaType, quality) => {
    expect(qualityOf(acceptedRanges(accept), mediaType)).toBe(quality);
  });

  it.each([
    ['application/json; charset=utf-8', 1],
    ['application/json;charset="utf-8"', 1],
    ['APPLICATION/JSON ; Charset=UTF-8 ; Q=0.25', 0.25],
    ['application/json;profile="a,b;q=0.1\\"";q=0.5', 0.5],
    ['application/json;q=0.5;ext', 0.5],
    ['application/json;', 1],
    ['*/*;q=0.1, application/*;q=0.2, application/json;v=1;q=0.3', 0.3],
    ['application/json;v=1;q=0, application/json;q=0.4', 0.4],
    ['application/json;q=0, */*', 0],
    ['application/json;q=1.000', 1],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 0.2],
  ])('of JSON under Accept %s is %d, regardless of the parameters', (accept, quality) => {
    expect(qualityOf(acceptedRanges(accept), 'application/json')).toBe(quality);
  });

  it.each([
    'application/json;q=2',
    'application/json;q=-1',
    'application/json;q=a',
    'application/json;q=',
    'application/json;a="b',
    'application/json;a=b c',
    'application',
    'application/json/x',
    '*/json',
    'appli cation/json',
    '',
    ',;,',
  ])('is not given by a member that is not a media range: %s', (accept) => {
    expect(acceptedRanges(accept)).toEqual([]);
    expect(qualityOf(acceptedRanges(`${accept ? `text/html, ${accept}` : 'text/html'}`), 'text/html')).toBe(
      1,
    );
  });
});

describe('the preferred media type', () => {
  const OFFERED = ['application/json', 'text/html', 'text/plain'] as const;

  it.each([
    ['application/json;q=0.5, text/html;level=1;q=0.9', 'text/html'],
    ['text/plain, text/html', 'text/plain'],
    ['text/html;q=0.5, */*;q=0.5', 'text/html'],
    ['text/*', 'text/html'],
    ['*/*, application/json;q=0', 'text/html'],
    ['application/pdf', undefined],
    ['text/html;q=0', undefined],
  ])('under Accept %s is %s', (accept, preferred) => {
    expect(preferredType(acceptedRanges(accept), OFFERED)).toBe(preferred);
  });
});
