import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeptConnection } from '@gatehouse/testing';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const KEPT = '\r\nconnection: keep-alive\r\n';

describe('a connection to the proxy', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  let connection: KeptConnection;
  let secret: string;
  let cookie: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    ({ port } = await fixture.startProxy({ SVC_KEEP_ALIVE_TIMEOUT: '97' }));
    secret = `/ows/proxy/${(await fixture.addService(upstream.url)).name}`;
    cookie = `Cookie: ${cookieOf(await fixture.signIn(await fixture.addUser()))}`;
  });
  beforeEach(async () => {
    connection = await KeptConnection.open(port);
  });
  afterEach(() => connection.close());
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  it('is kept for the configured time, which each reply declares', async () => {
    const { head } = await connection.send('GET', '/health');
    expect(head).toContain(KEPT);
    expect(head).toContain('\r\nkeep-alive: timeout=97\r\n');
  });

  it('is kept after a request without a body is refused', async () => {
    const requests: [method: string, path: string, status: number, ...headers: string[]][] = [
      ['GET', '/nowhere', 404],
      ['HEAD', '/nowhere', 404],
      ['OPTIONS', '/nowhere', 404],
      ['GET', '/ows/proxy/none', 404],
      ['POST', '/ows/proxy/none', 404, 'Content-Length: 0'],
      ['TRACE', secret, 405],
      ['POST', '/health', 405],
      ['DELETE', '/metrics', 405],
      ['GET', secret, 401],
      ['HEAD', secret, 401],
      ['OPTIONS', secret, 401],
      ['POST', secret, 401],
      ['GET', secret, 403, cookie],
      ['DELETE', secret, 403, cookie],
      ['GET', `${secret}/a%2f..%2fb`, 400],
      ['GET', '/health', 200],
    ];
    for (const [method, path, status, ...headers] of requests) {
      const reply = await connection.send(method, path, ...headers);
      expect([method, path, reply.status]).toEqual([method, path, status]);
      expect([method, path, reply.head]).toEqual([method, path, expect.stringContaining(KEPT)]);
    }
  });

  it('is kept after an offer of another protocol is ignored', async () => {
    for (const offer of ['h2c', 'TLS/1.0']) {
      const { status, head } = await connection.send(
        'GET',
        '/health',
        'Connection: Upgrade',
        `Upgrade: ${offer}`,
      );
      expect(status).toBe(200);
      expect(head).toContain(KEPT);
    }
  });
});

describe('a connection from the proxy to a service', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await Fixture.open();
  });
  afterAll(() => fixture.close());

  it.each([
    ['is reused when the service keeps it for longer than the margin', 'timeout=30', 1],
    ['is not reused when the service declares that it will close it soon', 'timeout=2', 3],
    ['is not reused when the service declares so among other parameters', 'max=5, timeout=1', 3],
  ])('%s', async (_, keepAlive, expected) => {
    let connections = 0;
    const server = createServer((_request, response) =>
      response.setHeader('Keep-Alive', keepAlive).end('ok'),
    );
    server.on('connection', () => connections++);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = await fixture.startProxy();
    const path = await fixture.publishService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (let count = 0; count < 3; count++) expect((await call(port, { path })).status).toBe(200);
    expect(connections).toBe(expected);
    server.closeAllConnections();
    server.close();
  });
});
