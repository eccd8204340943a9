import fc from 'fast-check';
import type { AccessSnapshot } from '@gatehouse/access-engine';
import { Destinations } from './destination';
import { declaredRouteReader } from './routes';

const PUBLIC = 'https://gate.example.org/front/ows/proxy';

function destinations(options: object | null = null, revision = 1): Destinations {
  const snapshot = { serviceByName: () => ({ proxy: options }) } as unknown as AccessSnapshot;
  return new Destinations(PUBLIC, {
    revision,
    snapshot: () => {
      if (revision < 0) throw new Error('no snapshot');
      return snapshot;
    },
  });
}

const strict = destinations();

/** The result of a `Destination`: its target, or the reason of its refusal. */
function read(value: string, of: Destinations = strict) {
  const found = of.of({ rawHeaders: ['Accept', '*/*', 'Destination', value] }, 'files', of.publicRouteOf);
  return found && 'refusal' in found ? found.refusal.errorCode : found;
}

describe('the destination of a request', () => {
  it.each([
    [`${PUBLIC}/files/a/b`, '/a/b', ['a', 'b']],
    [`${PUBLIC}/files/a%20b/%c3%a9`, '/a%20b/%c3%a9', ['a b', 'é']],
    [`${PUBLIC}/files/a/`, '/a/', ['a']],
    [`${PUBLIC}/files`, '', []],
    [`${PUBLIC}/files/`, '/', []],
    ['/front/ows/proxy/files/a', '/a', ['a']],
    ['HTTPS://Gate.Example.org:443/front/ows/proxy/files/a', '/a', ['a']],
    ['/front/ows/proxy/f%69les/a', '/a', ['a']],
  ])('%s is below the service, byte for byte', (value, rest, segments) => {
    expect(read(value)).toEqual({ rest, segments });
  });

  it.each([
    'https://gate.example.org/front/ows/proxy/other/a',
    'https://gate.example.org/front/ows/proxy/Files/a',
    'https://gate.example.org/front/ows/proxy/filesystem/a',
    'https://gate.example.org/ows/proxy/files/a',
    'https://gate.example.org/files/a',
    'https://gate.example.org',
    'http://gate.example.org/front/ows/proxy/files/a',
    'https://gate.example.org:8443/front/ows/proxy/files/a',
    'https://evil.example/front/ows/proxy/files/a',
    'http://127.0.0.1:8080/a',
    '/a',
    '/front/ows/proxy/',
  ])('%s is outside the service', (value) => {
    expect(read(value)).toBe('destination_elsewhere');
  });

  it.each([
    '',
    'a',
    'files/a',
    '//gate.example.org/front/ows/proxy/files/a',
    'https:/front/ows/proxy/files/a',
    'https:///front/ows/proxy/files/a',
    'https://user@gate.example.org/front/ows/proxy/files/a',
    'https://gate.example.org\\@evil.example/front/ows/proxy/files/a',
    'https://gate.exam\tple.org/front/ows/proxy/files/a',
    'https://[gate]/front/ows/proxy/files/a',
    'ftp://gate.example.org/front/ows/proxy/files/a',
    '<https://gate.example.org/front/ows/proxy/files/a>',
    ...[
      '/a?b',
      '/a#b',
      '/../other/a',
      '/a/../b',
      '/%2e%2e/other',
      '/a/.',
      '/a%2fb',
      '/a%5cb',
      '/a\\b',
      '/a;b',
      '//a',
      '/a//b',
      '/a%00',
      '/a%252e',
      '/a%zz',
      '/a b',
      '/\u00e9',
    ].map((rest) => `${PUBLIC}/files${rest}`),
  ])('%j is refused as ambiguous', (value) => {
    expect(read(value)).toBe('malformed_destination');
  });

  it('is unique: several are refused, even if they are equal', () => {
    const twice = ['Destination', `${PUBLIC}/files/a`, 'destination', `${PUBLIC}/files/a`];
    const found = strict.of({ rawHeaders: twice }, 'files', strict.publicRouteOf);
    expect(found).toMatchObject({ refusal: { errorCode: 'malformed_destination', status: 400 } });
  });

  it('is undefined without such a header', () => {
    const rawHeaders = ['X-Destination', `${PUBLIC}/files/a`, 'Accept', 'Destination'];
    expect(strict.of({ rawHeaders }, 'files', strict.publicRouteOf)).toBeUndefined();
  });

  it('may contain exceptions that the service has opted in to, and no others', () => {
    const lenient = destinations({ paths: ['encoded-separators'] });
    expect(read(`${PUBLIC}/files/a%2Fb`, lenient)).toEqual({ rest: '/a%2Fb', segments: ['a/b'] });
    expect(read(`${PUBLIC}/files/a;b`, lenient)).toBe('malformed_destination');
    expect(read(`${PUBLIC}/files/..%2Fb`, lenient)).toBe('malformed_destination');
    expect(read(`${PUBLIC}/files/a%2Fb`, destinations({ paths: ['encoded-separators'] }, -1))).toBe(
      'malformed_destination',
    );
  });

  it('is read below the public path of a front end, and refused if that path is unknown', () => {
    const rawHeaders = ['Destination', 'https://gate.example.org/data/files/a'];
    const other = strict.of({ rawHeaders }, 'files', declaredRouteReader('/data'));
    expect(other).toEqual({ rest: '/a', segments: ['a'] });
    expect(strict.of({ rawHeaders }, 'files', undefined)).toMatchObject({
      refusal: { errorCode: 'destination_elsewhere', status: 403 },
    });
  });

  it('contains no dot segment and no other service in any spelling', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2E%2e',
      '/',
      '//',
      '%2f',
      '\\',
      ';',
      'a',
      'files',
      'other',
      '?',
      '#',
      '@',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const found = read(`${PUBLIC}/${pieces.join('')}`);
        if (typeof found !== 'object') return;
        const url = new URL(`${PUBLIC}/${pieces.join('')}`);
        // Another reader, which resolves what it can.
        expect(url.href.startsWith(`${PUBLIC}/files`)).toBe(true);
        expect(url.pathname).toBe(`/front/ows/proxy/files${found.rest}`);
      }),
      { numRuns: 2_000 },
    );
  });
});
