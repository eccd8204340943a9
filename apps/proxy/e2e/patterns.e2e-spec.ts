import { pathologicalPatterns } from '@gatehouse/conformance';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

/** Characters that a query can contain unencoded. */
const PLAIN = /^[\w!]*$/;
const LOOKAHEAD = '.*\\.nc(?=$)';

let fixture: Fixture;
let upstream: Upstream;
let port: number;
beforeAll(async () => {
  fixture = await Fixture.open();
  upstream = await startUpstream();
  ({ port } = await fixture.startProxy());
});
afterAll(async () => {
  await fixture.close();
  await upstream.close();
});

/** A service that all callers may read; returns its name. */
async function publish(
  type: string,
  stored: { readonly configuration?: object; readonly proxy?: object },
): Promise<string> {
  const { name, id } = await fixture.addService(upstream.url, type, stored);
  await fixture.publish(id, 'read', ...(type === 'thredds' ? ['browse'] : []));
  return name;
}

const removing = (when: object) => [{ on: 'request', when, do: [{ remove_header: 'X-A' }] }];

describe('a pathological pattern that was accepted', () => {
  const accepted = pathologicalPatterns().filter((one) => one.accepted && one.storable);
  /** Sends each request three times, followed each time by one that involves no patterns. */
  async function answersOf(paths: readonly string[]): Promise<readonly Reply[]> {
    const probe = await fixture.publishService(upstream.url);
    const mixed = paths.flatMap((path) => Array.from({ length: 3 }, () => [path, probe]).flat());
    const revision = String(await fixture.addUser().then(() => fixture.write(async () => undefined)));
    return Promise.all(mixed.map((path) => call(port, { path, headers: { 'X-Access-Revision': revision } })));
  }

  it('matches hooks without delaying other requests', async () => {
    const inQueries = accepted.filter(({ text }) => PLAIN.test(text));
    expect(inQueries.length).toBeGreaterThan(20);
    const names: string[] = [];
    for (const { pattern } of inQueries) {
      const hooks = [{ on: 'request', when: { query: pattern }, do: [{ set_header: { 'X-Fits': 'yes' } }] }];
      names.push(await publish('api', { proxy: { hooks } }));
    }
    const paths = names.map((name, index) => `/ows/proxy/${name}?${inQueries[index]!.text}`);
    for (const { status } of await answersOf(paths)) expect(status).toBe(200);
    for (const [index, { text, matches }] of inQueries.entries()) {
      const query = text === '' ? '' : `?${text}`;
      const own = await call(port, { path: `/ows/proxy/${names[index]}${query}` });
      expect(own.status).toBe(200);
      expect(upstream.received.at(-1)?.headers['x-fits']).toBe(matches ? 'yes' : undefined);
    }
  });

  it('distinguishes files and prefixes of THREDDS without delaying other requests', async () => {
    const paths: string[] = [];
    for (const { pattern, text } of accepted) {
      const name = await publish('thredds', {
        configuration: { file_patterns: [pattern], metadata_type: { prefixes: [pattern] } },
      });
      const segment = encodeURIComponent(text.slice(-200)) || 'x';
      paths.push(`/ows/proxy/${name}/fileServer/${segment}`, `/ows/proxy/${name}/${segment}/x`);
    }
    const replies = await answersOf(paths);
    // What is not a prefix is outside the grammar, which these callers may also use.
    for (const { status } of replies) expect(status).toBe(200);
  });
});

describe('a service whose stored patterns cannot be compiled', () => {
  const BROKEN: readonly (readonly [string, string, { configuration?: object; proxy?: object }])[] = [
    ['files', 'thredds', { configuration: { file_patterns: [LOOKAHEAD] } }],
    ['prefixes', 'thredds', { configuration: { data_type: { prefixes: ['(a)\\1'] } } }],
    ['hooks', 'api', { proxy: { hooks: removing({ path: LOOKAHEAD }) } }],
    ['hooks that are too large', 'api', { proxy: { hooks: removing({ query: 'a{1000}' }) } }],
  ];

  it.each(BROKEN)('is refused to all callers until it is changed: %s', async (_what, type, stored) => {
    const { name, id } = await fixture.addService(upstream.url, type, stored);
    await fixture.publish(id, 'read', 'browse', 'write');
    const administrator = await fixture.addUser();
    await fixture.join(administrator, await fixture.groupId('administrators'));
    const cookie = cookieOf(await fixture.signIn(administrator));
    const path = type === 'thredds' ? `${name}/fileServer/a.nc` : name;
    upstream.received.splice(0);
    for (const headers of [{}, { Cookie: cookie }]) {
      const reply = await call(port, { path: `/ows/proxy/${path}`, headers });
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([503, 'configuration_not_usable']);
      expect(reply.text).not.toContain(LOOKAHEAD);
      const verdict = await call(port, {
        path: `/ows/verify/${path}`,
        headers: { ...headers, 'X-Original-Method': 'GET' },
      });
      expect([verdict.status, verdict.headers['x-gatehouse-reason']]).toEqual([
        403,
        'configuration_not_usable',
      ]);
    }
    expect(upstream.received).toEqual([]);
    const revision = await fixture.write((manager) =>
      manager.query('UPDATE services SET configuration = NULL, proxy = NULL WHERE resource_id = $1', [id]),
    );
    const headers = { Cookie: cookie, 'X-Access-Revision': String(revision) };
    expect((await call(port, { path: `/ows/proxy/${path}`, headers })).status).toBe(200);
  });

  it('is refused when a running proxy receives it, while other services are unaffected', async () => {
    const name = await publish('api', {});
    const other = await publish('api', { proxy: { hooks: removing({ path: '/a' }) } });
    const statusOf = async (service: string, headers: Record<string, string> = {}) =>
      (await call(port, { path: `/ows/proxy/${service}`, headers })).status;
    const revision = await fixture.setProxyOptions(name, { hooks: removing({ path: '(?!a)' }) });
    const headers = { 'X-Access-Revision': String(revision) };
    expect([await statusOf(name, headers), await statusOf(other, headers)]).toEqual([503, 200]);
  });

  it('is reported when a proxy starts and when one receives it, once for each pattern', async () => {
    const lines: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      error: (fields, message) => void lines.push([fields, message]),
    };
    const hooks = [...removing({ path: LOOKAHEAD }), ...removing({ path: '/a', query: '(?<n>a)\\k<n>' })];
    const { name } = await fixture.addService(upstream.url, 'api', { proxy: { hooks } });
    const { port: another } = await fixture.startProxy({}, {}, logger);
    const linesOf = (service: string) =>
      lines.filter((line) => JSON.stringify(line).includes(`"service":"${service}"`));
    const line = (service: string, position: string) => [
      {
        service,
        reason: expect.stringMatching(
          `^proxy\\.${position}: expected a regular expression in the syntax of RE2`,
        ),
      },
      'requests for a service are refused until its configuration is changed',
    ];
    const expected = [line(name, 'hooks\\.0\\.when\\.path'), line(name, 'hooks\\.1\\.when\\.query')];
    expect(linesOf(name)).toEqual(expected);
    await call(another, { path: `/ows/proxy/${name}` });
    await call(another, { path: `/ows/proxy/${name}` });
    expect(linesOf(name)).toEqual(expected);
    const later = await fixture.addService(upstream.url, 'api', {
      proxy: { hooks: removing({ path: '(?=a)' }) },
    });
    await call(another, { path: `/ows/proxy/${later.name}` });
    expect(linesOf(later.name)).toEqual([line(later.name, 'hooks\\.0\\.when\\.path')]);
  });
});
