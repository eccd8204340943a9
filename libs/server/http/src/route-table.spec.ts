import type { DeclaredRoute } from './declared-route';
import { Problem, problem } from '@gatehouse/problems';
import { RouteTable, canonicalPath, segmentsOf } from './route-table';

const route = (method: string, template: string, declaration: object = {}) =>
  ({ method, template, params: [], declaration }) as unknown as DeclaredRoute;

const table = new RouteTable([
  route('GET', '/'),
  route('GET', '/services/types'),
  route('GET', '/services/{service_name}'),
  route('DELETE', '/services/{service_name}'),
  route('GET', '/services/{service_name}/resources'),
  route('POST', '/users/{user_name}/groups'),
  route('GET', '/signout', { changesState: true }),
  route('POST', '/signout'),
]);

function match(method: string, path: string) {
  try {
    const { route: found, params } = table.match(method, segmentsOf(path) ?? ['?']);
    return { template: found.template, params };
  } catch (thrown) {
    if (thrown instanceof Problem) return { status: thrown.status, ...thrown.details.headers };
    throw thrown;
  }
}

describe('the route table', () => {
  it('prefers a literal segment to a parameter', () => {
    expect(match('GET', '/services/types')).toMatchObject({ template: '/services/types', params: {} });
    expect(match('GET', '/services/other')).toMatchObject({ params: { service_name: 'other' } });
  });

  it('falls back to the parameter if the literal does not match', () => {
    expect(match('GET', '/services/types/resources')).toMatchObject({ params: { service_name: 'types' } });
  });

  it('matches the path decoded once', () => {
    expect(match('GET', '/services/a%20b')).toMatchObject({ params: { service_name: 'a b' } });
    expect(match('GET', '/services/a+b')).toMatchObject({ params: { service_name: 'a+b' } });
    expect(match('GET', '/services%2fa%2Fresources')).toEqual({
      template: '/services/{service_name}/resources',
      params: { service_name: 'a' },
    });
    expect(match('GET', '/services/%2525')).toMatchObject({ params: { service_name: '%25' } });
    expect(match('GET', '/services/a%252Fresources')).toMatchObject({
      params: { service_name: 'a%2Fresources' },
    });
  });

  it('writes every spelling of a path in one way', () => {
    const canonical = (path: string) => canonicalPath(segmentsOf(path) ?? []);
    for (const path of ['/services/a%20b', '//services/a b', '/%73ervices%2Fa%20b', '%2Fservices/%61 b']) {
      expect(canonical(path)).toBe('/services/a%20b');
    }
    expect(canonical('/services/a+b%2B%3F%25/')).toBe('/services/a%2Bb%2B%3F%25/');
    expect(canonical('/')).toBe('/');
  });

  it('serves HEAD for GET, and returns 405 with the allowed methods', () => {
    expect(match('HEAD', '/services/x')).toMatchObject({ template: '/services/{service_name}' });
    expect(match('PUT', '/services/x')).toEqual({ status: 405, Allow: 'DELETE, GET, HEAD' });
    expect(match('HEAD', '/users/x/groups')).toEqual({ status: 405, Allow: 'POST' });
  });

  it('does not serve HEAD for a GET that changes state', () => {
    expect(match('GET', '/signout')).toMatchObject({ template: '/signout' });
    expect(match('HEAD', '/signout')).toEqual({ status: 405, Allow: 'GET, POST' });
    expect(match('PUT', '/signout')).toEqual({ status: 405, Allow: 'GET, POST' });
  });

  it('refuses any method on a path whose routes are all switched off, and 405 where one is not', () => {
    const partly = new RouteTable(
      [route('GET', '/a', { off: true }), route('POST', '/a', { off: true }), route('GET', '/b')],
      ({ declaration }) => ('off' in declaration ? problem('registration_disabled') : undefined),
    );
    const codeOf = (method: string, path: string): unknown => {
      try {
        return partly.match(method, segmentsOf(path) ?? []).route.method;
      } catch (thrown) {
        return thrown instanceof Problem ? thrown.errorCode : thrown;
      }
    };
    expect([codeOf('PUT', '/a'), codeOf('PUT', '/b'), codeOf('PUT', '/c')]).toEqual([
      'registration_disabled',
      'method_not_allowed',
      'route_not_found',
    ]);
  });

  it.each([
    '/Services/x',
    '/services',
    '/services//resources',
    '/users/x',
    '/services/x/resources/y',
    '/services/x/',
  ])('does not match %s', (path) => {
    expect(match('GET', path)).toEqual({ status: 404 });
  });

  it('matches the root, and paths that begin with several slashes', () => {
    expect(match('GET', '/')).toMatchObject({ template: '/' });
    expect(match('GET', '//services/x')).toMatchObject({ params: { service_name: 'x' } });
  });

  it('refuses escapes that are broken or not UTF-8', () => {
    for (const path of ['/%', '/%zz', '/%ff', '/%c0%af', '/%ed%a0%80'])
      expect(segmentsOf(path)).toBeUndefined();
  });
});
