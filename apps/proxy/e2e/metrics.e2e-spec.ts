import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('the metrics of the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(upstream.url);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** The value of each series by its name and labels. */
  const metrics = async (at = port): Promise<Map<string, number>> => {
    const { text } = await call(at, { path: '/metrics' });
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const),
    );
  };
  /** By how much series grow while `work` runs. */
  const growth = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = await metrics();
    await work();
    const after = await metrics();
    const increased = [...after].filter(
      ([name, value]) => /_total|_count/.test(name) && value !== (before.get(name) ?? 0),
    );
    return Object.fromEntries(increased.map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
  };
  const request = (route: string, outcome: string, reason = '') =>
    `gatehouse_proxy_requests_total{route="${route}",outcome="${outcome}",reason="${reason}"}`;
  const DECISIONS = 'gatehouse_proxy_decision_seconds_count';

  it('count allowed requests', async () => {
    expect(await growth(() => call(port, { path }))).toEqual({
      [request('proxy', 'allowed')]: 1,
      [DECISIONS]: 1,
    });
  });

  it('count refused requests by reason', async () => {
    const secret = await fixture.addService(upstream.url);
    const increased = await growth(async () => {
      await call(port, { path: `/ows/proxy/${secret.name}` });
      await call(port, { path: `/ows/verify/${secret.name}`, headers: { 'X-Original-Method': 'GET' } });
      await call(port, { path: '/ows/proxy/a/../b' });
      await call(port, { path: '/elsewhere' });
      await call(port, { path: '/ows/verify-traefik' });
    });
    expect(increased).toEqual({
      [request('proxy', 'refused', 'authentication_required')]: 1,
      [request('verify', 'refused', 'authentication_required')]: 1,
      [request('malformed', 'refused', 'malformed_path')]: 1,
      [request('unknown', 'refused', 'route_not_found')]: 1,
      [request('verify-traefik', 'refused', 'malformed_declaration')]: 1,
      [DECISIONS]: 2,
    });
  });

  it('count verify calls that declare no method', async () => {
    const verify = path.replace('/proxy/', '/verify/');
    const increased = await growth(async () => {
      await call(port, { path: verify });
      await call(port, { path: verify, headers: { 'X-Original-Method': 'GET' } });
    });
    expect(increased).toEqual({
      gatehouse_proxy_verify_without_method_total: 1,
      [request('verify', 'allowed')]: 2,
      [DECISIONS]: 2,
    });
  });

  it('count requests to services that do not answer', async () => {
    const away = await fixture.publishService('http://127.0.0.1:1');
    expect(await growth(() => call(port, { path: away }))).toMatchObject({
      'gatehouse_proxy_upstream_failures_total{failure="unreachable"}': 1,
    });
  });

  it('have a fixed set of series, regardless of what clients send and administrators name', async () => {
    await call(port, { path });
    const before = [...(await metrics()).keys()];
    const other = await fixture.publishService(upstream.url);
    for (const query of ['?a', '?b', '?c'])
      await call(port, { path: other + query, method: 'PROPFIND', headers: { 'X-Any': query } });
    expect([...(await metrics()).keys()]).toEqual(before);
  });

  it('include the revision and age of the data that decisions are based on', async () => {
    const revision = await fixture.write(() => Promise.resolve());
    const shown = await until(metrics, (all) => all.get('gatehouse_proxy_snapshot_revision') === revision);
    expect(shown.get('gatehouse_proxy_snapshot_revision')).toBe(revision);
    expect(shown.get('gatehouse_proxy_snapshot_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(shown.get('gatehouse_proxy_snapshot_age_seconds')).toBeLessThan(30);
    expect(shown.get('gatehouse_proxy_snapshot_behind_revisions')).toBe(0);
    expect(shown.get('gatehouse_proxy_snapshot_behind_seconds')).toBeLessThan(30);
    expect(shown.get('gatehouse_proxy_websockets_open')).toBe(0);
  });

  it('are available to permitted peers only, whose address trusted front ends declare', async () => {
    const { headers } = await call(port, { path: '/metrics' });
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const outside = await call(port, { path: '/metrics', headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect([outside.status, outside.headers['x-gatehouse-reason']]).toEqual([403, 'metrics_restricted']);
    const { port: strict } = await fixture.startProxy({ SVC_METRICS_ALLOWED: '192.0.2.0/24' });
    expect((await call(strict, { path: '/metrics' })).status).toBe(403);
    const inside = await call(strict, { path: '/metrics', headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect(inside.status).toBe(200);
  });

  it('contain no secret and no name', async () => {
    const user = await fixture.addUser('canary-of-a-user');
    const cookie = cookieOf(await fixture.signIn(user));
    await call(port, { path: `${path}?token=canary`, headers: { cookie } });
    const { text } = await call(port, { path: '/metrics' });
    expect(text).not.toContain('canary');
    expect(text).not.toContain(path.split('/').at(-1));
  });
});

describe('the health endpoint of the proxy', () => {
  let fixture: Fixture;
  let port: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    ({ port } = await fixture.startProxy());
  });
  afterAll(() => fixture.close());

  it.each(['/health', '/health/ready', '/health/live'])(
    'reports that the proxy is healthy at %s',
    async (path) => {
      const reply = await call(port, { path });
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.text)).toMatchObject({ live: true, code: 200 });
      expect((await call(port, { path, method: 'HEAD' })).text).toBe('');
      expect((await call(port, { path, method: 'POST' })).status).toBe(405);
    },
  );
});
