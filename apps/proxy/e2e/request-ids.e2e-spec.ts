import { type LogFields, silentLogger } from '@gatehouse/logging';
import { type Call, call, sendRaw, until } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GIVEN = 'given-by-the-front-end';

describe('the id of a request', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let service: string;
  let cookie: string;
  const lines: (LogFields & { message: string })[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const log = (fields: LogFields, message: string) => void lines.push({ ...fields, message });
    const settings = {
      SVC_LOG_REQUEST: 'true',
      SVC_METRICS_ALLOWED: '127.0.0.1',
      SVC_PROXY_CORS_ORIGINS: 'https://page.example.org',
    };
    const logger = { ...silentLogger, info: log, warn: log, error: log };
    ({ port } = await fixture.startProxy(settings, {}, logger));
    const user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    const { name, id } = await fixture.addService(upstream.url);
    service = name;
    await fixture.allow(user, id);
    const allowed = { path: `/ows/proxy/${name}`, headers: { cookie } };
    await until(
      () => call(port, allowed),
      ({ status }) => status === 200,
    );
  });
  beforeEach(() => {
    lines.splice(0);
    upstream.received.splice(0);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const replies: readonly (readonly [about: string, status: number, request: () => Call])[] = [
    ['a refusal', 401, () => ({ path: `/ows/proxy/${service}/a` })],
    ['an unknown route', 404, () => ({ path: '/nowhere' })],
    ['a verify call that is allowed', 200, () => ({ path: `/ows/verify/${service}`, headers: { cookie } })],
    ['a verify call that is refused', 401, () => ({ path: `/ows/verify/${service}` })],
    ['the liveness', 200, () => ({ path: '/health/live' })],
    ['the metrics', 200, () => ({ path: '/metrics' })],
    ['the public keys', 200, () => ({ path: '/.well-known/jwks.json' })],
    ['a method that a status endpoint has not', 405, () => ({ path: '/health', method: 'POST' })],
    [
      'a preflight',
      204,
      () => ({
        path: `/ows/proxy/${service}`,
        method: 'OPTIONS',
        headers: { origin: 'https://page.example.org', 'access-control-request-method': 'GET' },
      }),
    ],
  ];

  it.each(replies)(
    'is in the reply to %s: that of the client, or a new one',
    async (_about, status, request) => {
      const { headers, ...rest } = request();
      const own = await call(port, { ...rest, headers: { ...headers, 'X-Request-Id': GIVEN } });
      expect([own.status, own.headers['x-request-id']]).toEqual([status, GIVEN]);
      for (const unusable of [undefined, 'a b c d e f', '<script>', 'x'.repeat(129)]) {
        const sent = unusable === undefined ? {} : { 'X-Request-Id': unusable };
        const reply = await call(port, { ...rest, headers: { ...headers, ...sent } });
        expect([reply.status, reply.headers['x-request-id']]).toEqual([status, expect.stringMatching(UUID)]);
      }
    },
  );

  it('is the same in the reply, in the line about the refusal and in the line about the request', async () => {
    const reply = await call(port, { path: `/ows/proxy/${service}/a` });
    const requestId = reply.headers['x-request-id'];
    expect(requestId).toMatch(UUID);
    const own = () => Promise.resolve(lines.filter((line) => line['requestId'] === requestId));
    const logged = await until(own, ({ length }) => length === 2);
    expect(logged.map(({ message }) => message)).toEqual(['refused', 'request']);
    const other = await call(port, { path: `/ows/proxy/${service}/a` });
    expect(other.headers['x-request-id']).not.toBe(requestId);
  });

  it('is in the reply to what cannot be read, and in its line in the log', async () => {
    const reply = await sendRaw(port, `BREW / HTTP/1.1\r\nHost: g\r\nX-Request-Id: ${GIVEN}\r\n\r\n`);
    const requestId = /^X-Request-Id: (.*)\r$/im.exec(reply)?.[1];
    expect(requestId).toMatch(UUID);
    expect(lines).toContainEqual(expect.objectContaining({ requestId, message: 'refused unread' }));
  });

  it('reaches the service unchanged; the proxy adds none', async () => {
    const path = `/ows/proxy/${service}`;
    const own = await call(port, { path, headers: { cookie, 'X-Request-Id': GIVEN } });
    const without = await call(port, { path, headers: { cookie } });
    expect([own.status, without.status]).toEqual([200, 200]);
    expect(upstream.received.map(({ headers }) => headers['x-request-id'])).toEqual([GIVEN, undefined]);
    expect(without.headers['x-request-id']).toBeUndefined();
    const logged = await until(
      () => Promise.resolve(lines.filter(({ message }) => message === 'request')),
      ({ length }) => length === 2,
    );
    expect(logged.map((line) => line['requestId'])).toEqual([GIVEN, expect.stringMatching(UUID)]);
  });

  it('is in the line about a service that cannot be reached', async () => {
    const away = await fixture.addService('http://127.0.0.1:1');
    await fixture.publish(away.id);
    const path = `/ows/proxy/${away.name}`;
    const reply = await until(
      () => call(port, { path, headers: { 'X-Request-Id': GIVEN } }),
      ({ status }) => status === 502,
    );
    expect([reply.status, reply.headers['x-request-id']]).toEqual([502, GIVEN]);
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'could not forward', requestId: GIVEN, service: away.name }),
    );
  });
});
