import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Server as TcpServer, createServer as createTcpServer } from 'node:net';
import type { Resolver } from './checked-connector';
import { OutgoingHttp, OutgoingTimeout } from './outgoing-http';
import { TargetRefused } from './outgoing-targets';

const LIMITS = { timeoutMs: 500, bodyBytes: 1_000 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };
const POST = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' } as const;

describe('OutgoingHttp', () => {
  const opened: { close: () => unknown }[] = [];
  let connections = 0;

  async function listening(server: Server | TcpServer): Promise<number> {
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({
      close: () => ('closeAllConnections' in server && server.closeAllConnections(), server.close()),
    });
    return (server.address() as AddressInfo).port;
  }
  const client = (allowed: readonly string[], resolve?: Resolver): OutgoingHttp => {
    const http = new OutgoingHttp({ outgoingAllowed: allowed }, LIMITS, resolve);
    opened.push(http);
    return http;
  };

  beforeEach(() => {
    connections = 0;
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  it('sends method, path, headers and body, and answers status, headers and body', async () => {
    const port = await listening(
      createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += chunk));
        request.on('end', () => {
          response.writeHead(418, { 'x-one': ['a', 'b'] });
          response.end(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
        });
      }),
    );
    const http = client(['127.0.0.0/8']);
    const reply = await http.send({ ...POST, url: `http://127.0.0.1:${port}/u?x=1` });
    expect(reply).toMatchObject({
      status: 418,
      body: 'POST /u?x=1 text/plain hello',
      isTruncated: false,
      headers: { 'x-one': 'a, b' },
    });
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'] as const) {
      const { body } = await http.send({ ...POST, method, url: `http://127.0.0.1:${port}/` });
      expect(body).toBe(`${method} / text/plain hello`);
    }
    const head = await http.send({
      ...POST,
      method: 'HEAD',
      body: undefined,
      url: `http://127.0.0.1:${port}/`,
    });
    expect(head).toMatchObject({ status: 418, body: '' });
  });

  it('does not connect to an address that is not public, given as such or as a name', async () => {
    const port = await listening(createServer((_, response) => response.end()));
    const http = client([], async () => [LOOPBACK]);
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', 'hooks.example.org']) {
      for (const scheme of ['http', 'https']) {
        await expect(http.send({ ...POST, url: `${scheme}://${host}:${port}/` })).rejects.toThrow(
          TargetRefused,
        );
      }
    }
    expect(connections).toBe(0);
  });

  it('connects to the address that it has checked: a name is resolved once, not again to connect', async () => {
    const port = await listening(createServer((_, response) => response.end('reached')));
    // A public address for the first query, loopback for the next.
    const answers = [{ address: '192.0.2.1', family: 4 }, LOOPBACK, LOOPBACK];
    let lookups = 0;
    const rebinding: Resolver = async () => [answers[lookups++] ?? LOOPBACK];
    const http = client(['192.0.2.1/32'], rebinding);
    await expect(http.send({ ...POST, url: `http://rebinding.example:${port}/` })).rejects.toThrow();
    expect(lookups).toBe(1);
    // The next connection checks again, and refuses what the name resolves to by now.
    await expect(http.send({ ...POST, url: `http://rebinding.example:${port}/` })).rejects.toThrow(
      TargetRefused,
    );
    expect(lookups).toBe(2);
    expect(connections).toBe(0);
  });

  it('refuses a name with a public and a private address', async () => {
    const http = client([], async () => [{ address: '8.8.8.8', family: 4 }, LOOPBACK]);
    await expect(http.send({ ...POST, url: 'https://both.example/' })).rejects.toThrow(TargetRefused);
  });

  it('reports a name that cannot be resolved', async () => {
    const http = client([], async () => {
      throw new Error('ENOTFOUND');
    });
    await expect(http.send({ ...POST, url: 'https://nowhere.example/' })).rejects.toThrow('ENOTFOUND');
  });

  it('follows no redirect', async () => {
    const port = await listening(
      createServer((request, response) => {
        response.writeHead(request.url === '/' ? 307 : 200, { location: '/elsewhere' });
        response.end();
      }),
    );
    const reply = await client(['127.0.0.1']).send({ ...POST, url: `http://127.0.0.1:${port}/` });
    expect(reply.status).toBe(307);
    expect(connections).toBe(1);
  });

  it.each([
    ['that never answers', () => undefined],
    [
      'that sends an endless head',
      (socket: { write: (text: string) => unknown }) =>
        void setInterval(() => socket.write('x-more: 1\r\n'), 20).unref(),
    ],
  ])('aborts a request to a receiver %s', async (_, behave) => {
    const port = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\n');
        behave(socket);
        opened.push({ close: () => socket.destroy() });
      }),
    );
    await expect(client(['127.0.0.1']).send({ ...POST, url: `http://127.0.0.1:${port}/` })).rejects.toThrow(
      OutgoingTimeout,
    );
  });

  it('rejects a reply with huge headers', async () => {
    const port = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(`HTTP/1.1 200 OK\r\nx-huge: ${'x'.repeat(100_000)}\r\n\r\n`);
      }),
    );
    await expect(client(['127.0.0.1']).send({ ...POST, url: `http://127.0.0.1:${port}/` })).rejects.toThrow(
      /header/i,
    );
  });

  it('reads of a huge or endless body what the limits allow, and closes the connection', async () => {
    let written = 0;
    const closed: Promise<void>[] = [];
    const port = await listening(
      createServer((request, response) => {
        closed.push(new Promise((resolve) => request.socket.on('close', () => resolve())));
        response.writeHead(200);
        const timer = setInterval(
          () => {
            const chunk = 'x'.repeat(request.url === '/huge' ? 100_000 : 1);
            written += chunk.length;
            response.write(chunk);
          },
          request.url === '/huge' ? 0 : 50,
        );
        request.socket.on('close', () => clearInterval(timer));
      }),
    );
    const http = client(['127.0.0.1']);
    const huge = await http.send({ ...POST, url: `http://127.0.0.1:${port}/huge` });
    expect(huge).toMatchObject({ status: 200, body: 'x'.repeat(1_000), isTruncated: true });
    const endless = await http.send({ ...POST, url: `http://127.0.0.1:${port}/endless` });
    expect(endless).toMatchObject({ status: 200, isTruncated: true });
    expect(endless.body).toMatch(/^x+$/);
    await Promise.all(closed);
    expect(written).toBeLessThan(10_000_000);
  });

  it('reports a receiver that closes the connection, or that refuses it', async () => {
    const port = await listening(createTcpServer((socket) => socket.destroy()));
    const http = client(['127.0.0.1']);
    await expect(http.send({ ...POST, url: `http://127.0.0.1:${port}/` })).rejects.toThrow();
    await expect(http.send({ ...POST, url: 'http://127.0.0.1:1/' })).rejects.toThrow('ECONNREFUSED');
  });

  it('does not reuse a connection', async () => {
    const port = await listening(createServer((_, response) => response.end('ok')));
    const http = client(['127.0.0.1']);
    for (let sent = 1; sent <= 3; sent++) {
      await http.send({ ...POST, url: `http://127.0.0.1:${port}/` });
      expect(connections).toBe(sent);
    }
  });
});
