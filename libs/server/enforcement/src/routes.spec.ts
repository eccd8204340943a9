import { declaredPathOf, declaredRouteReader, routeReader } from './routes';

describe('routes below /ows', () => {
  const routeOf = routeReader('/ows');

  it.each([
    ['/ows/proxy/maps', { kind: 'proxy', service: 'maps', rest: '', segments: [], query: '' }],
    ['/ows/proxy/maps/', { kind: 'proxy', service: 'maps', rest: '/', segments: [] }],
    ['/ows/proxy/maps?a=b', { kind: 'proxy', service: 'maps', rest: '', query: '?a=b' }],
    ['/ows/proxy/maps/a/b%20c/?q', { rest: '/a/b%20c/', segments: ['a', 'b c'], query: '?q' }],
    ['/ows/proxy/maps//a', { service: 'maps', rest: '/a', segments: ['a'] }],
    ['/ows/proxy/maps//', { service: 'maps', rest: '/', segments: [] }],
    ['/ows/verify/maps/a', { kind: 'verify', service: 'maps', rest: '/a' }],
    ['/ows/verify//maps/a', { kind: 'verify', service: 'maps', rest: '/a' }],
    ['/ows/verify//maps//a', { kind: 'verify', service: 'maps', rest: '/a' }],
    ['/ows/proxy/proxy/verify', { kind: 'proxy', service: 'proxy', rest: '/verify' }],
    ['/ows/proxy/m%61ps', { kind: 'proxy', service: 'maps' }],
    ['/', { kind: 'root' }],
    ['/?a', { kind: 'root' }],
    ['/health', { kind: 'health' }],
    ['/health/live', { kind: 'live' }],
    ['/health/ready', { kind: 'ready' }],
    ['/metrics', { kind: 'metrics' }],
    ['/.well-known/jwks.json', { kind: 'keys' }],
    ['/ows/proxy/maps/a;b/c%2fd', { segments: ['a', 'c/d'], rest: '/a;b/c%2fd' }],
    ['/ows/proxy/maps/a//', { segments: ['a'], exceptions: ['empty-segments'] }],
    ['/ows/proxy/maps///a', { segments: ['', 'a'], rest: '//a', exceptions: ['empty-segments'] }],
    ['/ows/verify-traefik', { kind: 'verify-traefik', service: undefined }],
    ['/ows/verify-traefik/maps', { kind: 'verify-traefik', service: 'maps' }],
    ['/ows/verify-envoy/data/maps//a?b', { kind: 'verify-envoy', target: '/data/maps//a?b' }],
  ])('%s is read', (target, route) => {
    expect(routeOf(target)).toMatchObject(route);
  });

  it.each([
    '/ows/proxy',
    '/ows/proxy/',
    '/ows/verify/',
    '/ows',
    '/ows/other/maps',
    '/proxy/maps',
    '/x/ows/proxy/maps',
    '/OWS/proxy/maps',
    '/ows/%70roxy/maps',
    '/health/x',
    '/metrics/',
    '/ows/verify-envoy',
    '/ows/verify-traefik/maps/a',
    '/ows/proxy-x/maps',
    '/anything',
  ])('%s is unknown', (target) => {
    expect(routeOf(target)).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['/ows/proxy/maps/../admin', 'proxy'],
    ['/ows/verify/maps/%2e%2e', 'verify'],
    ['/ows/proxy//maps', 'proxy'],
    ['/ows/proxy/ma;ps/a', 'proxy'],
    ['/ows/proxy/ma%2fps/a', 'proxy'],
    ['/ows/proxy;x/maps/a', undefined],
    ['/elsewhere/a/b/c;d', undefined],
    ['/ows/verify///maps', 'verify'],
    ['/ows//proxy/maps', undefined],
    ['//ows/proxy/maps', undefined],
    ['/ows/../ows/proxy/maps', undefined],
    ['http://host/ows/proxy/maps', undefined],
  ])('%s is malformed', (target, below) => {
    expect(routeOf(target)).toMatchObject({ kind: 'malformed', below });
  });

  it('are found below a deeper base as well, and at the root', () => {
    expect(routeReader('/a/b')('/a/b/proxy/maps/x')).toMatchObject({ service: 'maps', rest: '/x' });
    expect(routeReader('/a/b')('/a/proxy/maps/x')).toEqual({ kind: 'unknown' });
    expect(routeReader('')('/verify//maps/x')).toMatchObject({ kind: 'verify', service: 'maps', rest: '/x' });
  });
});

describe('the target that a front end verifies', () => {
  const read = declaredRouteReader('/data');

  it.each([
    ['/data/maps', { kind: 'verify', service: 'maps', rest: '', segments: [] }],
    ['/data/maps/a%20b/?q', { service: 'maps', rest: '/a%20b/', segments: ['a b'], query: '?q' }],
    ['/data/maps//a', { rest: '//a', exceptions: ['empty-segments'] }],
  ])('%s is read below the public path', (target, route) => {
    expect(read(target)).toMatchObject(route);
  });

  it.each(['/data', '/data/', '/other/maps', '/DATA/maps', '/'])(
    '%s is outside the public path',
    (target) => {
      expect(read(target)).toBe('elsewhere');
    },
  );

  it.each(['/data/../maps', '/data//maps', '//data/maps', '/data/ma;ps', 'data/maps', '/data/maps/%2e%2e'])(
    '%s is malformed',
    (target) => {
      expect(['dot segment', 'empty segment', 'path parameter', 'not a path']).toContain(read(target));
    },
  );

  it('may name the service at the root, or be a path of the service only', () => {
    expect(declaredRouteReader('')('/maps/a')).toMatchObject({ service: 'maps', rest: '/a' });
    expect(declaredPathOf('maps', '/a/b?c')).toMatchObject({ service: 'maps', rest: '/a/b', query: '?c' });
    expect(declaredPathOf('maps', '/')).toMatchObject({ rest: '/', segments: [] });
    expect(declaredPathOf('maps', '/../a')).toBe('dot segment');
  });
});
