import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, sendRaw, until } from '../support/exchange';
import { Fixture, cookieOf } from '../support/fixture';
import { type Upstream, startUpstream } from '../support/upstream';
import {
  Refused,
  type WebSocketUpstream,
  openWebSocket,
  startWebSocketUpstream,
} from '../support/websocket-upstream';
import { type Nginx, startNginx } from './nginx';

const ENVIRONMENT = {
  SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy',
  SVC_TRUSTED_PROXIES: '127.0.0.1',
};

describe('nginx in front of Gatehouse (proxy_pass)', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let sockets: WebSocketUpstream;
  let nginx: Nginx;
  let path: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    sockets = await startWebSocketUpstream();
    const { port } = await fixture.startProxy(ENVIRONMENT);
    nginx = await startNginx({ gatehouse: port, service: port });
    path = await fixture.publishService(upstream.url);
  });
  beforeEach(() => {
    upstream.received.splice(0);
    upstream.behave(undefined);
  });
  afterAll(async () => {
    await nginx.stop();
    await fixture.close();
    await upstream.close();
    await sockets.close();
  });

  const respond = async (at = path): Promise<IncomingMessage> => {
    const sent = request({ port: nginx.port, path: at, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  };

  it('tells the API the port that a request names, which may be that of services', async () => {
    const before = await startNginx({ gatehouse: 1, service: 1, api: Number(new URL(upstream.url).port) });
    await call(before.port, { path: '/session', headers: { host: 'gatehouse.example.org:8443' } });
    await before.stop();
    expect(upstream.received.at(-1)?.headers.host).toBe('gatehouse.example.org:8443');
  });

  it('forwards every byte of a target to the service, or refuses the request', async () => {
    for (const rest of ['', '/', '/a?b=%2F&c=d+e', '/%C3%A9%20%2b', "/a!$&'()*+,=:@-._~", '/a%2fb;c//d']) {
      expect((await call(nginx.port, { path: path + rest })).status).toBe(200);
      expect(upstream.received.at(-1)?.url).toBe(rest.startsWith('/') ? rest : `/${rest}`);
    }
    upstream.received.splice(0);
    for (const rest of [
      '/a/../b',
      '/%2e%2e/b',
      '/a%2f..%2fb',
      '/a%00',
      '/%ff',
      '/a;b/../c',
      '/a//../b',
      '/a%5c..',
    ]) {
      const reply = await sendRaw(
        nginx.port,
        `GET ${path}${rest} HTTP/1.1\r\nHost: data.example.org\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(upstream.received).toEqual([]);
  });

  it('forwards refusals to the client unchanged', async () => {
    const secret = await fixture.addService(upstream.url);
    const anonymous = await call(nginx.port, { path: `/ows/proxy/${secret.name}` });
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers['www-authenticate']).toContain('cookie-name="auth_tkt"');
    const cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
    const known = await call(nginx.port, { path: `/ows/proxy/${secret.name}`, headers: { cookie } });
    expect(known.status).toBe(403);
    expect(upstream.received).toEqual([]);
  });

  it('sends the service the address of the client, regardless of the headers of the client', async () => {
    const sent = request({
      port: nginx.port,
      path,
      agent: false,
      localAddress: '127.0.0.9',
      headers: { 'X-Forwarded-For': '203.0.113.7', 'X-Real-IP': '203.0.113.7', X_Forwarded_For: 'x' },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    const headers = upstream.received[0]?.headers;
    expect(String(headers?.['x-forwarded-for']).split(', ').slice(-2)).toEqual(['127.0.0.9', '127.0.0.1']);
    expect(headers).not.toHaveProperty('x_forwarded_for');
  });

  it.each([
    [
      'a length and an encoding',
      (n: number) => `Content-Length: ${n}\r\nTransfer-Encoding: chunked`,
      '0\r\n\r\n',
    ],
    ['two lengths', (n: number) => `Content-Length: 0\r\nContent-Length: ${n}`, ''],
    ['an encoding nginx does not know', () => 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
    ['a blank before the colon', () => 'Transfer-Encoding : chunked', '0\r\n\r\n'],
    ['a bare LF before the encoding', () => 'X-A: b\nTransfer-Encoding: chunked', '0\r\n\r\n'],
    ['a body of its full length', (n: number) => `Content-Length: ${n}`, ''],
  ])('does not forward a request hidden in a body, with %s', async (_how, framing, before) => {
    const other = await startUpstream();
    const hidden = `GET ${await fixture.publishService(other.url)} HTTP/1.1\r\nHost: g\r\n\r\n`;
    const body = `${before}${hidden}`;
    await sendRaw(
      nginx.port,
      `POST ${path} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n${framing(body.length)}\r\n\r\n${body}`,
    );
    // The connection from nginx to Gatehouse is kept: bytes left on it would be read as the start of the next request.
    expect(await call(nginx.port, { path })).toMatchObject({ status: 200, text: 'hello' });
    expect(other.received).toEqual([]);
    expect(upstream.received.at(-1)?.method).toBe('GET');
    await other.close();
  });

  it('forwards each part of a reply to the client when it arrives', async () => {
    let send: (text: string) => void = () => undefined;
    upstream.behave((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      send = (text) => void response.write(text);
    });
    const response = await respond();
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      send(text);
      const [chunk] = (await once(response, 'data')) as [Buffer];
      expect(chunk.toString()).toBe(text);
    }
    response.destroy();
  });

  it('forwards each part of a body to the service when it arrives, however slow its sender is', async () => {
    const parts: string[] = [];
    upstream.behave((incoming, response) => {
      incoming.on('data', (chunk: Buffer) => parts.push(chunk.toString()));
      incoming.on('end', () => response.end('read'));
    });
    const sent = request({ port: nginx.port, path, method: 'PUT', agent: false });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (const text of ['one', 'two', 'three']) {
      sent.write(text);
      await until(
        () => Promise.resolve(parts.at(-1)),
        (last) => last === text,
      );
    }
    sent.end();
    const [response] = await answered;
    expect([response.statusCode, parts]).toEqual([200, ['one', 'two', 'three']]);
    response.resume();
  });

  it('delivers a large reply to a slow reader completely', async () => {
    const size = 24 * 1024 * 1024;
    upstream.behave((_request, response) => void response.end(Buffer.alloc(size, 'gatehouse')));
    const response = await respond();
    let read = 0;
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read < size / 4) await sleep(10);
    }
    expect(read).toBe(size);
  });

  it('aborts the request at the service when its client disconnects, during a reply and during a body', async () => {
    const replying = new Promise<void>((resolve) => {
      upstream.behave((_request, response) => {
        response.on('close', resolve);
        response.write('first');
      });
    });
    const response = await respond();
    await once(response, 'data');
    response.destroy();
    await replying;

    let arrived: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (arrived = resolve));
    const receiving = new Promise<boolean>((resolve) => {
      upstream.behave((incoming) => {
        incoming.on('error', () => undefined).on('close', () => resolve(incoming.complete));
        incoming.once('data', () => arrived());
      });
    });
    const socket = connect(nginx.port, '127.0.0.1');
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: g\r\nContent-Length: 1000\r\n\r\nonly a part`);
    await begun;
    socket.destroy();
    expect(await receiving).toBe(false);
  });

  it.each([
    ['of a known length', { 'Content-Length': 1_000_000 }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('never completes a reply %s that its service cuts off', async (_how, headers) => {
    upstream.behave((_request, response) => {
      response.writeHead(200, headers);
      response.write('x'.repeat(100_000));
      setTimeout(() => response.destroy(), 20);
    });
    await expect(call(nginx.port, { path })).rejects.toThrow(/aborted|socket hang up/);
  });

  it('opens a WebSocket, transfers its messages, and closes it when the permission is revoked', async () => {
    const { name, id } = await fixture.addService(sockets.url);
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    const at = `/ows/proxy/${name}`;
    await expect(openWebSocket(nginx.port, at, { cookie })).rejects.toThrow(Refused);
    expect(sockets.handshakes).toEqual([]);

    const granted = String(await fixture.allow(user, id));
    const socket = await openWebSocket(nginx.port, at, { cookie, 'X-Access-Revision': granted });
    for (const sent of ['hello', 'x'.repeat(1_000_000)]) {
      socket.send(sent);
      const [received] = (await once(socket, 'message')) as [Buffer];
      expect(received.toString()).toBe(sent);
    }
    const closed = once(socket, 'close');
    await fixture.revoke(user, id);
    await closed;
  });

  it('serves no internal location that a service names in X-Accel-Redirect', async () => {
    upstream.behave((_request, response) =>
      response.writeHead(200, { 'X-Accel-Redirect': '/_gatehouse/thredds' }).end('own reply'),
    );
    const reply = await call(nginx.port, { path });
    expect(reply).toMatchObject({ status: 200, text: 'own reply' });
    expect(reply.headers).not.toHaveProperty('x-accel-redirect');
    // With the option, nginx follows the instruction of the service: the location is the one that calls verify.
    const trusted = await fixture.addService(upstream.url, 'access', { proxy: { accel_redirect: true } });
    const revision = String(await fixture.publish(trusted.id));
    const redirected = await call(nginx.port, {
      path: `/ows/proxy/${trusted.name}`,
      headers: { 'X-Access-Revision': revision },
    });
    expect(redirected.status).toBe(403);
    expect(redirected.headers['x-gatehouse-reason']).toBe('service_not_found');
  });

  it('answers 502 while Gatehouse is unavailable, and recovers when it is back', async () => {
    const { proxy, port } = await fixture.startProxy(ENVIRONMENT);
    const lonely = await startNginx({ gatehouse: port, service: port });
    expect((await call(lonely.port, { path })).status).toBe(200);
    await proxy.stop();
    expect((await call(lonely.port, { path })).status).toBe(502);
    const next = await fixture.startProxy({ ...ENVIRONMENT, SVC_PROXY_PORT: String(port) });
    expect(next.port).toBe(port);
    const reply = await until(
      () => call(lonely.port, { path }),
      ({ status }) => status === 200,
    );
    expect(reply.status).toBe(200);
    await lonely.stop();
  });
});
