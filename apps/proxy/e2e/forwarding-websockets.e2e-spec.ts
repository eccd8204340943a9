import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { call, sendRaw } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type WebSocketUpstream, openWebSocket, startWebSocketUpstream } from './support/websocket-upstream';

const MEGABYTE = 1024 * 1024;

describe('a WebSocket through the proxy', () => {
  let fixture: Fixture;
  let upstream: WebSocketUpstream;
  let port: number;
  let path: string;
  const servers: Server[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startWebSocketUpstream();
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(`${upstream.url}/base`);
  });
  beforeEach(() => {
    upstream.handshakes.splice(0);
    upstream.connections.splice(0);
  });
  afterAll(async () => {
    await fixture.close();
    for (const server of servers) server.close();
    await upstream.close();
  });

  /** A TCP server on loopback with arbitrary behaviour; returns its URL. */
  const listen = async (accept: (socket: Socket) => void) => {
    const server = createServer((socket) => accept(socket.on('error', () => undefined)));
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const echoed = async (socket: WebSocket, data: string | Buffer) => {
    socket.send(data);
    const [message] = (await once(socket, 'message')) as [Buffer];
    return message;
  };
  const closed = async (socket: WebSocket) => {
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    return { code, reason: reason.toString() };
  };
  /** A service that only one user may use, with an open connection of that user. */
  const openOfUser = async (on: number = port) => {
    const service = await fixture.addService(`${upstream.url}/base`);
    const user = await fixture.addUser();
    await fixture.allow(user, service.id);
    const issued = await fixture.signIn(user);
    const cookie = cookieOf(issued);
    const at = `/ows/proxy/${service.name}`;
    await waitUntilAllowed(on, `/ows/verify/${service.name}`, cookie);
    return { service, user, cookie, at, socket: await openWebSocket(on, at, { cookie }) };
  };
  const waitUntilAllowed = async (on: number, at: string, cookie: string) => {
    while ((await call(on, { path: at, headers: { cookie } })).status !== 200) await sleep(5);
  };

  it('is opened at the upstream as it was authorised, with the subprotocol that both sides agree on', async () => {
    const issued = await fixture.signIn(await fixture.addUser());
    const cookie = `${cookieOf(issued)}; a=1`;
    const socket = await openWebSocket(port, `${path}/x/y?q=%20`, { cookie, 'X-Mine': '1' }, [
      'chat',
      'other',
    ]);
    expect(socket.protocol).toBe('chat');
    const [handshake] = upstream.handshakes;
    expect(handshake).toMatchObject({ method: 'GET', url: '/base/x/y?q=%20' });
    expect(handshake?.headers).toMatchObject({
      host: upstream.url.slice('http://'.length),
      'x-mine': '1',
      'x-forwarded-host': 'gate.example.org',
      cookie: 'a=1',
      'sec-websocket-protocol': 'chat,other',
    });
    socket.close();
    await closed(socket);
  });

  it('receives the headers of the upstream, without a cookie that would replace the session cookie', async () => {
    const answer = await sendRaw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: g\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n' +
        // A masked, empty close frame: the upstream closes the connection.
        '\x88\x80\x00\x00\x00\x00',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(answer).toContain('\r\nX-Own: yes\r\n');
    expect(answer).toContain('\r\nSet-Cookie: own=1\r\n');
    expect(answer).not.toContain('evil');
    expect(answer).toMatch(/\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
    // The close frame in reply.
    expect(answer.endsWith('\x88\x00')).toBe(true);
  });

  it('transfers text and megabytes of binary data, complete and in order', async () => {
    const socket = await openWebSocket(port, path);
    expect((await echoed(socket, 'héllo')).toString()).toBe('héllo');
    const data = randomBytes(12 * MEGABYTE);
    expect((await echoed(socket, data)).equals(data)).toBe(true);
    socket.terminate();
  });

  it('is slowed down to the pace of its slower side', async () => {
    const socket = await openWebSocket(port, path);
    const [connection] = upstream.connections;
    connection?.removeAllListeners('message');
    connection?.pause();
    const block = Buffer.alloc(MEGABYTE);
    let flushed = 0;
    for (let count = 0; count < 96; count++) socket.send(block, () => flushed++);
    await sleep(300);
    // Only what sockets can buffer on the way: the rest waits at the client, and not in the proxy.
    expect(flushed).toBeLessThan(48);
    let received = 0;
    const all = new Promise<void>((resolve) => {
      connection?.on('message', () => ++received === 96 && resolve());
    });
    connection?.resume();
    await all;
    socket.terminate();
  });

  it('is refused like any other request, and nothing reaches the upstream', async () => {
    const service = await fixture.addService(`${upstream.url}/base`);
    const at = `/ows/proxy/${service.name}`;
    const cookie = cookieOf(await fixture.signIn(await fixture.addUser()));
    await expect(openWebSocket(port, at)).rejects.toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.any(String), connection: 'close' },
    });
    await expect(openWebSocket(port, at, { cookie })).rejects.toMatchObject({ status: 403 });
    await expect(openWebSocket(port, '/ows/proxy/nowhere')).rejects.toMatchObject({ status: 404 });
    await expect(openWebSocket(port, `${path}/a%2f..%2fb`)).rejects.toMatchObject({ status: 400 });
    expect(upstream.handshakes).toEqual([]);
  });

  it('receives the reply of an upstream that does not accept the upgrade', async () => {
    const plain = createHttpServer((_request, response) =>
      response.writeHead(418, { 'X-Own': 'yes' }).end('no sockets'),
    );
    servers.push(plain.listen(0, '127.0.0.1'));
    await once(plain, 'listening');
    const at = await fixture.publishService(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);
    await expect(openWebSocket(port, at)).rejects.toMatchObject({ status: 418, headers: { 'x-own': 'yes' } });
    plain.closeAllConnections();
  });

  it.each([
    ['another protocol', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'],
    ['no protocol', ''],
  ])('is answered 502 when the upstream switches to %s', async (_, headers) => {
    const at = await fixture.publishService(
      await listen((socket) => {
        socket.on('data', () => socket.write(`HTTP/1.1 101 Switching\r\n${headers}\r\n`));
      }),
    );
    await expect(openWebSocket(port, at)).rejects.toMatchObject({ status: 502 });
  });

  it('is answered 502 when nothing listens, and 504 when the upstream does not answer before the timeout', async () => {
    const unreachable = await listen((socket) => socket.destroy());
    await expect(openWebSocket(port, await fixture.publishService(unreachable))).rejects.toMatchObject({
      status: 502,
    });
    const { port: shortTimeout } = await fixture.startProxy({}, { headersTimeout: 200 });
    const at = await fixture.publishService(await listen(() => undefined));
    await expect(openWebSocket(shortTimeout, at)).rejects.toMatchObject({ status: 504 });
  });

  describe('is closed', () => {
    it('with the code and reason of the side that closes it', async () => {
      const socket = await openWebSocket(port, path);
      const [connection] = upstream.connections;
      const atUpstream = new Promise((resolve) => connection?.once('close', resolve));
      socket.close(4001, 'done');
      expect(await atUpstream).toBe(4001);
      const other = await openWebSocket(port, path);
      upstream.connections.at(-1)?.close(4002, 'gone');
      expect(await closed(other)).toEqual({ code: 4002, reason: 'gone' });
    });

    it('immediately on one side when the other side is cut off', async () => {
      const socket = await openWebSocket(port, path);
      const [connection] = upstream.connections;
      const atUpstream = new Promise((resolve) => connection?.once('close', resolve));
      socket.terminate();
      expect(await atUpstream).toBe(1006);
      const other = await openWebSocket(port, path);
      upstream.connections.at(-1)?.terminate();
      expect((await closed(other)).code).toBe(1006);
    });

    it('when its session is ended, while others stay open', async () => {
      const [ended, other] = [await openOfUser(), await openOfUser()];
      const end = closed(ended.socket);
      await fixture.endSessionsOf(ended.user);
      expect((await end).code).toBe(1006);
      expect((await echoed(other.socket, 'still here')).toString()).toBe('still here');
      await expect(openWebSocket(port, ended.at, { cookie: ended.cookie })).rejects.toMatchObject({
        status: 401,
      });
      other.socket.terminate();
    });

    it('when its permission is revoked, while those of other users stay open', async () => {
      const { socket, service, user } = await openOfUser();
      const other = await openOfUser();
      const end = closed(socket);
      await fixture.revoke(user, service.id);
      expect((await end).code).toBe(1006);
      expect((await echoed(other.socket, 'x')).toString()).toBe('x');
      other.socket.terminate();
    });

    it('when its user is deleted', async () => {
      const { socket, user } = await openOfUser();
      const end = closed(socket);
      await fixture.deleteUser(user);
      expect((await end).code).toBe(1006);
    });

    it('when its session expires, also on a public service', async () => {
      const environment = { SVC_SESSION_MAX_AGE: '60', SVC_COOKIE_EXPIRE: '0' };
      const anonymous = await openWebSocket(port, path);
      // Four seconds of its minute are left.
      const begun = new Date(Date.now() - 56_000);
      const issued = await fixture.sessions(environment).start(await fixture.addUser(), {}, begun);
      // The upstream received the identity of the user.
      const socket = await openWebSocket(port, path, { cookie: cookieOf(issued) });
      expect((await closed(socket)).code).toBe(1006);
      expect(anonymous.readyState).toBe(anonymous.OPEN);
      anonymous.terminate();
    });

    it('when the proxy stops', async () => {
      const other = await Fixture.open();
      const stopping = await other.startProxy();
      const socket = await openWebSocket(stopping.port, await other.publishService(upstream.url));
      const end = closed(socket);
      await other.close();
      expect((await end).code).toBe(1006);
    });

    it('when both sides are silent until the timeout', async () => {
      const { port: shortTimeout } = await fixture.startProxy({}, { idleTimeout: 1_000 });
      const socket = await openWebSocket(shortTimeout, path);
      const end = closed(socket);
      for (let count = 0; count < 4; count++) {
        await sleep(300);
        await echoed(socket, 'x');
      }
      expect(socket.readyState).toBe(socket.OPEN);
      expect((await end).code).toBe(1006);
    });
  });

  it('occupies a slot of its upstream for as long as it is open', async () => {
    const { port: narrow } = await fixture.startProxy({
      SVC_PROXY_UPSTREAM_CONNECTIONS: '1',
      SVC_PROXY_UPSTREAM_QUEUE: '0',
    });
    const socket = await openWebSocket(narrow, path);
    await expect(openWebSocket(narrow, path)).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    socket.close();
    await closed(socket);
    let again: WebSocket | undefined;
    while (!again) again = await openWebSocket(narrow, path).catch(() => sleep(5, undefined));
    again.terminate();
  });

  it('that follows an unanswered request is dropped with its connection', async () => {
    let answer: (() => void) | undefined;
    const slow = createHttpServer((_request, response) => (answer = () => response.end('late')));
    servers.push(slow.listen(0, '127.0.0.1'));
    await once(slow, 'listening');
    const at = await fixture.publishService(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`);
    const replies = await sendRaw(
      port,
      `GET ${at} HTTP/1.1\r\nHost: g\r\n\r\n` +
        `GET ${path} HTTP/1.1\r\nHost: g\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(replies).toBe('');
    expect(upstream.handshakes).toEqual([]);
    answer?.();
    slow.closeAllConnections();
  });

  describe('and any other protocol that does not carry requests', () => {
    /** Answers in capitals; sends a last line after the other side has ended. */
    const capitals = () =>
      listen((socket) => {
        socket.allowHalfOpen = true;
        let head = '';
        const talk = (text: string) => socket.write(text.toUpperCase());
        socket.on('data', (chunk: Buffer) => {
          if (head.includes('\r\n\r\n')) talk(chunk.toString());
          else {
            head += chunk.toString();
            const [, rest] = head.split('\r\n\r\n');
            if (rest === undefined) return;
            socket.write('HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: Capitals/1\r\n\r\nready ');
            if (rest) talk(rest);
          }
        });
        socket.on('end', () => socket.end(' bye'));
      });
    const upgrade = (at: string) =>
      `GET ${at} HTTP/1.1\r\nHost: g\r\nConnection: Upgrade\r\nUpgrade: capitals/1\r\n\r\n`;

    it('is a tunnel that loses no bytes after the handshake on either side', async () => {
      const at = await fixture.publishService(await capitals());
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(`${upgrade(at)}first `);
      while (!text.endsWith('FIRST ')) await sleep(5);
      expect(text).toMatch(/^HTTP\/1\.1 101 /);
      expect(text).toContain('\r\n\r\nready FIRST ');
      socket.destroy();
    });

    it('forwards the last bytes of the upstream after the client has ended', async () => {
      const at = await fixture.publishService(await capitals());
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.write(upgrade(at));
      while (!text.includes('ready ')) await sleep(5);
      socket.end('the end');
      await once(socket, 'end');
      expect(text.endsWith('ready THE END bye')).toBe(true);
      socket.destroy();
    });
  });
});
