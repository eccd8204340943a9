import { linkWith, refreshWith } from './addresses-in-headers';

const rewrite = (address: string) => address.replace('http://inner', 'https://public');

describe('Refresh', () => {
  it.each([
    ['5; url=http://inner/x', '5; url=https://public/x'],
    ['0;URL=http://inner/x?a;b', '0;URL=https://public/x?a;b'],
    ["1.5 , url = 'http://inner/x'; y", "1.5 , url = 'https://public/x'; y"],
    ['0; url="http://inner/x', '0; url="https://public/x'],
    ['0; http://inner/x', '0; https://public/x'],
    ['0 http://inner/x', '0 https://public/x'],
    ['url=http://inner/x', 'url=https://public/x'],
    ['5', '5'],
    ['', ''],
    ['0; url=x/y', '0; url=x/y'],
  ])('%j becomes %j', (value, expected) => {
    expect(refreshWith(rewrite, value)).toBe(expected);
  });
});

describe('Link', () => {
  it.each([
    ['<http://inner/x>; rel=next', '<https://public/x>; rel=next'],
    ['<http://inner/x>; rel="next", <http://inner/y>', '<https://public/x>; rel="next", <https://public/y>'],
    ['< http://inner/a,b;c >; rel=a', '<https://public/a,b;c>; rel=a'],
    [
      '<x>; anchor="http://inner/a"; title="http://inner/b"',
      '<x>; anchor="https://public/a"; title="http://inner/b"',
    ],
    ['<x>; Anchor = "http://inner/a"', '<x>; Anchor = "https://public/a"'],
    ['<x>; title="a\\"<http://inner/b>"; rel=c', '<x>; title="a\\"<http://inner/b>"; rel=c'],
    ['<x>; title="not closed <http://inner/b>', '<x>; title="not closed <http://inner/b>'],
    ['<http://inner/b', '<http://inner/b'],
    ['', ''],
  ])('%j becomes %j', (value, expected) => {
    expect(linkWith(rewrite, value)).toBe(expected);
  });
});

describe('an address header', () => {
  it.each([
    ['brackets', '<'.repeat(500_000)],
    ['escaped quotes', '"' + '\\"'.repeat(250_000)],
    ['empty targets', '<>'.repeat(250_000)],
    ['blanks', ' '.repeat(500_000)],
    ['parameters', ';anchor'.repeat(70_000)],
  ])('of many %s is read in linear time', (_what, value) => {
    expect(linkWith((address) => address, value)).toBe(value);
    expect(refreshWith((address) => address, value).length).toBeLessThanOrEqual(value.length);
  });
});
