import { patternEngine } from '@gatehouse/patterns';
import { MAX_MATCHED_TEXT_LENGTH } from '@gatehouse/service-types';
import type { Hook } from './hook';
import { type HookedRequest, hookPath, matchRequest, matchesStatus } from './hook-match';
import { hooksOf, serviceOptionsProblems } from './service-options';

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
    ['the path with explicit anchors', { path: '^/jobs/\\d+$' }, true],
    ['a part of the path', { path: '/jobs' }, false],
    ['alternatives, as a whole', { path: '/jobs|/jobs/12' }, true],
    ['the path in another case', { path: '/JOBS/12' }, true],
    ['the root of the service', { path: '' }, false],
    ['no query', { query: '' }, true],
    ['some query', { query: '.+' }, false],
    ['the method in another case', { method: 'get' }, true],
    ['another method', { method: ['POST', 'PUT'] }, false],
    ['users', { caller: 'user' }, true],
    ['callers who are not signed in', { caller: 'anonymous' }, false],
  ])('that requires %s (%j) matches: %j', (_what, when, fits) => {
    expect(matchRequest(hook(when), request) !== undefined).toBe(fits);
  });

  it('returns the captures of its groups', () => {
    const found = matchRequest(
      hook({ path: '/(?<kind>[^/]+)/(?<id>\\d+)(?<rest>/.*)?', query: '(?:a=(?<a>.*))?' }),
      {
        ...request,
        query: 'a=b',
      },
    );
    expect(found).toEqual({ path: { kind: 'jobs', id: '12', rest: undefined }, query: { a: 'b' } });
  });

  it('does not match a path that is too long, unless no pattern needs it', () => {
    const path = `/${'a'.repeat(MAX_MATCHED_TEXT_LENGTH)}`;
    expect(matchRequest(hook({ path: '/b' }), { ...request, path })).toBe('too long');
    expect(matchRequest(hook({ query: '' }), { ...request, path })).toEqual({ path: {}, query: {} });
  });

  it('applies to successful replies by default', () => {
    const fits = (when: object) =>
      [200, 204, 303, 404, 502].filter((status) => matchesStatus(hook(when), status));
    expect(fits({})).toEqual([200, 204]);
    expect(fits({ status: [404, '3xx'] })).toEqual([303, 404]);
    expect(fits({ status: 'any' })).toEqual([200, 204, 303, 404, 502]);
  });

  it('on GET applies to HEAD only if it filters the reply', () => {
    const head = { ...request, method: 'HEAD' };
    const filter = { do: [{ filter_list: { items: '', path: '/${item.id}' } }] };
    expect(matchRequest(hook({ method: 'GET' }, filter), head)).toBeDefined();
    expect(matchRequest(hook({ method: 'GET' }), head)).toBeUndefined();
  });
});

describe('a hook with a condition on a header', () => {
  const condition = { headers: { 'X-Output': 'public|', 'x-b': '.*' } };
  it.each([
    ['the value', { 'x-output': 'public' }, true],
    ['another value', { 'x-output': 'private' }, false],
    ['the value in another case', { 'x-output': 'Public' }, false],
    ['no such header, which is an empty text', {}, true],
    ['several values, which are one text', { 'x-output': ['public', 'public'] }, false],
  ])('matches %s: %j', (_what, headers, fits) => {
    expect(matchRequest(hook(condition), { ...request, headers }) !== undefined).toBe(fits);
  });

  it('cannot be matched if the value is too long, and matches before headers are known', () => {
    const headers = { 'x-output': 'a'.repeat(MAX_MATCHED_TEXT_LENGTH + 1) };
    expect(matchRequest(hook(condition), { ...request, headers })).toBe('too long');
    expect(matchRequest(hook(condition), request)).toBeDefined();
  });

  it.each(['Authorization', 'cookie', 'Connection', 'X-Forwarded-For', 'a b'])(
    'is refused for %s',
    (name) => {
      const hooks = [{ on: 'request', when: { headers: { [name]: 'x' } }, do: [{ remove_header: 'X-A' }] }];
      expect(serviceOptionsProblems({ hooks }, patternEngine)).toEqual([
        { path: `hooks.0.when.headers.${name}`, expected: 'no header of this name' },
      ]);
    },
  );
});

describe('the path that hooks see', () => {
  it.each([
    ['is empty at the root of a service', [], ''],
    ['has decoded segments', ['a b', 'ü'], '/a b/ü'],
    ['has no empty segments', ['', 'jobs', ''], '/jobs'],
    ['distinguishes a slash within a segment from a separator', ['a/b', 'c'], '/a%2Fb/c'],
  ])('%s', (_what, segments, path) => {
    expect(hookPath(segments)).toBe(path);
  });
});
