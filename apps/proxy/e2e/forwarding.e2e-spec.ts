import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { call, sendRaw, until } from './support/exchange';
import { House, cookieOf } from './support/house';
import { type Upstream, startUpstream } from './support/upstream';

const MEGABYTE = 1024 * 1024;

describe('what is let through', () => {
  let house: House;
  let upstream: Upstream;
  let port: number;
  let path: string;
  const servers: Server[] = [];
  const connections = new Set<Socket>();

  beforeAll(async () => {
    house = await House.open();
    upstream = await startUpstream();
    ({ port } = await house.startProxy({}, { headersTimeout: 400, idleTimeout: 400, connectTimeout: 400 }));
    path = await publish(`${upstream.url}/base`);
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    for (const connection of connections) connection.destroy();
    await house.close();
    await upstream.close();
  });

  /** Path of a public service that the proxy knows. */
  const publish = async (url: string) => {
    const service = await house.addService(url);
    const revision = await house.publish(service.id);
    const at = `/ows/proxy/${service.name}`;
    await call(port, {
      path: `/ows/verify/${service.name}`,
      headers: { 'X-Access-Revision': String(revision) },
    });
    return at;
  };

  /** Something that accepts connections and does with them what no HTTP server does; tells its URL. */
  const listen = async (accept: (socket: Socket) => void) => {
    const server = createTcpServer((socket) => {
      connections.add(socket.on('error', () => undefined));
      accept(socket);
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  describe('as a request', () => {
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

    it('tells the upstream where it is, and where its clients are', async () => {
      await call(port, { path, headers: { Host: 'gate.example.org', 'X-Forwarded-For': '203.0.113.9' } });
      expect(upstream.received[0]?.headers).toMatchObject({
        host: upstream.url.slice('http://'.length),
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'gate.example.org',
        'x-forwarded-prefix': `/front${path}`,
      });
    });

    it('does not carry what an untrusted client says of those before it', async () => {
      const distrustful = await house.startProxy({ SVC_TRUSTED_PROXIES: '192.0.2.0/24' });
      await call(distrustful.port, {
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

    it('does not carry our cookie, nor its token anywhere', async () => {
      const issued = await house.signIn(await house.addUser());
      await call(port, { path, headers: { cookie: `a=1; ${cookieOf(issued)}; b=2` } });
      await call(port, { path, headers: { cookie: cookieOf(issued) } });
      expect(upstream.received[0]?.headers.cookie).toMatch(/^a=1; ?b=2$/);
      expect(upstream.received[1]?.headers.cookie).toBeUndefined();
      expect(JSON.stringify(upstream.received)).not.toContain(issued.token.slice(0, 32));
    });

    it('is sent when its sender has got leave, and its sender gets no leave where it is refused', async () => {
      const secret = await house.addService(upstream.url);
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

    it('is refused when it is ambiguous where it ends', async () => {
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

    it('is refused when it asks for a WebSocket, and goes on without other upgrades', async () => {
      const upgrade = (protocol: string) =>
        call(port, { path, headers: { Connection: 'Upgrade', Upgrade: protocol } });
      expect((await upgrade('websocket')).status).toBe(501);
      expect(upstream.received).toEqual([]);
      expect((await upgrade('h2c')).status).toBe(200);
      expect(upstream.received[0]?.headers.upgrade).toBeUndefined();
    });
  });

  describe('as a reply', () => {
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

    it.each([204, 304])('of status %d has no body', async (status) => {
      upstream.behave((_request, response) => response.writeHead(status, { ETag: '"1"' }).end());
      expect(await call(port, { path })).toMatchObject({ status, text: '', headers: { etag: '"1"' } });
    });

    it('to HEAD has the headers of GET', async () => {
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

    it('keeps its trailing fields', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write('body');
        response.addTrailers({ 'X-Sum': '42' });
        response.end();
      });
      expect(await call(port, { path })).toMatchObject({ text: 'body', trailers: { 'x-sum': '42' } });
    });

    it('is a redirect that is not followed and does not tell the private address', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(302, { Location: `${upstream.url}/base/next?a=b` }).end();
      });
      const reply = await call(port, { path });
      expect(reply.status).toBe(302);
      expect(reply.headers.location).toBe(`https://gate.example.org/front${path}/next?a=b`);
    });

    it('cannot set our cookie', async () => {
      upstream.behave((_request, response) => {
        response.writeHead(200, { 'Set-Cookie': ['auth_tkt=evil; Path=/', 'own=1'] }).end();
      });
      expect((await call(port, { path })).headers['set-cookie']).toEqual(['own=1']);
    });

    it('begins before its first byte, and every byte comes when it is sent', async () => {
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

  describe('in large', () => {
    const SIZE = 192 * MEGABYTE;
    const block = Buffer.alloc(MEGABYTE, 'gatehouse');
    const blocks = () =>
      Readable.from(
        (function* () {
          for (let sent = 0; sent < SIZE; sent += block.length) yield block;
        })(),
      );
    /** Runs `work` and tells by how many megabytes the memory of the process has grown meanwhile at most. */
    const growthDuring = async (work: () => Promise<unknown>) => {
      const before = process.memoryUsage().rss;
      let most = before;
      const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
      await work();
      clearInterval(timer);
      return (most - before) / MEGABYTE;
    };

    it('comes down through the proxy at the pace of its reader, in flat memory', async () => {
      upstream.behave((_request, response) => void pipeline(blocks(), response).catch(() => undefined));
      let read = 0;
      const growth = await growthDuring(async () => {
        const sent = request({ port, path, agent: false }).end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        // Nobody reads for a while; whatever is sent meanwhile would have to be kept.
        await new Promise((resolve) => setTimeout(resolve, 200));
        for await (const chunk of response) read += (chunk as Buffer).length;
      });
      expect(read).toBe(SIZE);
      expect(growth).toBeLessThan(96);
    });

    it('goes up through the proxy whole, in flat memory', async () => {
      const hash = createHash('sha256');
      upstream.behave((incoming, response) => {
        incoming.pause();
        setTimeout(() => incoming.resume(), 200);
        incoming.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end('read'));
      });
      const growth = await growthDuring(async () => {
        const sent = request({ port, path, method: 'PUT', agent: false });
        const answered = once(sent, 'response');
        await pipeline(blocks(), sent);
        const [response] = (await answered) as [IncomingMessage];
        expect(response.statusCode).toBe(200);
        response.resume();
      });
      const expected = createHash('sha256');
      for (let sent = 0; sent < SIZE; sent += block.length) expected.update(block);
      expect(hash.digest('hex')).toBe(expected.digest('hex'));
      expect(growth).toBeLessThan(96);
    });
  });

  describe('when something breaks', () => {
    it('ends at the upstream when its client hangs up', async () => {
      const closed = new Promise<void>((resolve) => {
        upstream.behave((_request, response) => {
          response.on('close', resolve);
          response.write('first');
        });
      });
      const sent = request({ port, path, agent: false }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response, 'data');
      sent.on('error', () => undefined);
      sent.destroy();
      await closed;
    });

    it('ends at the upstream when its client hangs up in the middle of sending', async () => {
      const aborted = new Promise<void>((resolve) => {
        upstream.behave((incoming) => {
          incoming.on('error', () => undefined);
          incoming.on('close', () => !incoming.complete && resolve());
          incoming.resume();
        });
      });
      const sent = request({ port, path, method: 'POST', agent: false, headers: { 'Content-Length': 1000 } });
      sent.on('error', () => undefined);
      sent.write('only a part');
      await new Promise((resolve) => setTimeout(resolve, 50));
      sent.destroy();
      await aborted;
    });

    it('ends for the client, visibly cut off, when the upstream dies in the middle of its reply', async () => {
      for (const headers of [{ 'Content-Length': 1000 }, { 'Transfer-Encoding': 'chunked' }]) {
        upstream.behave((_request, response) => {
          response.writeHead(200, headers);
          response.write('a part');
          setTimeout(() => response.destroy(), 20);
        });
        await expect(call(port, { path })).rejects.toThrow(/aborted|socket hang up/);
      }
    });

    it('is 502 when nobody answers at the private URL', async () => {
      const at = await publish(await listen((socket) => socket.destroy()));
      expect((await call(port, { path: at })).status).toBe(502);
      expect((await call(port, { path: at, method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(502);
      const gone = await startUpstream();
      await gone.close();
      expect((await call(port, { path: await publish(gone.url) })).status).toBe(502);
    });

    it('is 502 when the private URL is none, or what answers does not speak HTTP', async () => {
      expect((await call(port, { path: await publish('ftp://127.0.0.1/x') })).status).toBe(502);
      const url = await listen((socket) => socket.end('SSH-2.0-other\r\n'));
      expect((await call(port, { path: await publish(url) })).status).toBe(502);
    });

    it('is 504 when the upstream takes too long, and cut off when it pauses for too long', async () => {
      upstream.behave(() => undefined);
      expect((await call(port, { path })).status).toBe(504);
      upstream.behave((_request, response) => void response.write('a part'));
      await expect(call(port, { path })).rejects.toThrow(/aborted|socket hang up/);
    });

    it('is tried again when the upstream closes a kept connection in the moment of its reuse', async () => {
      const requests: string[] = [];
      const url = await listen((socket) => {
        let served = 0;
        socket.on('data', (chunk: Buffer) => {
          requests.push(chunk.toString().split(' ', 1)[0] ?? '');
          // Breaks a connection off at its second request, as if an idle timeout had struck, and at every POST.
          if (++served > 1 || requests.at(-1) === 'POST') socket.destroy();
          else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        });
      });
      const at = await publish(url);
      expect(await call(port, { path: at })).toMatchObject({ status: 200, text: 'ok' });
      expect(await call(port, { path: at })).toMatchObject({ status: 200, text: 'ok' });
      expect(requests).toEqual(['GET', 'GET', 'GET']);
      // What may not be done twice is not tried twice.
      expect((await call(port, { path: at, method: 'POST' })).status).toBe(502);
      expect(requests).toEqual(['GET', 'GET', 'GET', 'POST']);
    });

    it('lets the client read a refusal although it is still sending, and go on with its connection', async () => {
      const secret = await house.addService(upstream.url);
      await until(
        () => call(port, { path: `/ows/proxy/${secret.name}` }),
        ({ status }) => status === 401,
      );
      const body = 'x'.repeat(MEGABYTE);
      const replies = await sendRaw(
        port,
        `POST /ows/proxy/${secret.name} HTTP/1.1\r\nHost: g\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
          `GET ${path} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`,
      );
      expect(replies).toMatch(/^HTTP\/1\.1 401 /);
      expect(replies).toContain('HTTP/1.1 200 OK');
    });

    it('answers early without waiting for the rest of what is sent', async () => {
      upstream.behave((_request, response) =>
        response.writeHead(413, { Connection: 'close' }).end('too large'),
      );
      const sent = request({ port, path, method: 'POST', agent: false });
      sent.on('error', () => undefined);
      sent.write('x'.repeat(100_000));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      sent.destroy();
    });
  });
});
