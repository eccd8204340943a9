import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('an allowed request', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(`${upstream.url}/base`);
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  describe('towards the upstream', () => {
    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])(
      'keeps the method %s',
      async (method) => {
        expect((await call(port, { method, path })).status).toBe(200);
        expect(upstream.received).toMatchObject([{ method, url: '/base' }]);
      },
    );

    it('keeps its body, of a known length and of an unknown one', async () => {
      await call(port, { method: 'POST', path, body: 'known', headers: { 'Content-Type': 'text/x' } });
      await call(port, { method: 'PUT', path, body: 'unknown', headers: { 'Transfer-Encoding': 'chunked' } });
      await call(port, {
        method: 'DELETE',
        path,
        body: 'a body of DELETE',
        headers: { 'Content-Length': 16 },
      });
      expect(upstream.received.map(({ body }) => body.toString())).toEqual([
        'known',
        'unknown',
        'a body of DELETE',
      ]);
      expect(upstream.received[0]?.headers).toMatchObject({
        'content-length': '5',
        'content-type': 'text/x',
      });
      expect(upstream.received[1]?.headers).toMatchObject({ 'transfer-encoding': 'chunked' });
    });

    it('carries its address at the proxy and that of its client', async () => {
      await call(port, { path, headers: { Host: 'gate.example.org', 'X-Forwarded-For': '203.0.113.9' } });
      expect(upstream.received[0]?.headers).toMatchObject({
        host: upstream.url.slice('http://'.length),
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'gate.example.org',
        'x-forwarded-prefix': `/front${path}`,
      });
    });

    it('does not carry what an untrusted client declares about the hops before it', async () => {
      const withoutTrustedPeers = await fixture.startProxy({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' });
      await call(withoutTrustedPeers.port, {
        path,
        headers: {
          'X-Forwarded-For': '203.0.113.9',
          X_Forwarded_For: '203.0.113.9',
          'X-Forwarded-Host': 'evil',
        },
      });
      const { headers = {}, rawHeaders = [] } = upstream.received[0] ?? {};
      expect(headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'gate.example.org',
      });
      expect(rawHeaders.join(' ')).not.toMatch(/203\.0\.113\.9|evil/);
    });

    it('does not carry the session cookie, nor its token anywhere', async () => {
      const issued = await fixture.signIn(await fixture.addUser());
      await call(port, { path, headers: { cookie: `a=1; ${cookieOf(issued)}; b=2` } });
      await call(port, { path, headers: { cookie: cookieOf(issued) } });
      expect(upstream.received[0]?.headers.cookie).toMatch(/^a=1; ?b=2$/);
      expect(upstream.received[1]?.headers.cookie).toBeUndefined();
      expect(JSON.stringify(upstream.received)).not.toContain(issued.token.slice(0, 32));
    });

    it('is sent after its sender received 100 Continue, which a refused sender does not receive', async () => {
      const secret = await fixture.addService(upstream.url);
      const expecting = async (at: string) => {
        const sent = request({ port, method: 'PUT', path: at, headers: { Expect: '100-continue' } });
        let hasLeave = false;
        sent.on('continue', () => {
          hasLeave = true;
          sent.end('the body');
        });
        sent.flushHeaders();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        response.resume();
        await once(response, 'end');
        sent.destroy();
        return { status: response.statusCode, hasLeave };
      };
      expect(await expecting(path)).toEqual({ status: 200, hasLeave: true });
      expect(upstream.received[0]?.body.toString()).toBe('the body');
      const { status, hasLeave } = await expecting(`/ows/proxy/${secret.name}`);
      expect([401, 404]).toContain(status);
      expect(hasLeave).toBe(false);
    });

    it('is refused when its end is ambiguous', async () => {
      const smuggled = (headers: string, body: string) =>
        sendRaw(port, `POST ${path} HTTP/1.1\r\nHost: gate\r\n${headers}\r\n\r\n${body}`);
      const hidden = `GET ${path}/hidden HTTP/1.1\r\nHost: gate\r\n\r\n`;
      for (const reply of [
        await smuggled(
          `Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked`,
          `0\r\n\r\n${hidden}`,
        ),
        await smuggled('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${hidden}`),
        await smuggled('Content-Length: 3\r\nContent-Length: 5', `abcde${hidden}`),
        await smuggled('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`),
        await smuggled('Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`),
        await smuggled('X-A: b\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`),
      ]) {
        expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      }
      expect(upstream.received.filter(({ url }) => url.includes('hidden'))).toEqual([]);
    });

    it('is refused without a host, as TRACE and as CONNECT', async () => {
      expect(await sendRaw(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toContain(' 400 ');
      expect(await sendRaw(port, `TRACE ${path} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`)).toContain(
        ' 405 ',
      );
      expect(await sendRaw(port, 'CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: g\r\n\r\n')).toContain(' 405 ');
      expect(upstream.received).toEqual([]);
    });

    it.each(['h2c', 'TLS/1.2', 'HTTP/2.0', 'SPDY/3.1', 'h2c, HTTP/3'])(
      'does not offer the upstream a switch to %s, where further requests would be forwarded without a decision',
      async (protocol) => {
        const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: protocol, 'HTTP2-Settings': 'AA' };
        const body = 'a body as well';
        expect(await call(port, { path, headers })).toMatchObject({ status: 200, text: 'hello' });
        expect((await call(port, { path, method: 'POST', headers, body })).status).toBe(200);
        expect(upstream.received.map((received) => received.body.toString())).toEqual(['', body]);
        for (const { headers: offered } of upstream.received) {
          expect(offered.upgrade).toBeUndefined();
          expect(offered['http2-settings']).toBeUndefined();
          expect(offered.connection).toBe('keep-alive');
        }
      },
    );
  });

  describe('has a reply that', () => {
    it('keeps its status, its headers and its body, errors included', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(418, 'Short and Stout', {
          'X-Own': 'café',
          'Content-Encoding': 'x-own',
          ETag: '"1"',
        });
        response.end('tea');
      });
      const reply = await call(port, { path });
      expect(reply).toMatchObject({ status: 418, text: 'tea' });
      expect(reply.headers).toMatchObject({ 'x-own': 'café', 'content-encoding': 'x-own', etag: '"1"' });
    });

    it.each([204, 304])('has no body with status %d', async (status) => {
      upstream.behave((_request, response) => response.writeHead(status, { ETag: '"1"' }).end());
      expect(await call(port, { path })).toMatchObject({ status, text: '', headers: { etag: '"1"' } });
    });

    it('has the same headers for HEAD as for GET', async () => {
      upstream.behave((_request, response) => response.writeHead(200, { 'Content-Length': 12345 }).end());
      const reply = await call(port, { method: 'HEAD', path });
      expect(reply).toMatchObject({ status: 200, text: '' });
      expect(reply.headers['content-length']).toBe('12345');
    });

    it('can be a part of the whole', async () => {
      upstream.behave((incoming, response) => {
        response.writeHead(206, { 'Content-Range': 'bytes 2-3/10', 'X-Asked': incoming.headers.range });
        response.end('cd');
      });
      const reply = await call(port, { path, headers: { Range: 'bytes=2-3' } });
      expect(reply).toMatchObject({ status: 206, text: 'cd' });
      expect(reply.headers).toMatchObject({ 'content-range': 'bytes 2-3/10', 'x-asked': 'bytes=2-3' });
    });

    it('keeps its trailer fields', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write('body');
        response.addTrailers({ 'X-Sum': '42' });
        response.end();
      });
      expect(await call(port, { path })).toMatchObject({ text: 'body', trailers: { 'x-sum': '42' } });
    });

    it('may be a redirect, which is not followed and does not reveal the private address', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(302, { Location: `${upstream.url}/base/next?a=b` }).end();
      });
      const reply = await call(port, { path });
      expect(reply.status).toBe(302);
      expect(reply.headers.location).toBe(`https://gate.example.org/front${path}/next?a=b`);
    });

    it('cannot set the session cookie', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(200, { 'Set-Cookie': ['auth_tkt=evil; Path=/', 'own=1'] }).end();
      });
      expect((await call(port, { path })).headers['set-cookie']).toEqual(['own=1']);
    });

    it('starts before its first byte of body, and delivers every byte when it is sent', async () => {
      let send: (text: string) => void = () => undefined;
      upstream.behave((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        send = (text) => void response.write(text);
      });
      const sent = request({ port, path, agent: false }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
        send(text);
        const [chunk] = (await once(response, 'data')) as [Buffer];
        expect(chunk.toString()).toBe(text);
      }
      sent.destroy();
    });
  });
});
