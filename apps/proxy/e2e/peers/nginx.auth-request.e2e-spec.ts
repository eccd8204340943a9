import { type Reply, call, sendRaw, until } from '../support/exchange';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import { type Nginx, startNginx } from './nginx';

const PUBLIC_URL = { SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy' };

describe('nginx that calls verify and forwards requests itself (auth_request)', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let nginx: Nginx;
  let user: number;
  let cookie: string;
  let route: number;
  let below: number;
  let serviceId: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    const { port } = await fixture.startProxy(PUBLIC_URL);
    nginx = await startNginx({ gatehouse: port, service: portOf(upstream) });
    const service = await fixture.addService(upstream.url, 'api', { name: 'thredds' });
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    serviceId = service.id;
    below = await fixture.addResource(service.id, 'thredds', 'route');
    route = await fixture.addResource(below, 'public', 'route', service.id);
    await fixture.allow(user, route, 'read');
    const drop = await fixture.addResource(below, 'drop', 'route', service.id);
    await fixture.allow(user, drop, 'write');
    await until(get, ({ status }) => status === 200);
  });
  beforeEach(() => upstream.received.splice(0));
  afterAll(async () => {
    await nginx.stop();
    await fixture.close();
    await upstream.close();
  });

  const get = (headers: Record<string, string> = {}, path = '/thredds/public', method = 'GET') =>
    call(nginx.port, { method, path, headers: { cookie, ...headers } });
  const reasonOf = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];

  it('forwards allowed requests byte for byte', async () => {
    for (const rest of ['', '/', '/a?b=%2F&c=d+e', '/%C3%A9%20%2b', "/a!$&'()*+,=:@-._~"]) {
      const path = `/thredds/public${rest}`;
      expect(await get({}, path)).toMatchObject({ status: 200, text: 'hello' });
      expect(upstream.received.at(-1)?.url).toBe(path);
    }
  });

  it('redirects anonymous callers to the sign-in, and shows users the reason of a refusal', async () => {
    const anonymous = await get({ cookie: '' });
    expect(reasonOf(anonymous)).toEqual([401, 'authentication_required']);
    expect(anonymous.headers['www-authenticate']).toContain('cookie-name="auth_tkt"');
    const unprivileged = cookieOf(await fixture.signIn(await fixture.addUser()));
    expect(reasonOf(await get({ cookie: unprivileged }))).toEqual([403, 'permission_denied']);
    expect(reasonOf(await get({}, '/thredds/private'))).toEqual([403, 'permission_denied']);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    ['GET', '/thredds/public', 200],
    ['HEAD', '/thredds/public', 200],
    ['POST', '/thredds/public', 403],
    ['PUT', '/thredds/public', 403],
    ['OPTIONS', '/thredds/public', 403],
    ['PROPFIND', '/thredds/public', 403],
    ['DELETE', '/thredds/drop', 200],
    ['GET', '/thredds/drop', 403],
  ])('has %s %s decided on by its method: %s', async (method, path, status) => {
    expect((await get({}, path, method)).status).toBe(status);
    expect(upstream.received.map((received) => received.method)).toEqual(status === 200 ? [method] : []);
  });

  it('refuses requests of pages of a foreign origin that would change state', async () => {
    const post = (headers: Record<string, string>) => get(headers, '/thredds/drop', 'POST');
    const foreign = { origin: 'https://evil.example' };
    expect(reasonOf(await post(foreign))).toEqual([403, 'cross_site_request']);
    expect(reasonOf(await post({ 'Sec-Fetch-Site': 'same-site' }))).toEqual([403, 'cross_site_request']);
    const handshake = {
      ...foreign,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'c2l4dGVlbiBieXRlcyE9PQ==',
      'Sec-WebSocket-Version': '13',
    };
    expect(reasonOf(await get(handshake))).toEqual([403, 'cross_site_request']);
    expect(upstream.received).toEqual([]);
    expect((await post({ origin: 'https://data.example.org' })).status).toBe(200);
    expect((await get(foreign)).status).toBe(200);
  });

  it('does not follow instructions in a reply of the service', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(200, { 'X-Accel-Redirect': '/_gatehouse/thredds' }).end('own reply'),
    );
    expect(await get()).toMatchObject({ status: 200, text: 'own reply' });
    upstream.behave(undefined);
  });

  it('does not forward identity headers of a client to the service', async () => {
    for (const name of [
      'Remote-User',
      'X-Remote-User',
      'X-Auth-Request-User',
      'X-Forwarded-User',
      'X-WEBAUTH-USER',
    ]) {
      await get({ [name]: 'forged' });
      expect(upstream.received.at(-1)?.headers).not.toHaveProperty(name.toLowerCase());
    }
  });

  it.each([
    ['alone', (session: string) => session, undefined],
    ['first', (session: string) => `${session}; sid=1; b=2`, 'sid=1; b=2'],
    ['in the middle', (session: string) => `sid=1; ${session}; b=2`, 'sid=1;b=2'],
    ['last', (session: string) => `sid=1;${session}`, 'sid=1;'],
    ['twice', (session: string) => `sid=1; ${session}; b=2; ${session}`, undefined],
    ['in two headers', (session: string) => ['sid=1', session], 'sid=1;'],
    ['with blanks', (session: string) => `a=1;  ${session.replace('=', ' = ')}; b=2`, 'a=1;b=2'],
    [
      'beside similar names',
      (session: string) => `xauth_tkt=1; ${session}; auth_tkt2=2`,
      'xauth_tkt=1;auth_tkt2=2',
    ],
  ])('does not forward the session cookie to the service: %s', async (_where, cookies, expected) => {
    const { status } = await call(nginx.port, {
      path: '/thredds/public',
      headers: { cookie: cookies(cookie) },
    });
    expect(status).toBe(200);
    expect(upstream.received[0]?.headers.cookie).toBe(expected);
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toContain(cookie.slice(20, 60));
  });

  it('forwards Authorization to the service only beside the session cookie, otherwise it is for Gatehouse', async () => {
    const basic = { authorization: 'Basic eDp5' };
    expect((await get(basic)).status).toBe(200);
    expect(upstream.received[0]?.headers.authorization).toBe(basic.authorization);
    upstream.received.splice(0);
    expect((await call(nginx.port, { path: '/thredds/public', headers: basic })).status).toBe(401);
    expect(upstream.received).toEqual([]);
  });

  it('hides headers of the service that have an effect on more than the reply', async () => {
    const headers = {
      'Service-Worker-Allowed': '/',
      'Strict-Transport-Security': 'max-age=1',
      NEL: '{}',
      'Report-To': '{}',
      'Clear-Site-Data': '*',
      'Alt-Svc': 'h3=":443"',
      'Set-Login': 'logged-out',
      'CDN-Cache-Control': 'public',
      'Surrogate-Control': 'max-age=1',
      'X-Gatehouse-Reason': 'forged',
      'X-Gatehouse-Pages': 'forged',
    };
    upstream.behave((_request, response) => response.writeHead(200, { ...headers, 'X-Own': '1' }).end());
    const reply = await get();
    upstream.behave(undefined);
    expect(reply.headers['x-own']).toBe('1');
    const arrived = Object.keys(headers).filter((name) => name.toLowerCase() in reply.headers);
    expect(arrived).toEqual([]);
  });

  it('keeps cookies of the service at its host', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(200, { 'Set-Cookie': ['a=1; Domain=example.org', 'b=2; Path=/'] }).end(),
    );
    const { headers } = await get({ host: 'data.example.org' });
    upstream.behave(undefined);
    expect(headers['set-cookie']).toEqual(['a=1; Domain=data.example.org', 'b=2; Path=/']);
  });

  it('marks replies to callers with credentials as private, and no others', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(200, { 'Cache-Control': 'public, max-age=60' }).end(),
    );
    const own = await get();
    expect([own.headers['cache-control'], own.headers.vary]).toEqual([
      'public, max-age=60, private',
      'Cookie, Authorization',
    ]);
    const open = await fixture.addResource(below, 'open', 'route', serviceId);
    const revision = String(await fixture.publish(open, 'read'));
    const anonymous = await call(nginx.port, {
      path: '/thredds/open',
      headers: { 'X-Access-Revision': revision },
    });
    upstream.behave(undefined);
    expect([anonymous.status, anonymous.headers['cache-control'], anonymous.headers.vary]).toEqual([
      200,
      'public, max-age=60',
      undefined,
    ]);
  });

  it.each(['gatehouse_token=x', 'a=1&gatehouse%5Ftoken=x', '%67atehouse_token=x'])(
    'marks replies to requests with a network token as private: %s',
    async (query) => {
      const { headers } = await call(nginx.port, { path: `/thredds/public?${query}` });
      expect([headers['cache-control'], headers.vary]).toEqual([
        expect.stringContaining('private'),
        expect.stringContaining('Cookie, Authorization'),
      ]);
    },
  );

  describe('at the origin of the API', () => {
    const POLICY =
      'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';
    let shared: Nginx;
    beforeAll(async () => {
      const { port } = await fixture.startProxy({ ...PUBLIC_URL, SVC_URL: 'https://data.example.org' });
      shared = await startNginx({ gatehouse: port, service: portOf(upstream) });
    });
    afterAll(() => shared.stop());

    const replied = async (headers: readonly string[], at = shared, status = 200) => {
      upstream.behave((_request, response) => response.writeHead(status, [...headers]).end());
      const reply = await call(at.port, { path: '/thredds/public', headers: { cookie } });
      upstream.behave(undefined);
      return [reply.headers['content-security-policy'], reply.headers['x-content-type-options']];
    };

    it.each([
      ['a page', ['Content-Type', 'text/html; charset=utf-8']],
      ['an image that may have scripts', ['Content-Type', 'image/svg+xml']],
      ['no type', []],
      ['an inert type before another one', ['Content-Type', 'image/png', 'Content-Type', 'text/html']],
      ['another type before an inert one, in one field', ['Content-Type', 'image/png, text/html']],
      ['a type that begins like an inert one', ['Content-Type', 'text/plainer']],
      ['a type that contains an inert one', ['Content-Type', 'text/html; x=image/png']],
    ])('applies the policy that verify names to %s', async (_what, headers) => {
      expect(await replied(headers)).toEqual([POLICY, undefined]);
      expect(await replied(headers, shared, 404)).toEqual([POLICY, undefined]);
    });

    it.each([206, 304])(
      'applies the policy to inert types with status %s, which may be of a stored page',
      async (status) => {
        const headers = ['Content-Type', 'text/plain', 'Content-Security-Policy', 'default-src *'];
        expect(await replied(headers, shared, status)).toEqual([`default-src *, ${POLICY}`, undefined]);
      },
    );

    it('applies the policy beside those of the service', async () => {
      const own = ['Content-Type', 'text/html', 'Content-Security-Policy', 'sandbox allow-same-origin'];
      expect(await replied(own)).toEqual([`sandbox allow-same-origin, ${POLICY}`, undefined]);
    });

    it.each([
      'image/png',
      'text/plain; charset=utf-8',
      'application/json',
      'application/pdf',
      'application/x-netcdf',
    ])('lets no browser take %s for a page, without the policy', async (type) => {
      expect(await replied(['Content-Type', type, 'X-Content-Type-Options', 'none'])).toEqual([
        undefined,
        'nosniff',
      ]);
    });

    it('applies no policy where the origins differ', async () => {
      expect(await replied(['Content-Type', 'text/html'], nginx)).toEqual([undefined, undefined]);
    });

    it('forwards no request for a service worker', async () => {
      const reply = await call(shared.port, {
        path: '/thredds/public',
        headers: { cookie, 'Service-Worker': 'script' },
      });
      expect(reasonOf(reply)).toEqual([403, 'service_worker_refused']);
      expect(upstream.received).toEqual([]);
    });
  });

  it.each([
    ['X-Original-Method'],
    ['X_Original_Method'],
    ['X-Forwarded-Method'],
    ['X-HTTP-Method'],
    ['X-HTTP-Method-Override'],
    ['X-Method-Override'],
  ])('does not allow a client to present a write as a read, or a read as a write, by %s', async (header) => {
    expect((await get({ [header]: 'GET' }, '/thredds/public', 'POST')).status).toBe(403);
    expect((await get({ [header]: 'DELETE' })).status).toBe(200);
    expect(upstream.received.map((received) => received.method)).toEqual(['GET']);
    const [{ headers } = { headers: {} }] = upstream.received;
    const acted = ['x-http-method', 'x-http-method-override', 'x-method-override'];
    expect(Object.keys(headers).filter((name) => acted.includes(name))).toEqual([]);
  });

  it.each([['X-Original-URI'], ['X-Original-URL'], ['X-Rewrite-URL'], ['X-Forwarded-Uri']])(
    'does not let a client select another path by %s',
    async (header) => {
      expect((await get({ [header]: '/thredds/public' }, '/thredds/private')).status).toBe(403);
      expect((await get({ [header]: '/thredds/private' })).status).toBe(200);
      expect(upstream.received.map(({ url }) => url)).toEqual(['/thredds/public']);
      for (const name of ['x-original-url', 'x-rewrite-url'])
        expect(upstream.received[0]?.headers).not.toHaveProperty(name);
    },
  );

  it.each([
    '/thredds/private/../public',
    '/thredds/public/../private',
    '/thredds/public/%2e%2e/private',
    '/thredds/public/%252e%252e/private',
    '/thredds/public/..%2fprivate',
    '/thredds/public/..%5cprivate',
    '/thredds/public/..;/private',
    '/thredds/./public',
    '/thredds//public',
    '//thredds/public',
    '/elsewhere/../thredds/public',
    '/thredds/public%00',
    '/thredds/public%c0%af',
    '/thredds/public%ff',
    '/thredds/public;a=b',
    '/thredds/public%3fa',
    '/thredds/public%23a',
    '/thredds/public\\a',
    '/%74hredds/private',
  ])('never forwards %s', async (target) => {
    const reply = await raw(target);
    expect(reply).toMatch(/^HTTP\/1\.1 (?:400|403|404) /);
    expect(upstream.received).toEqual([]);
  });

  it('forwards a target in absolute form as the path that was decided on', async () => {
    expect(await raw('http://data.example.org/thredds/private')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await raw('http://data.example.org/thredds/public?x')).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.received.map(({ url }) => url)).toEqual(['/thredds/public?x']);
  });

  it('forwards the body, which Gatehouse does not see', async () => {
    const body = 'x'.repeat(300_000);
    const sent = { method: 'POST', path: '/thredds/drop', headers: { cookie }, body };
    expect((await call(nginx.port, sent)).status).toBe(200);
    expect(upstream.received[0]?.body.toString()).toBe(body);
  });

  it('sends the service the identity of the caller, which a client cannot forge', async () => {
    const forged = { 'X-Gatehouse-Identity': 'forged' };
    await get(forged);
    const revision = await fixture.setProxyOptions('thredds', { identity_header: true });
    await get({ ...forged, 'X-Access-Revision': String(revision) });
    await fixture.setProxyOptions('thredds', null);
    const [without, withOne] = upstream.received.map(({ headers }) => headers['x-gatehouse-identity']);
    expect(without).toBeUndefined();
    const claims = Buffer.from(String(withOne).split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({ sub: String(user) });
  });

  it('returns a reissued cookie when one is due', async () => {
    const old = cookieOf(await fixture.signIn(user, new Date(Date.now() - 2 * 3_600_000)));
    const { status, headers } = await get({ cookie: old });
    expect([status, headers['set-cookie']]).toEqual([200, [expect.stringMatching(/^auth_tkt=.*HttpOnly/)]]);
  });

  it('follows a revocation', async () => {
    const revoked = await fixture.revoke(user, route);
    expect((await get({ 'X-Access-Revision': String(revoked) })).status).toBe(403);
    const granted = await fixture.allow(user, route, 'read');
    expect((await get({ 'X-Access-Revision': String(granted) })).status).toBe(200);
  });

  it('does not expose its internal verify location', async () => {
    expect((await get({}, '/_gatehouse/thredds')).status).toBe(404);
  });

  it('forwards nothing while Gatehouse is unavailable', async () => {
    const { port, proxy } = await fixture.startProxy(PUBLIC_URL);
    const lonely = await startNginx({ gatehouse: port, service: portOf(upstream) });
    const send = () => call(lonely.port, { path: '/thredds/public', headers: { cookie } });
    expect((await send()).status).toBe(200);
    await proxy.stop();
    upstream.received.splice(0);
    expect((await send()).status).toBe(500);
    expect(upstream.received).toEqual([]);
    await lonely.stop();
  });

  const raw = (target: string) =>
    sendRaw(
      nginx.port,
      `GET ${target} HTTP/1.1\r\nHost: data.example.org\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
});

function portOf({ url }: Upstream): number {
  return Number(new URL(url).port);
}
