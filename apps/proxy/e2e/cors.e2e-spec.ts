import { type Call, type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const LISTED = 'https://app.example.org';
const OTHER = 'https://other.example.org';
/** The origin of the proxy itself. */
const OWN = 'https://gate.example.org';

describe('pages of other sites', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let closed: number;
  let listed: number;
  let open: number;
  let path: string;
  let secret: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port: closed } = await fixture.startProxy());
    ({ port: listed } = await fixture.startProxy({ SVC_PROXY_CORS_ORIGINS: LISTED }));
    ({ port: open } = await fixture.startProxy({ SVC_PROXY_CORS_ORIGINS: `${LISTED}, *` }));
    path = await fixture.publishService(upstream.url);
    secret = `/ows/proxy/${(await fixture.addService(upstream.url)).name}`;
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const send = (port: number, origin: string, call_: Partial<Call> = {}) =>
    call(port, { path, ...call_, headers: { origin, ...call_.headers } });
  const preflight = (port: number, origin: string, at = path) =>
    send(port, origin, {
      path: at,
      method: 'OPTIONS',
      headers: {
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type, x-access-revision',
      },
    });
  const cors = ({ headers }: Reply) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => name.startsWith('access-control-') && !name.endsWith('expose-headers'),
      ),
    );

  it('of listed origins are allowed by preflight, cookies included', async () => {
    const reply = await preflight(listed, LISTED);
    expect(reply.status).toBe(204);
    expect(cors(reply)).toEqual({
      'access-control-allow-origin': LISTED,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'content-type, x-access-revision',
      'access-control-max-age': '600',
    });
    expect(reply.headers.vary).toContain('Origin');
    expect(upstream.received).toEqual([]);
  });

  it('of other origins receive no permission from preflights, and no information about services', async () => {
    for (const at of [path, secret, '/ows/proxy/nothing']) {
      const reply = await preflight(listed, OTHER, at);
      expect([reply.status, cors(reply)]).toEqual([204, {}]);
    }
    expect(upstream.received).toEqual([]);
  });

  it('of any origin may call without cookies where all origins are allowed', async () => {
    const other = cors(await preflight(open, OTHER));
    expect(other).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(other).not.toHaveProperty('access-control-allow-credentials');
    expect(cors(await preflight(open, LISTED))).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-credentials': 'true',
    });
  });

  it('can read replies according to the CORS headers of the proxy, not of the service', async () => {
    upstream.behave((_request, response) =>
      response
        .writeHead(200, {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
          'Access-Control-Expose-Headers': 'X-Own',
          Vary: 'Accept',
        })
        .end(),
    );
    const own = await send(listed, LISTED);
    expect(cors(own)).toEqual({
      'access-control-allow-origin': LISTED,
      'access-control-allow-credentials': 'true',
    });
    expect(own.headers.vary).toBe('Accept, Origin');
    expect(own.headers['access-control-expose-headers']).toContain('X-Access-Revision');
    const other = await send(listed, OTHER);
    expect([other.status, cors(other)]).toEqual([200, {}]);
    expect(cors(await send(open, OTHER))).toEqual({ 'access-control-allow-origin': '*' });
    expect(cors(await send(closed, OTHER))).toMatchObject({ 'access-control-allow-credentials': 'true' });
  });

  it('can read why they were refused', async () => {
    const reply = await send(listed, LISTED, { path: secret });
    expect(reply.status).toBe(401);
    expect(cors(reply)).toMatchObject({ 'access-control-allow-origin': LISTED });
    expect(cors(await send(listed, OTHER, { path: secret }))).toEqual({});
  });

  it('can read that a service is unavailable', async () => {
    const away = await fixture.publishService('http://127.0.0.1:1');
    const reply = await send(listed, LISTED, { path: away });
    expect(reply.status).toBe(502);
    expect(cors(reply)).toMatchObject({ 'access-control-allow-origin': LISTED });
  });

  it('are not answered by preflight where no origin is configured: OPTIONS is a write method', async () => {
    const { name, id } = await fixture.addService(upstream.url, 'api');
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    const options = async (revision: number) => {
      const headers = {
        cookie,
        'X-Access-Revision': String(revision),
        'Access-Control-Request-Method': 'GET',
      };
      const reply = await send(closed, OWN, { path: `/ows/proxy/${name}`, method: 'OPTIONS', headers });
      return [reply.status, upstream.received.length];
    };
    expect(await options(await fixture.allow(user, id, 'read'))).toEqual([403, 0]);
    expect(await options(await fixture.allow(user, id, 'write'))).toEqual([200, 1]);
    expect((await preflight(closed, LISTED, secret)).status).toBe(401);
  });

  it('send a preflight only if it has the headers of one; any other OPTIONS is an ordinary request', async () => {
    const { name } = await fixture.addService(upstream.url, 'api');
    const plain = await send(listed, LISTED, { path: `/ows/proxy/${name}`, method: 'OPTIONS' });
    expect(plain.status).toBe(401);
  });
});
