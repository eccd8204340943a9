import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const EXECUTE = (process: string) =>
  '<wps:Execute xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1" ' +
  `service="WPS" version="1.0.0"><ows:Identifier>${process}</ows:Identifier></wps:Execute>`;

describe('a body that the decision depends on', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy(
      { SVC_PROXY_BODY_LIMIT: '2 kB', SVC_PROXY_BODY_MEMORY: '6 kB' },
      { bodyTimeout: 400 },
    ));
    const service = await fixture.addService(upstream.url, 'wps');
    const user = await fixture.addUser();
    await fixture.allow(user, service.id, 'execute');
    cookie = cookieOf(await fixture.signIn(user));
    await fixture.publishService(upstream.url);
    path = `/ows/proxy/${service.name}`;
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const XML = { 'Content-Type': 'text/xml' };
  const post = (body: string, headers: OutgoingHttpHeaders = {}) =>
    call(port, { method: 'POST', path, body, headers: { ...XML, cookie, ...headers } });

  /** A request that sends only the first byte of its body. */
  const begin = () => {
    const headers = { ...XML, cookie, 'Content-Length': 500 };
    const sent = request({ port, method: 'POST', path, agent: false, headers });
    sent.on('error', () => undefined);
    sent.write('<');
    return sent;
  };

  it('is forwarded as the same bytes that were decided on, with their length', async () => {
    const body = EXECUTE('a');
    expect((await post(body)).status).toBe(200);
    expect((await post(body, { 'Transfer-Encoding': 'chunked' })).status).toBe(200);
    for (const received of upstream.received) {
      expect(received.body.toString()).toBe(body);
      expect(received.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(body)) });
      expect(received.headers).not.toHaveProperty('transfer-encoding');
    }
    expect(upstream.received).toHaveLength(2);
  });

  it('is forwarded without its trailer fields and chunk extensions', async () => {
    const body = EXECUTE('a');
    const reply = await sendRaw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: g\r\nContent-Type: text/xml\r\nCookie: ${cookie}\r\nConnection: close\r\n` +
        'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n' +
        `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(upstream.received[0]?.body.toString()).toBe(body);
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toMatch(/x-sum|trailer/i);
  });

  it('is requested once when its sender expects 100 Continue, and not when the request is refused first', async () => {
    const expecting = async (headers: OutgoingHttpHeaders) => {
      const sent = request({
        port,
        method: 'POST',
        path,
        headers: { ...XML, cookie, Expect: '100-continue', ...headers },
      });
      let leaves = 0;
      sent.on('continue', () => {
        leaves++;
        sent.end(EXECUTE('a'));
      });
      sent.on('error', () => undefined);
      sent.flushHeaders();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      sent.destroy();
      return { status: response.statusCode, leaves };
    };
    expect(await expecting({ 'Transfer-Encoding': 'chunked' })).toEqual({ status: 200, leaves: 1 });
    expect(await expecting({ 'Content-Length': '3000' })).toEqual({ status: 413, leaves: 0 });
    expect(upstream.received).toHaveLength(1);
  });

  it('is refused when it is too large, and the connection is closed, because the start of the next request is unknown', async () => {
    const large = EXECUTE('a') + ' '.repeat(3000);
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const reply = await post(large, headers);
      expect(reply.status).toBe(413);
      expect(reply.headers.connection).toBe('close');
      expect(reply.headers['content-type']).toContain('xml');
    }
    const replies = await sendRaw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: g\r\nContent-Type: text/xml\r\nCookie: ${cookie}\r\nContent-Length: 9999\r\n\r\n` +
        `GET ${path}?request=hidden HTTP/1.1\r\nHost: g\r\n\r\n`,
    );
    expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
    expect(upstream.received).toEqual([]);
  });

  it('is refused when it arrives too slowly', async () => {
    const sent = begin();
    const timer = setInterval(() => sent.write(' '), 50);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    clearInterval(timer);
    expect(response.statusCode).toBe(408);
    expect(response.headers.connection).toBe('close');
    sent.destroy();
    expect(upstream.received).toEqual([]);
  });

  it('is refused while the proxy holds too many, until their requests have ended', async () => {
    const held: (() => void)[] = [];
    upstream.behave((incoming, response) => {
      incoming.resume();
      held.push(() => response.end('done'));
    });
    const body = EXECUTE('a') + ' '.repeat(1500);
    const first = post(body);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await post(body);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    held.splice(0).forEach((answer) => answer());
    expect((await first).status).toBe(200);
    upstream.behave(undefined);
    expect((await post(body)).status).toBe(200);
  });

  it('that can be read in two ways is refused', async () => {
    const gzip = await post(EXECUTE('a'), { 'Content-Encoding': 'gzip' });
    const entity = await post(`<!DOCTYPE a [<!ENTITY b "c">]>${EXECUTE('&b;')}`);
    expect([gzip.status, entity.status]).toEqual([403, 403]);
    expect(upstream.received).toEqual([]);
  });

  it('is abandoned when its client disconnects', async () => {
    const sent = begin();
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.destroy();
    expect((await post(EXECUTE('a'))).status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });
});
