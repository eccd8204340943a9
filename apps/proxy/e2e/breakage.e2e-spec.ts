import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { call, sendRaw } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

describe('a request, when its client or its upstream fails,', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  /** The limits of a proxy that would wait for minutes: no limit ends a request in these tests. */
  let patientPort: number;
  let path: string;
  const servers: Server[] = [];
  const connections = new Set<Socket>();

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy({}, { headersTimeout: 400, idleTimeout: 400, connectTimeout: 400 }));
    ({ port: patientPort } = await fixture.startProxy());
    path = await fixture.publishService(upstream.url);
  });
  beforeEach(() => upstream.behave(undefined));
  afterAll(async () => {
    for (const server of servers) server.close();
    for (const connection of connections) connection.destroy();
    await fixture.close();
    await upstream.close();
  });

  /** A TCP server with arbitrary behaviour that violates HTTP; returns its URL. */
  const listen = async (accept: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      connections.add(socket.on('error', () => undefined));
      accept(socket);
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('is aborted at the upstream when its client disconnects', async () => {
    const isWhole = new Promise<boolean>((resolve) => {
      upstream.behave((_request, response) => {
        response.on('close', () => resolve(response.writableFinished));
        response.write('first');
      });
    });
    const sent = request({ port: patientPort, path, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response, 'data');
    sent.on('error', () => undefined);
    sent.destroy();
    expect(await isWhole).toBe(false);
  });

  it('is aborted at the upstream when its client disconnects while sending the body', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const isWhole = new Promise<boolean>((resolve) => {
      upstream.behave((incoming) => {
        incoming.once('data', arrive);
        incoming.on('error', () => undefined);
        incoming.on('close', () => resolve(incoming.complete));
        incoming.resume();
      });
    });
    const sent = request({
      port: patientPort,
      path,
      method: 'POST',
      agent: false,
      headers: { 'Content-Length': 1000 },
    });
    sent.on('error', () => undefined);
    sent.write('only a part');
    await arrived;
    sent.destroy();
    expect(await isWhole).toBe(false);
  });

  it('is visibly cut off for the client when the upstream fails in the middle of its reply', async () => {
    for (const headers of [{ 'Content-Length': 1000 }, { 'Transfer-Encoding': 'chunked' }]) {
      upstream.behave((_request, response) => {
        response.writeHead(200, headers);
        response.write('a part');
        setTimeout(() => response.destroy(), 20);
      });
      await expect(call(port, { path })).rejects.toThrow(/aborted|socket hang up/);
    }
  });

  it('returns 502 when no server listens at the private URL', async () => {
    const at = await fixture.publishService(await listen((socket) => socket.destroy()));
    expect((await call(port, { path: at })).status).toBe(502);
    expect((await call(port, { path: at, method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(502);
    const stopped = await startUpstream();
    await stopped.close();
    expect((await call(port, { path: await fixture.publishService(stopped.url) })).status).toBe(502);
  });

  it('is answered 502 when the private URL is invalid or the server there does not use HTTP', async () => {
    expect((await call(port, { path: await fixture.publishService('ftp://127.0.0.1/x') })).status).toBe(502);
    const url = await listen((socket) => socket.end('SSH-2.0-other\r\n'));
    expect((await call(port, { path: await fixture.publishService(url) })).status).toBe(502);
  });

  it('is answered 504 when the upstream takes too long, and cut off when the upstream pauses for too long', async () => {
    upstream.behave(() => undefined);
    expect((await call(port, { path })).status).toBe(504);
    upstream.behave((_request, response) => void response.write('a part'));
    await expect(call(port, { path })).rejects.toThrow(/aborted|socket hang up/);
  });

  it('is retried when the upstream closes a kept-alive connection at the moment of its reuse', async () => {
    const requests: string[] = [];
    const url = await listen((socket) => {
      let served = 0;
      socket.on('data', (chunk: Buffer) => {
        requests.push(chunk.toString().split(' ', 1)[0] ?? '');
        // Closes a connection at its second request, as an idle timeout would, and at every POST.
        if (++served > 1 || requests.at(-1) === 'POST') socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const at = await fixture.publishService(url);
    expect(await call(port, { path: at })).toMatchObject({ status: 200, text: 'ok' });
    expect(await call(port, { path: at })).toMatchObject({ status: 200, text: 'ok' });
    expect(requests).toEqual(['GET', 'GET', 'GET']);
    // A request that is not idempotent is not retried.
    expect((await call(port, { path: at, method: 'POST' })).status).toBe(502);
    expect(requests).toEqual(['GET', 'GET', 'GET', 'POST']);
  });

  it.each([
    ['nothing but a line break', '\r\n'],
    ['an invalid status', 'HTTP/1.1 99999 What\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'],
    [
      'a length and an encoding',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nab',
    ],
    ['a line break in a field', 'HTTP/1.1 200 OK\r\nX-A: b\nSet-Cookie: evil=1\r\nContent-Length: 0\r\n\r\n'],
    ['a NUL in a field', 'HTTP/1.1 200 OK\r\nX-A: b\0c\r\nContent-Length: 0\r\n\r\n'],
    [
      'a change of protocol that was not requested',
      'HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['endless fields', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ])('is answered 502 when the upstream answers with %s', async (_, bytes) => {
    const at = await fixture.publishService(
      await listen((socket) => socket.once('data', () => socket.end(bytes, 'latin1'))),
    );
    const reply = await call(port, { path: at });
    expect(reply.status).toBe(502);
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });

  it('is visibly cut off when the upstream sends less than it declares, or invalid chunks', async () => {
    for (const body of [
      'Content-Length: 100\r\n\r\na part',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nab',
      'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n',
    ]) {
      const at = await fixture.publishService(
        await listen((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${body}`))),
      );
      await expect(call(port, { path: at })).rejects.toThrow(/aborted|socket hang up/);
    }
  });

  it('is never answered with bytes that an upstream sends after its reply', async () => {
    const at = await fixture.publishService(
      await listen((socket) =>
        socket.on('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst');
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond');
        }),
      ),
    );
    for (let count = 0; count < 5; count++) {
      const { status, text } = await call(port, { path: at }).catch(() => ({ status: 502, text: '' }));
      expect([`200 first`, '502 ']).toContain(`${status} ${status === 200 ? text : ''}`);
    }
  });

  it('is answered with the final reply; interim replies are not forwarded', async () => {
    const at = await fixture.publishService(
      await listen((socket) =>
        socket.on('data', () => {
          socket.write('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n');
          setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 20);
        }),
      ),
    );
    const replies = await sendRaw(port, `GET ${at} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`);
    expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(replies).not.toContain('Link');
    expect(replies.endsWith('ok')).toBe(true);
  });

  it('is answered without a body to HEAD and with 304, and the connection is kept', async () => {
    const at = await fixture.publishService(
      await listen((socket) =>
        socket.on('data', (chunk: Buffer) => {
          const isHead = chunk.toString().startsWith('HEAD');
          if (isHead) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody');
          else socket.write('HTTP/1.1 304 Not Modified\r\nETag: "1"\r\nContent-Length: 4\r\n\r\n');
        }),
      ),
    );
    const replies = await sendRaw(
      port,
      `HEAD ${at} HTTP/1.1\r\nHost: g\r\n\r\n` +
        `GET ${at} HTTP/1.1\r\nHost: g\r\n\r\n` +
        `HEAD ${at} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`,
    );
    expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 304', 'HTTP/1.1 200']);
    expect(replies).not.toContain('body');
  });

  it('continues while its sender is slower than every upstream timeout', async () => {
    const sent = request({ port, path, method: 'PUT', agent: false, headers: { 'Content-Length': 8 } });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (const part of ['ab', 'cd', 'ef', 'gh']) {
      sent.write(part);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    sent.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it('receives its whole reply although its reader is slower than every upstream timeout', async () => {
    const size = 32 * 1024 * 1024;
    upstream.behave((_request, response) => void response.end(Buffer.alloc(size)));
    const sent = request({ port, path, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    let read = 0;
    for await (const chunk of response) read += (chunk as Buffer).length;
    expect(read).toBe(size);
  });

  it('that is refused while its client is still sending delivers the refusal and closes the connection', async () => {
    const secret = await fixture.addService(upstream.url);
    const body = 'x'.repeat(1024 * 1024);
    const replies = await sendRaw(
      port,
      `POST /ows/proxy/${secret.name} HTTP/1.1\r\nHost: g\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET ${path} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`,
    );
    expect(replies).toMatch(/^HTTP\/1\.1 401 /);
    expect(replies.toLowerCase()).toContain('connection: close');
    expect(replies).not.toContain('HTTP/1.1 200 OK');
  });

  it('that is refused is disconnected when its client never stops sending', async () => {
    const secret = await fixture.addService(upstream.url);
    const sent = request({ port, path: `/ows/proxy/${secret.name}`, method: 'POST', agent: false });
    sent.on('error', () => undefined);
    const closed = new Promise((resolve) => sent.on('close', resolve));
    const block = Buffer.alloc(1024 * 1024);
    const send = (): void => void sent.write(block, () => !sent.destroyed && send());
    send();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    response.resume();
    await closed;
  });

  it('receives an early reply without waiting for the rest of its body', async () => {
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
