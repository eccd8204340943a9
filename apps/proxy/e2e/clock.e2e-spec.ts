import { call, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const HOUR = 3_600_000;
/** All timers and clocks except the wall clock. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

describe('when the clock of the machine is wrong,', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let user: number;
  let cookie: string;
  let service: { readonly name: string; readonly id: number };

  beforeEach(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    service = await fixture.addService(upstream.url);
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    await fixture.allow(user, service.id);
    const known = await until(get, ({ status }) => status === 200);
    expect(known.status).toBe(200);
  });
  afterEach(async () => {
    jest.useRealTimers();
    await fixture.close();
    await upstream.close();
  });

  const get = (headers: Record<string, string> = {}) =>
    call(port, { path: `/ows/proxy/${service.name}`, headers: { cookie, ...headers } });
  const jump = (milliseconds: number) =>
    jest.useFakeTimers({ doNotFake: [...REAL], now: Date.now() + milliseconds });

  it.each([
    ['ahead', 5 * HOUR],
    ['behind', -1000 * HOUR],
  ])(
    '%s, the proxy still knows the age of its data and applies revocations immediately',
    async (_how, by) => {
      jump(by);
      expect((await get()).status).toBe(200);
      const { status, text } = await call(port, { path: '/health' });
      expect(status).toBe(200);
      expect((JSON.parse(text) as { age_ms: number }).age_ms).toBeLessThan(60_000);
      const revoked = await fixture.revoke(user, service.id);
      expect((await get({ 'X-Access-Revision': String(revoked) })).status).toBe(403);
    },
  );

  it('behind, a session that was ended remains ended', async () => {
    await fixture.endSessionsOf(user);
    jump(-1000 * HOUR);
    expect((await get({ 'Cache-Control': 'no-cache' })).status).toBe(401);
  });

  it('ahead, sessions end early rather than late, and requests that need no session are unaffected', async () => {
    const path = await fixture.publishService(upstream.url);
    jump(1000 * HOUR);
    expect((await get()).status).toBe(401);
    expect((await call(port, { path })).status).toBe(200);
  });
});
