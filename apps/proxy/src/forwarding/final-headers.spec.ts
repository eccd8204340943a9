import { PAGE_POLICY } from '@gatehouse/proxy-options';
import { type ReplyTerms, finalHeaders as finalHeadersOf } from './final-headers';

const OPEN = { isPrivate: false, pagePolicy: undefined };
const PRIVATE = { isPrivate: true, pagePolicy: undefined };
const SANDBOXED = { isPrivate: false, pagePolicy: PAGE_POLICY };

const finalHeaders = (headers: string[], terms: ReplyTerms, status = 200) =>
  finalHeadersOf(headers, terms, status);
const valuesOf = (headers: readonly string[], name: string) =>
  headers.filter((_, index) => headers[index - 1]?.toLowerCase() === name && index % 2 === 1);

describe('a reply to an anonymous caller', () => {
  it('keeps its caching', () => {
    const headers = ['Cache-Control', 'public, max-age=60', 'Expires', '0', 'Vary', 'Accept'];
    expect(finalHeaders(headers, OPEN)).toEqual(headers);
    expect(finalHeaders([...headers, 'Content-Type', 'image/png'], SANDBOXED)).toEqual(
      expect.arrayContaining(headers),
    );
  });
});

describe('a reply to a caller that is not anonymous', () => {
  it.each([
    [[], 'private'],
    [['public'], 'private'],
    [['public, max-age=60, s-maxage=600'], 'private, max-age=60'],
    [['Public,S-MaxAge=1,Proxy-Revalidate'], 'private'],
    [['max-age=60', 'no-transform, PUBLIC', 's-maxage=9'], 'private, max-age=60, no-transform'],
    [['private="Set-Cookie", max-age=5'], 'private, max-age=5'],
    [['no-cache="set-cookie, x-a", immutable'], 'private, no-cache, immutable'],
    [['no-store, must-revalidate'], 'private, no-store, must-revalidate'],
    [['max-age="60", x="a, public"'], 'private, max-age="60", x="a, public"'],
    [['x="a\\", public, y=\\"b"'], 'private, x="a\\", public, y=\\"b"'],
    [[' , ,\tmax-age=1\t,,'], 'private, max-age=1'],
    [['private, stale-while-revalidate=9'], 'private, stale-while-revalidate=9'],
  ])('has Cache-Control %j as %j', (lines, expected) => {
    const headers = finalHeaders(
      lines.flatMap((line) => ['cache-control', line]),
      PRIVATE,
    );
    expect(valuesOf(headers, 'cache-control')).toEqual([expected]);
  });

  it.each([
    'max-age=60; public',
    'max-age = 60',
    'x="a, public',
    'pub\x01lic',
    '"public"',
    'a b',
    '=1',
    'x=',
  ])('has no-store instead of what is no list of directives: %j', (line) => {
    const headers = finalHeaders(['Cache-Control', line, 'Cache-Control', 'immutable'], PRIVATE);
    expect(valuesOf(headers, 'cache-control')).toEqual(['private, no-store, immutable']);
  });

  it('does not join quoted strings of several lines', () => {
    const headers = finalHeaders(['Cache-Control', 'x="a', 'Cache-Control', 'public"'], PRIVATE);
    expect(valuesOf(headers, 'cache-control')).toEqual(['private, no-store, no-store']);
  });

  it('has Expires only where there is no max-age', () => {
    const date = 'Thu, 01 Jan 2037 00:00:00 GMT';
    expect(finalHeaders(['Expires', date], PRIVATE)).toEqual([
      'Expires',
      date,
      'Cache-Control',
      'private',
      'Vary',
      'Cookie, Authorization',
    ]);
    const both = finalHeaders(['expires', date, 'Cache-Control', 'public, Max-Age=1'], PRIVATE);
    expect(valuesOf(both, 'expires')).toEqual([]);
  });

  it.each([
    [[], 'Cookie, Authorization'],
    [['Accept-Encoding'], 'Accept-Encoding, Cookie, Authorization'],
    [['Origin', 'cookie, Accept'], 'Origin, cookie, Accept, Authorization'],
    [['Accept, *'], '*'],
  ])('varies by its credentials, beside %j', (lines, expected) => {
    const headers = finalHeaders(
      lines.flatMap((line) => ['VARY', line]),
      PRIVATE,
    );
    expect(valuesOf(headers, 'vary')).toEqual([expected]);
  });

  it.each(['Surrogate-Control', 'CDN-Cache-Control', 'x-accel-expires', 'X-LiteSpeed-Cache-Control'])(
    'has no %s that a hook has set',
    (name) => {
      expect(valuesOf(finalHeaders([name, '600'], PRIVATE), name.toLowerCase())).toEqual([]);
    },
  );

  it('keeps all other headers, in their order', () => {
    const headers = ['A', '1', 'Set-Cookie', 'x=1', 'ETag', '"a"', 'Set-Cookie', 'y=2', 'Age', '3'];
    expect(finalHeaders([...headers, 'Cache-Control', 'public'], PRIVATE).slice(0, headers.length)).toEqual(
      headers,
    );
  });

  it('is read in linear time', () => {
    const quoted = `x="${'\\"'.repeat(500_000)}`;
    for (const line of [
      ' '.repeat(1_000_000) + ';',
      `x${' '.repeat(1_000_000)};`,
      quoted,
      ','.repeat(1_000_000),
    ])
      expect(valuesOf(finalHeaders(['Cache-Control', line], PRIVATE), 'cache-control')).toHaveLength(1);
  });
});

describe('a reply of a service at the origin of the API', () => {
  const policies = (headers: readonly string[]) =>
    valuesOf(finalHeaders([...headers], SANDBOXED), 'content-security-policy');

  it.each([
    ['a page', ['Content-Type', 'text/html; charset=utf-8']],
    ['an image that may have scripts', ['Content-Type', 'image/svg+xml']],
    ['a reply without a type', ['Content-Length', '0']],
    ['a reply with two types', ['Content-Type', 'image/png', 'content-type', 'image/png']],
    ['a type in parts', ['Content-Type', 'multipart/x-mixed-replace; boundary=x']],
  ])('restricts %s', (_what, headers) => {
    expect(policies(headers)).toEqual([PAGE_POLICY]);
  });

  it('adds the policy to those of the service', () => {
    const own = [
      'Content-Type',
      'text/html',
      'Content-Security-Policy',
      "default-src 'self'; sandbox allow-same-origin",
    ];
    expect(policies(own)).toEqual([own[3], PAGE_POLICY]);
  });

  it('does not restrict inert types, but forbids browsers to take them for others', () => {
    const headers = ['Content-Type', 'text/plain', 'X-Content-Type-Options', 'none'];
    expect(finalHeaders(headers, SANDBOXED)).toEqual([
      'Content-Type',
      'text/plain',
      'X-Content-Type-Options',
      'nosniff',
    ]);
  });

  it.each([
    ['304, which adds it to a stored page', 304, [`default-src *`, PAGE_POLICY]],
    ['206, which would replace that of a stored page', 206, []],
    ['200', 200, [`default-src *`]],
  ])('of an inert type has these policies with the status %s', (_what, status, expected) => {
    const headers = ['Content-Type', 'text/plain', 'Content-Security-Policy', 'default-src *'];
    const final = finalHeaders(headers, SANDBOXED, status);
    expect(valuesOf(final, 'content-security-policy')).toEqual(expected);
  });
});
