import type { DeclaredRoute } from './declared-routes';
import { Problem } from './problem';
import { RouteTable, segmentsOf } from './route-table';

const route = (method: string, template: string) =>
  ({ method, template, params: [], declaration: {} }) as unknown as DeclaredRoute;

const table = new RouteTable([
  route('GET', '/'),
  route('GET', '/services/types'),
  route('GET', '/services/{service_name}'),
  route('DELETE', '/services/{service_name}'),
  route('GET', '/services/{service_name}/resources'),
  route('POST', '/users/{user_name}/groups'),
]);

function match(method: string, path: string) {
  try {
    const { route: found, params, canonicalPath } = table.match(method, segmentsOf(path) ?? ['?']);
    return { template: found.template, params, canonicalPath };
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

  it('falls back to the parameter where the literal leads nowhere', () => {
    expect(match('GET', '/services/types/resources')).toMatchObject({ params: { service_name: 'types' } });
  });

  it('decodes each segment once, and never takes an encoded slash for a separator', () => {
    expect(match('GET', '/services/a%20b')).toMatchObject({
      params: { service_name: 'a b' },
      canonicalPath: '/services/a%20b',
    });
    expect(match('GET', '/services/a%2Fresources')).toMatchObject({
      params: { service_name: 'a/resources' },
    });
    expect(match('GET', '/services/%2525')).toMatchObject({ params: { service_name: '%25' } });
    expect(match('GET', '/%73ervices/x')).toMatchObject({ canonicalPath: '/services/x' });
  });

  it('answers HEAD where there is GET, and 405 with what is allowed', () => {
    expect(match('HEAD', '/services/x')).toMatchObject({ template: '/services/{service_name}' });
    expect(match('PUT', '/services/x')).toEqual({ status: 405, Allow: 'DELETE, GET, HEAD' });
    expect(match('HEAD', '/users/x/groups')).toEqual({ status: 405, Allow: 'POST' });
  });

  it.each([
    '/Services/x',
    '/services',
    '/services//resources',
    '/users/x',
    '/services/x/resources/y',
    '/services/x/',
  ])('does not know %s', (path) => {
    expect(match('GET', path)).toEqual({ status: 404 });
  });

  it('knows the root, and paths that begin with several slashes', () => {
    expect(match('GET', '/')).toMatchObject({ template: '/' });
    expect(match('GET', '//services/x')).toMatchObject({ params: { service_name: 'x' } });
  });

  it('refuses escapes that are broken or not UTF-8', () => {
    for (const path of ['/%', '/%zz', '/%ff', '/%c0%af', '/%ed%a0%80'])
      expect(segmentsOf(path)).toBeUndefined();
  });
});
