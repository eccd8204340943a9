import { type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';
import {
  Refused,
  type WebSocketUpstream,
  openWebSocket,
  startWebSocketUpstream,
} from './support/websocket-upstream';
import { WireClient } from './support/wire-client';

const OWN = 'https://gate.example.org';
const LISTED = 'https://app.example.org';
const TRUSTED = 'https://notebooks.example.org';
const FOREIGN = 'https://evil.example';
const SUBDOMAIN = 'https://sub.gate.example.org';

describe('a request that a page sends with the session of its user', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let sockets: WebSocketUpstream;
  let port: number;
  let open: number;
  let cookie: string;
  let path: string;
  let trusting: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    sockets = await startWebSocketUpstream();
    ({ port } = await fixture.startProxy({ SVC_PROXY_CORS_ORIGINS: LISTED }));
    ({ port: open } = await fixture.startProxy({ SVC_PROXY_CORS_ORIGINS: '*' }));
    cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
    path = await fixture.publishService(upstream.url);
    trusting = await fixture.publishService(upstream.url);
    await fixture.setProxyOptions(trusting.split('/').at(-1) ?? '', { trusted_origins: [TRUSTED] });
  });
  beforeEach(() => void upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await sockets.close();
  });

  const sendTo = (method: string, headers: Record<string, string>, at = path, to = port) =>
    call(to, { path: at, method, headers: { cookie, 'Cache-Control': 'no-cache', ...headers } });
  const outcome = ({ status, headers }: Reply) => [status, headers['x-gatehouse-reason']];
  const REFUSED = [403, 'cross_site_request'];

  it.each([FOREIGN, SUBDOMAIN, 'http://gate.example.org', 'https://gate.example.org:8443', 'null', ''])(
    'cannot change anything from the origin %j',
    async (origin) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        expect(outcome(await sendTo(method, { origin }))).toEqual(REFUSED);
      }
      expect(upstream.received).toEqual([]);
    },
  );

  it.each(['cross-site', 'same-site'])(
    'cannot change anything when the browser declares it %s',
    async (site) => {
      expect(outcome(await sendTo('POST', { 'Sec-Fetch-Site': site }))).toEqual(REFUSED);
      expect(upstream.received).toEqual([]);
    },
  );

  it.each([
    ['from the origin of the proxy', { origin: OWN }],
    ['from an origin that the setting lists', { origin: LISTED }],
    ['declared same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ['declared none, as for a bookmark', { 'Sec-Fetch-Site': 'none' }],
  ])('is forwarded when its page is %s', async (_whose, headers) => {
    expect((await sendTo('POST', headers)).status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });

  it('is forwarded when no browser sends it', async () => {
    expect((await sendTo('POST', {})).status).toBe(200);
  });

  it('from an origin that one service trusts is forwarded only to that service', async () => {
    expect((await sendTo('POST', { origin: TRUSTED }, trusting)).status).toBe(200);
    expect(outcome(await sendTo('POST', { origin: FOREIGN }, trusting))).toEqual(REFUSED);
    expect(outcome(await sendTo('POST', { origin: TRUSTED }))).toEqual(REFUSED);
  });

  it('cannot change anything with a session where every origin may call without cookies', async () => {
    expect(outcome(await sendTo('POST', { origin: FOREIGN }, path, open))).toEqual(REFUSED);
    const without = await call(open, { path, method: 'POST', headers: { origin: FOREIGN } });
    expect(without.status).toBe(200);
  });

  it('can read from a foreign origin, where the browser itself withholds the reply', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await sendTo(method, { origin: FOREIGN })).status).toBe(200);
  });

  it('cannot change anything when it names several origins, in either order', async () => {
    const client = new WireClient(port);
    for (const origins of [
      [OWN, FOREIGN],
      [FOREIGN, OWN],
      [OWN, OWN],
    ]) {
      const headers = [['Cookie', cookie], ...origins.map((origin) => ['Origin', origin])] as [
        string,
        string,
      ][];
      const reply = await client.send({ method: 'POST', target: path, headers, body: Buffer.from('x') });
      expect([reply.status, reply.headers.get('x-gatehouse-reason')]).toEqual(REFUSED);
    }
    client.close();
    expect(upstream.received).toEqual([]);
  });

  it('is anonymous when its session has ended', async () => {
    const over = { cookie: 'auth_tkt=0', origin: FOREIGN };
    expect((await call(port, { path, method: 'POST', headers: over })).status).toBe(200);
  });

  it('is refused with the setting and the option that would allow it', async () => {
    const { text } = await sendTo('POST', { origin: FOREIGN, accept: 'application/json' });
    expect(text).toMatch(/SVC_PROXY_CORS_ORIGINS.*trusted_origins/);
  });

  it('is answered by the proxy when it is a preflight, regardless of its cookies', async () => {
    const headers = { origin: FOREIGN, 'Access-Control-Request-Method': 'PUT' };
    expect((await sendTo('OPTIONS', headers)).status).toBe(204);
  });

  it('opens a WebSocket from its own origin only, and not from a foreign one', async () => {
    const at = await fixture.publishService(sockets.url);
    const refused = openWebSocket(port, at, { cookie, Origin: FOREIGN });
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toMatchObject({
      status: 403,
      headers: { 'x-gatehouse-reason': 'cross_site_request' },
    });
    expect(sockets.handshakes).toEqual([]);
    const socket = await openWebSocket(port, at, { cookie, Origin: OWN });
    socket.terminate();
    const anonymous = await openWebSocket(port, at, { Origin: FOREIGN });
    anonymous.terminate();
  });
});

describe('a front end that calls verify for a request of a page', () => {
  let fixture: Fixture;
  let port: number;
  let name: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    ({ port } = await fixture.startProxy());
    name = (await fixture.publishService('http://127.0.0.1:1')).split('/').at(-1) ?? '';
    cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
  });
  afterAll(() => fixture.close());

  const PUBLIC_PATH = '/front/ows/proxy';
  const nginx = (headers: Record<string, string>, method = 'GET') =>
    call(port, { path: `/ows/verify/${name}/x`, method, headers: { cookie, ...headers } });
  const traefik = (method: string, headers: Record<string, string>) =>
    call(port, {
      path: '/ows/verify-traefik',
      headers: {
        cookie,
        'X-Forwarded-Method': method,
        'X-Forwarded-Host': 'gate.example.org',
        'X-Forwarded-Uri': `${PUBLIC_PATH}/${name}/x`,
        ...headers,
      },
    });
  const envoy = (method: string, headers: Record<string, string>) =>
    call(port, {
      path: `/ows/verify-envoy${PUBLIC_PATH}/${name}/x`,
      method,
      headers: { cookie, host: 'gate.example.org', ...headers },
    });
  const byNginx = (method: string, headers: Record<string, string>) =>
    nginx({ 'X-Original-Method': method, ...headers });

  it.each([
    ['nginx', byNginx],
    ['Traefik', traefik],
    ['Envoy', envoy],
  ])(
    '%s is refused according to the headers of the browser, where the method changes state',
    async (_name, sendTo) => {
      const foreign: readonly Record<string, string>[] = [
        { origin: FOREIGN },
        { 'Sec-Fetch-Site': 'same-site' },
      ];
      for (const headers of foreign) {
        const reply = await sendTo('POST', headers);
        expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'cross_site_request']);
        expect((await sendTo('GET', headers)).status).toBe(200);
      }
      expect((await sendTo('POST', { origin: OWN })).status).toBe(200);
      expect((await sendTo('POST', {})).status).toBe(200);
      const handshake = { origin: FOREIGN, 'Sec-WebSocket-Key': 'c2l4dGVlbiBieXRlcyE9PQ==' };
      expect((await sendTo('GET', handshake)).status).toBe(403);
    },
  );

  it('nginx that declares no method is not refused for that reason', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await nginx({ origin: FOREIGN }, method)).status).toBe(200);
    }
  });
});
