import { patternEngine } from '@gatehouse/patterns';
import { LONGEST_MATCHED_TEXT } from '@gatehouse/service-types';
import type { Hook } from './hook';
import { type HookedRequest, hookPath, matchRequest, matchesStatus } from './hook-match';
import { hooksOf } from './service-options';

const caller = { id: 7, name: 'ada' };
const request: HookedRequest = { method: 'GET', path: '/jobs/12', query: '', caller };

function hook(when: object, extra: object = { do: [{ remove_header: 'X-A' }] }): Hook {
  const hooks = hooksOf([{ on: 'response', when, ...extra }], patternEngine);
  if (hooks === 'unreadable' || !hooks[0]) throw new Error('the hook of the test is not valid');
  return hooks[0];
}

describe('a hook', () => {
  it.each([
    ['nothing', {}, true],
    ['the whole path', { path: '/jobs/\\d+' }, true],
    ['the path with anchors of its own', { path: '^/jobs/\\d+$' }, true],
    ['a part of the path', { path: '/jobs' }, false],
    ['alternatives, as a whole', { path: '/jobs|/jobs/12' }, true],
    ['the path in another case', { path: '/JOBS/12' }, true],
    ['the root of the service', { path: '' }, false],
    ['no query', { query: '' }, true],
    ['some query', { query: '.+' }, false],
    ['the method in another case', { method: 'get' }, true],
    ['another method', { method: ['POST', 'PUT'] }, false],
    ['users', { caller: 'user' }, true],
    ['those who are not signed in', { caller: 'anonymous' }, false],
  ])('that asks for %s', (_what, when, fits) => {
    expect(matchRequest(hook(when), request) !== undefined).toBe(fits);
  });

  it('gives what its groups have found', () => {
    const found = matchRequest(
      hook({ path: '/(?<kind>[^/]+)/(?<id>\\d+)(?<rest>/.*)?', query: '(?:a=(?<a>.*))?' }),
      {
        ...request,
        query: 'a=b',
      },
    );
    expect(found).toEqual({ path: { kind: 'jobs', id: '12', rest: undefined }, query: { a: 'b' } });
  });

  it('cannot tell where a path is too long, and can where no pattern asks for it', () => {
    const path = `/${'a'.repeat(LONGEST_MATCHED_TEXT)}`;
    expect(matchRequest(hook({ path: '/b' }), { ...request, path })).toBe('too long');
    expect(matchRequest(hook({ query: '' }), { ...request, path })).toEqual({ path: {}, query: {} });
  });

  it('is for successful replies unless it says otherwise', () => {
    const fits = (when: object) =>
      [200, 204, 303, 404, 502].filter((status) => matchesStatus(hook(when), status));
    expect(fits({})).toEqual([200, 204]);
    expect(fits({ status: [404, '3xx'] })).toEqual([303, 404]);
    expect(fits({ status: 'any' })).toEqual([200, 204, 303, 404, 502]);
  });

  it('for reads is for HEAD only where it takes something out of the reply', () => {
    const head = { ...request, method: 'HEAD' };
    const filter = { do: [{ filter_list: { items: '', path: '/${item.id}' } }] };
    expect(matchRequest(hook({ method: 'GET' }, filter), head)).toBeDefined();
    expect(matchRequest(hook({ method: 'GET' }), head)).toBeUndefined();
  });
});

describe('the path that hooks see', () => {
  it.each([
    ['is empty at the root of a service', [], ''],
    ['has decoded segments', ['a b', 'ü'], '/a b/ü'],
    ['has no empty segments', ['', 'jobs', ''], '/jobs'],
    ['tells a slash within a segment from one between two', ['a/b', 'c'], '/a%2Fb/c'],
  ])('%s', (_what, segments, path) => {
    expect(hookPath(segments)).toBe(path);
  });
});
