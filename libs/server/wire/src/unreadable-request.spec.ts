import { type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { answerUnreadable, refuseConnect, type UnreadableRequest } from './unreadable-request';

const LONG = 'a'.repeat(20_000);

describe('a request that the parser refuses', () => {
  let server: Server;
  let seen: UnreadableRequest[];

  beforeEach(async () => {
    seen = [];
    const write = (request: UnreadableRequest) => {
      seen.push(request);
      return { headers: { 'Content-Type': 'text/plain' }, text: `refused: ${request.problem.errorCode}` };
    };
    server = createServer((request, response) => {
      if (request.url === '/slow') return;
      request.resume().once('end', () => response.end('served'));
    });
    answerUnreadable(server, write);
    refuseConnect(server, write);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** The reply to the parts, each of which is sent once the previous one has arrived. */
  function exchange(...parts: string[]): Promise<string> {
    const { port } = server.address() as AddressInfo;
    return new Promise((resolve) => {
      let reply = '';
      let arrived: Socket | undefined;
      server.once('connection', (socket: Socket) => (arrived = socket));
      const client = connect(port, '127.0.0.1', () => void sendAll());
      const sendAll = async (): Promise<void> => {
        let sent = 0;
        for (const part of parts) {
          client.write(part);
          sent += part.length;
          while (!client.destroyed && (arrived?.bytesRead ?? 0) < sent) {
            await new Promise((next) => setImmediate(next));
          }
        }
      };
      client.on('data', (chunk) => (reply += chunk.toString()));
      client.on('error', () => undefined);
      client.on('close', () => resolve(reply));
    });
  }

  const HEAD = ' HTTP/1.1\r\nHost: a\r\n';

  it.each([
    ['an unknown method', [`BREW /${HEAD}\r\n`], 501, 'unknown_method', 'BREW'],
    ['a method in lower case', [`get /${HEAD}\r\n`], 501, 'unknown_method', 'get'],
    ['bytes that are not text', ['\x16\x03\x01abc'], 400, 'malformed_request', ''],
    ['a long URL', [`GET /${LONG}${HEAD}\r\n`], 414, 'url_too_long', 'GET'],
    ['a URL that never ends', [`GET /${LONG.repeat(5)}`], 414, 'url_too_long', 'GET'],
    ['a long URL in two packets', ['GET /aaa', `${LONG}${HEAD}\r\n`], 414, 'url_too_long', ''],
    ['a long header', [`GET /${HEAD}X: ${LONG}\r\n\r\n`], 431, 'headers_too_large', 'GET'],
    ['a long header in two packets', [`GET /${HEAD}X: a`, `${LONG}\r\n\r\n`], 431, 'headers_too_large', ''],
    ['another version', ['GET / HTTP/3.1\r\nHost: a\r\n\r\n'], 400, 'unsupported_version', 'GET'],
    ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 400, 'unsupported_version', 'PRI'],
    ['a control character in the URL', [`GET /\x01${HEAD}\r\n`], 400, 'malformed_request', 'GET'],
    ['a header without a colon', ['GET / HTTP/1.1\r\nHost a\r\n\r\n'], 400, 'malformed_request', 'GET'],
    ['a tunnel', ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'], 405, 'method_not_allowed', 'CONNECT'],
    [
      'a body of two lengths',
      [`POST /${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      400,
      'malformed_request',
      'POST',
    ],
    [
      'a chunk without a size',
      [`POST /${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
      400,
      'malformed_request',
      'POST',
    ],
  ])('for %s is answered in the format of the server', async (_about, parts, status, errorCode, method) => {
    const reply = await exchange(...parts);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(reply).toContain('Connection: close\r\n');
    expect(reply).toContain('Content-Type: text/plain\r\n');
    expect(reply.split('\r\n\r\n')[1]).toBe(`refused: ${errorCode}`);
    expect(seen).toEqual([
      {
        problem: expect.objectContaining({ status, errorCode }),
        method,
        path: expect.any(String),
        address: '127.0.0.1',
      },
    ]);
  });

  it.each([
    ['with a long query', [`GET /users/a%20b?token=canary&x=${LONG}${HEAD}\r\n`], '/users/a%20b'],
    ['with a long path', [`GET /${LONG}${HEAD}\r\n`], `/${'a'.repeat(999)}…`],
    ['after another one', [`GET /${HEAD}\r\n`, `PUT /second?${LONG}${HEAD}\r\n`], '/second'],
    ['in two packets', ['GET /aaa?', `/canary${LONG}${HEAD}\r\n`], ''],
    ['with a host', [`GET http://canary/a?${LONG}${HEAD}\r\n`], ''],
    ['of another kind', [`GET canary?${LONG}${HEAD}\r\n`], ''],
  ])('for a target %s that is too long is answered with its path, if it was read', async (_, parts, path) => {
    await exchange(...parts);
    expect(seen.at(-1)?.path ?? '').toBe(path);
  });

  it('for another reason is answered without a path', async () => {
    await exchange(`GET /canary${HEAD}X: ${LONG}\r\n\r\n`);
    await exchange('CONNECT canary:1 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(seen.map(({ path }) => path)).toEqual(['', '']);
  });

  it('reports the configured limit of the server', async () => {
    const small = createServer({ maxHeaderSize: 8_192 });
    answerUnreadable(small, (request) => ({ headers: {}, text: request.problem.detail }));
    await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve));
    server.close();
    server = small;
    expect(await exchange(`GET /${LONG}${HEAD}\r\n`)).toContain('must not exceed 8192 bytes together');
  });

  it('is not one that waits for leave to send its body, which is served as before', async () => {
    const reply = await exchange(
      `POST /${HEAD}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 1\r\n\r\n`,
      'x',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*served$/s);
    expect(seen).toEqual([]);
  });

  it('has no body for HEAD', async () => {
    const reply = await exchange(`HEAD /${LONG}${HEAD}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 414 .*Content-Length: 21\r\n.*\r\n\r\n$/s);
  });

  it('after an answered one is answered on the same connection', async () => {
    const reply = await exchange(`GET /${HEAD}\r\n`, `BREW /${HEAD}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 .*served.*HTTP\/1\.1 501 /s);
  });

  it('behind one that is still in progress is never answered before it', async () => {
    const reply = await exchange(`GET /slow${HEAD}\r\n`, `BREW /${HEAD}\r\n`);
    expect(reply).toBe('');
    expect(seen).toEqual([]);
  });
});
