import type { OutgoingHttpHeaders } from 'node:http';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';
import { type WebSocketUpstream, openWebSocket, startWebSocketUpstream } from './support/websocket-upstream';

/** Written out, so that a change of the policy is noticed here. */
const POLICY =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads';
const HTML = { 'Content-Type': 'text/html' };

describe('a page of a service', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let sockets: WebSocketUpstream;
  /** Proxies whose public URL has the origin of the API, and another one. */
  let together: number;
  let apart: number;
  let path: string;
  let trusted: string;
  let hooked: string;
  let revision: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    sockets = await startWebSocketUpstream();
    ({ port: together } = await fixture.startProxy({
      SVC_URL: 'https://gate.example.org/api',
      SVC_PROXY_PUBLIC_URL: 'https://gate.example.org:443/ows/proxy',
    }));
    ({ port: apart } = await fixture.startProxy({
      SVC_URL: 'https://gate.example.org/api',
      SVC_PROXY_PUBLIC_URL: 'https://gate.example.org:8443/ows/proxy',
    }));
    path = await fixture.publishService(upstream.url);
    const published = async (proxy: object) => {
      const { name, id } = await fixture.addService(upstream.url, 'access', { proxy });
      revision = String(await fixture.publish(id));
      return `/ows/proxy/${name}`;
    };
    trusted = await published({ pages: 'trusted' });
    hooked = await published({
      hooks: [
        {
          on: 'response',
          when: { path: '/removed' },
          do: [{ remove_header: ['Content-Security-Policy', 'X-Content-Type-Options'] }],
        },
        {
          on: 'response',
          when: { path: '/retyped' },
          do: [
            {
              set_header: {
                'Content-Type': 'text/html',
                'Content-Security-Policy': 'sandbox allow-same-origin',
              },
            },
          ],
        },
      ],
    });
    cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await sockets.close();
  });

  const replying = (headers: OutgoingHttpHeaders, status = 200) =>
    upstream.behave((_request, response) => response.writeHead(status, headers).end());
  const get = (at = path, port = together, headers: OutgoingHttpHeaders = {}) =>
    call(port, { path: at, headers: { 'X-Access-Revision': revision, ...headers } });
  const policyOf = async (...at: Parameters<typeof get>) =>
    (await get(...at)).headers['content-security-policy'];

  it.each([200, 203, 206, 301, 304, 404, 416, 500, 503])(
    'at the origin of the API is restricted with status %s',
    async (status) => {
      replying(HTML, status);
      expect(await policyOf()).toBe(POLICY);
      replying({}, status);
      expect(await policyOf(path, together, { cookie })).toBe(POLICY);
    },
  );

  it('at the origin of the API keeps its own policies beside that of the proxy', async () => {
    replying({ ...HTML, 'Content-Security-Policy': ["default-src 'none'", 'sandbox allow-same-origin'] });
    expect(await policyOf()).toBe(`default-src 'none', sandbox allow-same-origin, ${POLICY}`);
  });

  it.each([
    'text/html, image/png',
    'image/png, text/html',
    'image/svg+xml',
    'multipart/x-mixed-replace; boundary=x',
    'application/xhtml+xml',
    'text/plain text/html',
  ])('at the origin of the API is restricted with the type %s', async (type) => {
    replying({ 'Content-Type': type });
    expect(await policyOf()).toBe(POLICY);
  });

  it('at the origin of the API is restricted with two types, of which browsers choose one', async () => {
    upstream.behave((_request, response) => {
      response.writeHead(200, ['Content-Type', 'image/png', 'Content-Type', 'text/html']);
      response.end();
    });
    expect(await policyOf()).toBe(POLICY);
  });

  it('is none if its type is inert, and cannot become one', async () => {
    replying({ 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'none' });
    const { headers } = await get();
    expect(headers).not.toHaveProperty('content-security-policy');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    [304, `default-src *, ${POLICY}`],
    [206, undefined],
  ])(
    'that is stored in a browser loses no policy by a reply with status %s and another type',
    async (status, expected) => {
      replying({ 'Content-Type': 'text/plain', 'Content-Security-Policy': 'default-src *' }, status);
      expect(await policyOf()).toBe(expected);
    },
  );

  it('cannot get rid of the policy by a hook', async () => {
    replying({ ...HTML, 'Content-Security-Policy': "default-src 'none'" });
    expect(await policyOf(`${hooked}/removed`)).toBe(POLICY);
    expect(await policyOf(`${hooked}/other`)).toBe(`default-src 'none', ${POLICY}`);
    replying({ 'Content-Type': 'image/png' });
    expect(await policyOf(`${hooked}/retyped`)).toBe(`sandbox allow-same-origin, ${POLICY}`);
    expect((await get(`${hooked}/removed`)).headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['of another origin than the API', () => get(path, apart)],
    ['that is trusted', () => get(trusted)],
  ])('%s is as the service has sent it', async (_what, send) => {
    replying({ ...HTML, 'X-Own': '1' });
    const { headers } = await send();
    expect(headers['x-own']).toBe('1');
    expect(headers).not.toHaveProperty('content-security-policy');
    expect(headers).not.toHaveProperty('x-content-type-options');
  });

  it('at the origin of the API cannot register a service worker', async () => {
    upstream.behave(undefined);
    upstream.received.splice(0);
    const worker = { 'Service-Worker': 'script', cookie };
    for (const at of [path, path.replace('/proxy/', '/verify/')]) {
      const reply = await get(at, together, worker);
      expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'service_worker_refused']);
    }
    expect((await get(path, together, { 'SERVICE-WORKER': 'script' })).status).toBe(403);
    expect(upstream.received).toEqual([]);
    expect((await get(trusted, together, worker)).status).toBe(200);
    expect((await get(path, apart, worker)).status).toBe(200);
  });

  it('of the proxy itself keeps its own policy', async () => {
    const { status, headers } = await get('/ows/proxy/nothing', together, { accept: 'text/html' });
    expect(status).toBe(404);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toContain('sandbox');
  });

  it('is restricted by front ends as the reply to their verify call says', async () => {
    const verify = (at: string, port: number) => get(at.replace('/proxy/', '/verify/'), port);
    expect((await verify(path, together)).headers['x-gatehouse-pages']).toBe(POLICY);
    for (const reply of [await verify(trusted, together), await verify(path, apart)]) {
      expect(reply.status).toBe(200);
      expect(reply.headers).not.toHaveProperty('x-gatehouse-pages');
    }
  });

  it('may open WebSockets, which are no pages', async () => {
    const { name, id } = await fixture.addService(sockets.url);
    const granted = String(await fixture.publish(id));
    const socket = await openWebSocket(together, `/ows/proxy/${name}`, { 'X-Access-Revision': granted });
    socket.close();
    expect(sockets.handshakes).toHaveLength(1);
  });
});
