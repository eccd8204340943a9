import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { KeptConnection } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

const KEPT = '\r\nconnection: keep-alive\r\n';
const CLOSED = '\r\nconnection: close\r\n';

describe('a connection to the API', () => {
  let api: TestApi;
  let connection: KeptConnection;
  const accepted: Socket[] = [];

  beforeAll(async () => {
    api = await startApi({ SVC_KEEP_ALIVE_TIMEOUT: '97' });
    (api.app.getHttpServer() as Server).on('connection', (socket: Socket) => accepted.push(socket));
  });
  beforeEach(async () => {
    accepted.splice(0);
    connection = await KeptConnection.open(Number(new URL(api.anonymous.url).port));
  });
  afterEach(() => connection.close());
  afterAll(() => api.close());

  it('is kept for the configured time, which each reply states', async () => {
    const { head } = await connection.send('GET', '/version');
    expect(head).toContain(KEPT);
    expect(head).toContain('\r\nkeep-alive: timeout=97\r\n');
  });

  it('is kept after a request without a body is refused', async () => {
    const requests: [method: string, path: string, status: number, ...headers: string[]][] = [
      ['GET', '/nowhere', 404],
      ['HEAD', '/nowhere', 404],
      ['DELETE', '/version', 405],
      ['PUT', '/version', 405, 'Content-Length: 0'],
      ['OPTIONS', '/version', 405],
      ['OPTIONS', '/nowhere', 404],
      ['GET', '/users', 401],
      ['HEAD', '/users', 401],
      ['POST', '/users', 401],
      ['POST', '/users', 401, 'Content-Length: 0'],
      ['POST', '/signout', 403, 'Sec-Fetch-Site: cross-site'],
      ['GET', '/version', 406, 'Accept: image/png'],
      ['GET', '/version%', 400],
      ['POST', '/signin', 400],
      ['GET', '/version', 200],
    ];
    for (const [method, path, status, ...headers] of requests) {
      const reply = await connection.send(method, path, ...headers);
      expect([method, path, reply.status]).toEqual([method, path, status]);
      expect([method, path, reply.head]).toEqual([method, path, expect.stringContaining(KEPT)]);
    }
    expect(accepted).toHaveLength(1);
  });

  it('is closed after a refusal that leaves a body of unknown length unread', async () => {
    const { status, head } = await connection.send('POST', '/users', 'Transfer-Encoding: chunked');
    expect(status).toBe(401);
    expect(head).toContain(CLOSED);
  });

  it('ignores offers of other protocols, and keeps no listener for them', async () => {
    await connection.send('GET', '/version');
    const listeners = () =>
      accepted.flatMap((socket) =>
        socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]),
      );
    const before = listeners();
    for (let count = 0; count < 200; count++) {
      const offer = count % 2 === 0 ? 'h2c' : 'websocket';
      const { status, head } = await connection.send(
        'GET',
        '/version',
        'Connection: Upgrade',
        `Upgrade: ${offer}`,
      );
      expect(status).toBe(200);
      expect(head).toContain(KEPT);
    }
    expect(listeners()).toEqual(before);
    expect(accepted).toHaveLength(1);
  });
});
