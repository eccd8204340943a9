import { routeReader } from './routes';

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
    '/anything',
  ])('%s leads nowhere', (target) => {
    expect(routeOf(target)).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['/ows/proxy/maps/../admin', 'proxy'],
    ['/ows/verify/maps/%2e%2e', 'verify'],
    ['/ows/proxy//maps', 'proxy'],
    ['/ows/proxy/maps///a', 'proxy'],
    ['/ows/proxy/maps/a//b', 'proxy'],
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
