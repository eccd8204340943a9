import { deviceOf } from './device';

describe('the device of a User-Agent', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox 140 on Linux',
      'Firefox on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0',
      'Microsoft Edge 138 on Windows',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17 on iOS',
      'Safari on iOS',
    ],
    ['python-requests/2.31.0', 'python-requests 2', 'python-requests'],
    ['curl/8.5.0', 'curl 8', 'curl'],
    ['node', 'node', 'node'],
  ])('of %s is %s', (userAgent, description, kind) => {
    expect(deviceOf(userAgent)).toEqual({ kind, description });
  });

  it.each([
    undefined,
    null,
    '',
    '   ',
    '<script>alert(1)</script>',
    '1/2',
    'x'.repeat(100_000),
    '\u202e evil',
  ])('of %j is unknown', (userAgent) => {
    expect(deviceOf(userAgent)).toBeUndefined();
  });

  it('contains no text of an unknown browser beyond a name', () => {
    for (const text of [
      'Your account is locked: call https://evil.example/now to unlock ',
      'evil <b>/1.0 x',
      'Click-here/9 (see https://evil.example/ )',
    ]) {
      expect(deviceOf(text)?.description ?? '').toMatch(/^[\w .-]{0,60}$/);
      expect(deviceOf(text)?.description ?? '').not.toMatch(/evil\.example|[<>]/);
    }
  });
});
