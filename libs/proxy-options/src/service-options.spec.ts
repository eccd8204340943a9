import fc from 'fast-check';
import { patternEngine } from '@gatehouse/patterns';
import { serviceTypeOf } from '@gatehouse/service-types';
import { hooksOf, serviceOptions, serviceOptionsProblems, storedHooks } from './service-options';

const jobs = {
  on: 'response',
  when: { method: ['post'], path: '/jobs', query: '', caller: 'user', status: ['2xx', 303] },
  do: [
    { create_resource: { below: '/jobs', name: 'job-${body.jobID}', type: 'route' } },
    { grant: { to: 'caller', permission: 'read-allow-recursive', on: 'created' } },
    { set_header: { 'X-Job': '${body.jobID}' } },
  ],
  on_failure: 'pass',
};

/** The problems of hooks, as `path: expectation`. */
const problemsOf = (...hooks: readonly unknown[]) =>
  serviceOptionsProblems({ hooks }, patternEngine).map(({ path, expected }) => `${path}: ${expected}`);
const withAction = (action: unknown, on = 'response') => ({
  on,
  when: { path: '/a/(?<id>[^/]+)' },
  do: [action],
});

describe('options of a service', () => {
  it('use the safe default for every absent option', () => {
    expect(serviceOptions(null)).toEqual({
      paths: new Set(),
      parameters: new Set(),
      registeredNamesOnly: false,
      unregisteredNames: 'safe',
      suffixes: true,
      forwardCredentials: false,
      tokenBasic: false,
      forwardCookies: new Set(),
      identityHeader: false,
      trustedOrigins: new Set(),
      accelRedirect: false,
      pages: undefined,
      maxConcurrency: undefined,
      headersTimeout: undefined,
      hooksRequired: false,
    });
  });

  it('are read as written', () => {
    const stored = {
      paths: ['path-parameters'],
      parameters: ['Tiled', 'x.y-z_1'],
      registered_names_only: true,
      unregistered_names: 'refuse',
      suffixes: false,
      forward_credentials: true,
      forward_cookies: ['JSESSIONID', 'a!b'],
      identity_header: true,
      trusted_origins: ['https://a.example', 'http://b.example:8080', 'https://[::1]:1'],
      accel_redirect: true,
      pages: 'trusted',
      max_concurrency: 4,
      headers_timeout: 30,
      hooks_required: true,
      hooks: [jobs],
    };
    expect(serviceOptionsProblems(stored, patternEngine)).toEqual([]);
    expect(serviceOptions(stored)).toMatchObject({
      paths: new Set(['path-parameters']),
      parameters: new Set(['tiled', 'x.y-z_1']),
      registeredNamesOnly: true,
      unregisteredNames: 'refuse',
      suffixes: false,
      forwardCredentials: true,
      forwardCookies: new Set(['JSESSIONID', 'a!b']),
      identityHeader: true,
      trustedOrigins: new Set(['https://a.example', 'http://b.example:8080', 'https://[::1]:1']),
      accelRedirect: true,
      pages: 'trusted',
      maxConcurrency: 4,
      headersTimeout: 30_000,
      hooksRequired: true,
    });
    expect(storedHooks(stored, patternEngine)).toMatchObject({
      problems: [],
      hooks: [
        {
          on: 'response',
          when: {
            methods: new Set(['POST']),
            caller: 'user',
            status: [
              { from: 200, to: 299 },
              { from: 303, to: 303 },
            ],
          },
          onFailure: 'pass',
          actions: [
            { kind: 'create_resource', type: 'route' },
            { kind: 'grant', to: { kind: 'caller' }, on: 'created' },
            { kind: 'set_header', name: 'X-Job' },
          ],
        },
      ],
    });
  });

  it.each([
    ['a text', 'x', ''],
    ['a list', [], ''],
    ['an option that does not exist', { retries: 3 }, 'retries'],
    ['an exception that does not exist', { paths: ['dot-segments'] }, 'paths'],
    ['a flag that is not a boolean', { identity_header: 'yes' }, 'identity_header'],
    ['a limit of zero', { max_concurrency: 0 }, 'max_concurrency'],
    ['hooks that are not a list', { hooks: {} }, 'hooks'],
    ['a parameter outside a list', { parameters: 'tiled' }, 'parameters'],
    ['a parameter with a colon', { parameters: ['map0:layers'] }, 'parameters'],
    ['a parameter without a name', { parameters: [''] }, 'parameters'],
    ['a parameter of 65 letters', { parameters: ['x'.repeat(65)] }, 'parameters'],
    ['more than a hundred parameters', { parameters: Array(101).fill('a') }, 'parameters'],
    ['another treatment of unregistered names', { unregistered_names: 'allow' }, 'unregistered_names'],
    ['several treatments of unregistered names', { unregistered_names: ['safe'] }, 'unregistered_names'],
    ['registered names as a text', { registered_names_only: 'true' }, 'registered_names_only'],
    ['suffixes as a list', { suffixes: ['json'] }, 'suffixes'],
    ['a cookie with its value', { forward_cookies: ['a=1'] }, 'forward_cookies'],
    ['two cookies in one entry', { forward_cookies: ['a; b'] }, 'forward_cookies'],
    ['an origin with a path', { trusted_origins: ['https://a.example/'] }, 'trusted_origins'],
    ['an origin with its default port', { trusted_origins: ['https://a.example:443'] }, 'trusted_origins'],
    ['an origin in upper case', { trusted_origins: ['https://A.example'] }, 'trusted_origins'],
    ['a host instead of an origin', { trusted_origins: ['a.example'] }, 'trusted_origins'],
    ['every origin', { trusted_origins: ['*'] }, 'trusted_origins'],
    ['the opaque origin', { trusted_origins: ['null'] }, 'trusted_origins'],
    ['an origin of files', { trusted_origins: ['file://a'] }, 'trusted_origins'],
    ['pages that are neither trusted nor absent', { pages: true }, 'pages'],
    ['pages in another case', { pages: 'Trusted' }, 'pages'],
    ['an accel_redirect that is not a boolean', { accel_redirect: '/internal' }, 'accel_redirect'],
  ])('reject %s and report its path', (_what, value, path) => {
    expect(serviceOptionsProblems(value, patternEngine).map((problem) => problem.path)).toEqual([path]);
  });

  it('use the valid ones among options that a newer version stored', () => {
    expect(serviceOptions({ retries: 3, max_concurrency: 2, paths: ['new-exception'] })).toMatchObject({
      maxConcurrency: 2,
      paths: new Set(),
    });
  });

  it('do not treat hooks that a newer version stored as absent', () => {
    const { problems } = storedHooks({ hooks: [{ ...jobs, when: { country: 'CA' } }] }, patternEngine);
    expect(problems).toEqual([expect.objectContaining({ path: 'hooks.0.when.country' })]);
  });
});

describe('hooks', () => {
  it('have no hooks if the list is empty', () => {
    expect(problemsOf()).toEqual([]);
    expect(hooksOf([], patternEngine)).toEqual([]);
  });

  it('report all problems together', () => {
    const broken = {
      on: 'reply',
      when: { path: '(', status: 700, method: 'BAD METHOD', size: 3 },
      do: [{ explode: {} }],
      on_failure: 'retry',
    };
    expect(problemsOf(jobs, broken).map((problem) => problem.split(':')[0])).toEqual([
      'hooks.1.on',
      'hooks.1.when.size',
      'hooks.1.when.method',
      'hooks.1.when.path',
      'hooks.1.when.status',
      'hooks.1.do.0.explode',
      'hooks.1.do.0',
      'hooks.1.on_failure',
    ]);
  });

  it.each([
    [
      'a capture that the pattern does not have',
      { set_header: { 'X-A': '${path.nope}' } },
      '0.do.0.set_header.X-A',
    ],
    ['a capture within a capture', { set_header: { 'X-A': '${path.id.x}' } }, '0.do.0.set_header.X-A'],
    ['an item outside of lists', { set_header: { 'X-A': '${item.id}' } }, '0.do.0.set_header.X-A'],
    ['a source that does not exist', { set_header: { 'X-A': '${env.SECRET}' } }, '0.do.0.set_header.X-A'],
    ['a placeholder that is not closed', { set_header: { 'X-A': '${path.id' } }, '0.do.0.set_header.X-A'],
    ['the password of a caller', { set_header: { 'X-A': '${caller.password}' } }, '0.do.0.set_header.X-A'],
    ['a line feed in a header', { set_header: { 'X-A': 'a\nSet-Cookie: b' } }, '0.do.0.set_header.X-A'],
    ['a cookie', { set_header: { 'Set-Cookie': 'auth_tkt=1' } }, '0.do.0.set_header.Set-Cookie'],
    ['the length of a body', { set_header: { 'content-length': '1' } }, '0.do.0.set_header.content-length'],
    [
      'a header of the proxy',
      { set_header: { 'X-Gatehouse-Reason': 'x' } },
      '0.do.0.set_header.X-Gatehouse-Reason',
    ],
    ['a name that is not a header name', { set_header: { 'X A': 'x' } }, '0.do.0.set_header.X A'],
    ['the removal of framing', { remove_header: ['Transfer-Encoding'] }, '0.do.0.remove_header.0'],
    ['a query on a reply', { add_query: { a: 'b' } }, '0.do.0.add_query'],
    ['two actions in one', { remove_header: 'ETag', set_header: { 'X-A': '' } }, '0.do.0'],
    ['no action', {}, '0.do.0'],
    [
      'a service as a resource',
      { create_resource: { name: 'x', type: 'service' } },
      '0.do.0.create_resource.type',
    ],
    [
      'a resource without a name',
      { create_resource: { name: '', type: 'route' } },
      '0.do.0.create_resource.name',
    ],
    [
      'a parent that is not a path',
      { create_resource: { below: 'jobs', name: 'x', type: 'route' } },
      '0.do.0.create_resource.below',
    ],
    ['a grant on nothing', { grant: { to: 'caller', permission: 'read' } }, '0.do.0.grant.on'],
    [
      'a denial',
      { grant: { to: 'caller', permission: 'read-deny-match', on: '' } },
      '0.do.0.grant.permission',
    ],
    [
      'a grant to an unknown principal',
      { grant: { to: 'everybody', permission: 'read', on: '' } },
      '0.do.0.grant.to',
    ],
    ['a list without a path', { filter_list: { items: 'jobs' } }, '0.do.0.filter_list.path'],
    [
      'a list at an empty path',
      { filter_list: { items: 'a..b', path: '/${item.id}' } },
      '0.do.0.filter_list.items',
    ],
  ])('refuse %s', (_what, action, path) => {
    expect(problemsOf(withAction(action)).map((problem) => problem.slice(6, path.length + 6))).toContain(
      path,
    );
  });

  it.each([
    ['a resource', { create_resource: { name: 'x', type: 'route' } }],
    ['a grant', { grant: { to: 'caller', permission: 'read', on: '' } }],
    ['a list', { filter_list: { items: '', path: '/${item.id}' } }],
    ['the host', { set_header: { Host: 'elsewhere' } }],
    ['who forwards', { set_header: { 'X-Forwarded-For': '127.0.0.1' } }],
    ['who the caller is', { remove_header: 'X-Gatehouse-Identity' }],
    ['the media type that was decided on', { set_header: { 'Content-Type': 'text/xml' } }],
    ['a cookie', { set_header: { Cookie: 'auth_tkt=1' } }],
    ['another method', { set_header: { 'X-HTTP-Method-Override': 'DELETE' } }],
  ])('refuse %s on requests', (_what, action) => {
    expect(problemsOf(withAction(action, 'request'))).not.toEqual([]);
  });

  it('require on_failure refuse for hooks that filter lists', () => {
    const filter = { filter_list: { items: 'jobs', path: '/jobs/${item.id}' } };
    expect(problemsOf(withAction(filter))).toEqual([]);
    expect(problemsOf({ ...withAction(filter), on_failure: 'pass' })[0]).toMatch(
      /^hooks\.0\.on_failure: refuse/,
    );
  });

  it('must fit the type of their service', () => {
    const create = withAction({ create_resource: { name: 'x', type: 'layer' } });
    const grant = withAction({ grant: { to: 'caller', permission: 'getmap', on: '' } });
    const pathsFor = (type: string) =>
      serviceOptionsProblems({ hooks: [create, grant] }, patternEngine, serviceTypeOf(type)).map(
        ({ path }) => path,
      );
    expect(pathsFor('api')).toEqual(['hooks.0.do.0.create_resource.type', 'hooks.1.do.0.grant.permission']);
    expect(pathsFor('ncwms')).toEqual(['hooks.0.do.0.create_resource.type']);
    expect(serviceOptionsProblems({ hooks: [create, grant] }, patternEngine)).toEqual([]);
  });
});

describe('reading options', () => {
  const json = fc.jsonValue({ depthSize: 'medium' });
  const word = fc.constantFrom(
    'on',
    'when',
    'do',
    'path',
    'request',
    'response',
    '${body.a}',
    '${',
    '(',
    '2xx',
    '',
  );
  const action = fc.dictionary(
    fc.constantFrom(
      'set_header',
      'remove_header',
      'add_query',
      'create_resource',
      'grant',
      'filter_list',
      'x',
    ),
    fc.oneof(json, fc.dictionary(fc.oneof(word, fc.string()), fc.oneof(word, fc.string()))),
    { maxKeys: 2 },
  );
  const hook = fc.record(
    {
      on: fc.oneof(fc.constantFrom('request', 'response'), json),
      when: fc.oneof(fc.dictionary(word, fc.oneof(word, json)), json),
      do: fc.oneof(fc.array(action, { maxLength: 3 }), json),
      on_failure: fc.oneof(fc.constantFrom('refuse', 'pass'), json),
    },
    { requiredKeys: [] },
  );

  it('never throws, and agrees with the reported problems', () => {
    fc.assert(
      fc.property(
        fc.oneof(json, fc.record({ hooks: fc.array(fc.oneof(hook, json), { maxLength: 3 }) })),
        (value) => {
          const problems = serviceOptionsProblems(value, patternEngine);
          serviceOptions(value);
          expect(storedHooks(value, patternEngine).problems).toEqual(
            problems.filter(({ path }) => /^hooks(?:\.|$)/.test(path)),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
