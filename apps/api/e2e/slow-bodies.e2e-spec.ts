import { type Socket, connect } from 'node:net';
import { type TestApi, startApi } from './harness/start-api';

describe('a body that arrives byte by byte', () => {
  let api: TestApi;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    api = await startApi({ SVC_BODY_TIMEOUT: '1' });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api.close();
  });

  /** What is received until the API closes the connection, while the body is sent without end. */
  async function sendSlowly(head: string): Promise<string> {
    const socket = connect(Number(new URL(api.anonymous.url).port), '127.0.0.1');
    sockets.push(socket);
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk))).on('error', () => undefined);
    socket.write(head);
    const drip = setInterval(() => socket.write('x'), 100);
    // Not by `once`, which an error rejects: the last byte may arrive after the end.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    return received;
  }

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'is refused with 408 as %s',
    async (type) => {
      const reply = await sendSlowly(
        `POST /signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n`,
      );
      expect(reply).toContain('HTTP/1.1 408 ');
      expect(reply).toContain('\r\nX-Gatehouse-Reason: body_too_slow\r\n');
    },
  );

  it.each([
    ['that is not read', 'GET /version', 'HTTP/1.1 200 '],
    ['of a refused request', 'POST /users', 'HTTP/1.1 401 '],
    ['at an unknown path', 'POST /nowhere', 'HTTP/1.1 404 '],
    ['at the console', 'POST /ui/index.html', 'HTTP/1.1 '],
  ])('has an end where it is one %s', async (_name, line, status) => {
    const reply = await sendSlowly(
      `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`,
    );
    expect(reply).toContain(status);
  });
});
