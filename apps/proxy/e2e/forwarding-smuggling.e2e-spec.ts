import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { sendRaw } from './support/exchange';
import { Fixture } from './support/fixture';

/** What an attacker would have the upstream interpret as a request that the proxy has not authorized. */
const HIDDEN = 'GET /base/hidden HTTP/1.1\r\nHost: g\r\n\r\n';
const LENGTH = HIDDEN.length;
const hex = (length: number) => length.toString(16);
const CHUNKED_HIDDEN = `${hex(LENGTH)}\r\n${HIDDEN}\r\n0\r\n\r\n`;

describe('a request whose end or whose fields can be read in two ways', () => {
  let fixture: Fixture;
  let server: Server;
  let port: number;
  let path: string;
  /** Every byte that the upstream received. */
  let received = '';
  const connections = new Set<Socket>();

  beforeAll(async () => {
    fixture = await Fixture.open();
    // Not an HTTP server: a strict one would hide what reaches it.
    server = createServer((socket) => {
      connections.add(socket.on('error', () => undefined));
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = await fixture.startProxy());
    path = await fixture.publishService(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base`);
  });
  beforeEach(() => {
    received = '';
  });
  afterAll(async () => {
    await fixture.close();
    for (const connection of connections) connection.destroy();
    server.close();
  });

  const post = (headers: string, body: string) =>
    sendRaw(port, `POST ${path} HTTP/1.1\r\nHost: g\r\n${headers}\r\n${body}`);

  it.each([
    ['CL.TE', `Content-Length: ${LENGTH + 5}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`],
    ['TE.CL', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, CHUNKED_HIDDEN],
    ['two lengths', `Content-Length: 3\r\nContent-Length: ${LENGTH + 3}\r\n`, `abc${HIDDEN}`],
    ['the same length twice', 'Content-Length: 3\r\nContent-Length: 3\r\n', `abc${HIDDEN}`],
    ['a list of lengths', `Content-Length: 3, ${LENGTH + 3}\r\n`, `abc${HIDDEN}`],
    ['a length with a sign', 'Content-Length: +3\r\n', `abc${HIDDEN}`],
    ['a negative length', 'Content-Length: -1\r\n', HIDDEN],
    ['a length in hexadecimal', 'Content-Length: 0x3\r\n', `abc${HIDDEN}`],
    ['a length with a blank in it', 'Content-Length: 3 0\r\n', `abc${HIDDEN}`],
    ['a length beyond all numbers', `Content-Length: ${'9'.repeat(30)}\r\n`, HIDDEN],
    ['an encoding after chunked', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`],
    [
      'chunked and then identity',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
      `0\r\n\r\n${HIDDEN}`,
    ],
    ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['an encoding in quotes', 'Transfer-Encoding: "chunked"\r\n', `0\r\n\r\n${HIDDEN}`],
    ['a blank before the colon', 'Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['a tab before the colon', 'Transfer-Encoding\t: chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    [
      'a field that begins with a control character',
      '\x0bTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${HIDDEN}`,
    ],
    ['a bare LF before a field', 'X-A: b\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['a bare CR before a field', 'X-A: b\rTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    ['a NUL in a field', `X-A: b\0\r\nContent-Length: 3\r\n`, `abc${HIDDEN}`],
    ['a field without a colon', 'Transfer-Encoding chunked\r\n', `0\r\n\r\n${HIDDEN}`],
    [
      'a length of a chunk in decimal spelling of hexadecimal',
      'Transfer-Encoding: chunked\r\n',
      `0x3\r\nabc\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['a negative length of a chunk', 'Transfer-Encoding: chunked\r\n', `-1\r\n${HIDDEN}`],
    [
      'a bare LF after the length of a chunk',
      'Transfer-Encoding: chunked\r\n',
      `3\nabc\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['a bare LF after a chunk', 'Transfer-Encoding: chunked\r\n', `3\r\nabc\n0\r\n\r\n${HIDDEN}`],
    [
      'a chunk that is longer than declared',
      'Transfer-Encoding: chunked\r\n',
      `1\r\nabc\r\n0\r\n\r\n${HIDDEN}`,
    ],
    [
      'a length of a chunk beyond all numbers',
      'Transfer-Encoding: chunked\r\n',
      `${'f'.repeat(20)}\r\n${HIDDEN}`,
    ],
    [
      'a bare LF in an extension of a chunk',
      'Transfer-Encoding: chunked\r\n',
      `3;a\nb\r\nabc\r\n0\r\n\r\n${HIDDEN}`,
    ],
  ])('is refused: %s', async (_, headers, body) => {
    expect(await post(headers, body)).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).not.toContain('hidden');
  });

  it.each([
    ['a second host', `GET PATH HTTP/1.1\r\nHost: g\r\nHost: evil\r\n\r\n`],
    ['no host', `GET PATH HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['another version of HTTP', `GET PATH HTTP/1.7\r\nHost: g\r\n\r\n`],
    ['a blank in the path', `GET PATH/a b HTTP/1.1\r\nHost: g\r\n\r\n`],
    ['a tab in the path', `GET PATH/a\tb HTTP/1.1\r\nHost: g\r\n\r\n`],
    ['a line that ends in a bare LF', `GET PATH HTTP/1.1\nHost: g\n\n`],
    [
      'an absolute address',
      `GET http://evil.example.org/base/hidden HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`,
    ],
    ['an HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
  ])('is refused: %s', async (_, bytes) => {
    expect(await sendRaw(port, bytes.replace('PATH', path))).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toBe('');
  });

  it('with a folded field reaches the upstream with that field on one line, or not at all', async () => {
    const reply = await post(
      'X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 3\r\nConnection: close\r\n',
      'abc',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 (?:200|400) /);
    expect(received).not.toMatch(/^\s*Transfer-Encoding/im);
  });

  it('with an encoding in the name of another field is delimited by its length', async () => {
    const reply = await post(
      'Transfer_Encoding: chunked\r\nContent-Length: 5\r\nConnection: close\r\n',
      '0\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).not.toMatch(/transfer.encoding/i);
    expect(received).toMatch(/content-length: 5\r\n/i);
    expect(received.endsWith('0\r\n\r\n')).toBe(true);
  });

  it('that declares Content-Length a hop-by-hop header is delimited by that length nonetheless', async () => {
    const reply = await post(`Connection: close, Content-Length\r\nContent-Length: ${LENGTH}\r\n`, HIDDEN);
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).not.toMatch(/transfer-encoding/i);
    expect(received.match(/^content-length: .*$/gim)).toEqual([expect.stringMatching(`: ${LENGTH}`)]);
    expect(received.endsWith(`\r\n\r\n${HIDDEN}`)).toBe(true);
  });

  it('is forwarded without its trailer fields', async () => {
    const reply = await post(
      'Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\nConnection: close\r\n',
      '3\r\nabc\r\n0\r\nX-Sum: 1\r\nAuthorization: evil\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.endsWith('\r\n\r\n3\r\nabc\r\n0\r\n\r\n')).toBe(true);
    expect(received).not.toMatch(/x-sum|evil/i);
  });

  it('is forwarded without its chunk extensions', async () => {
    const reply = await post(
      'Transfer-Encoding: chunked\r\nConnection: close\r\n',
      '3;a=b;c="d"\r\nabc\r\n0\r\n\r\n',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.endsWith('\r\n\r\n3\r\nabc\r\n0\r\n\r\n')).toBe(true);
  });

  it('is decided on separately after another one was refused', async () => {
    const secret = await fixture.addService(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`,
    );
    const replies = await sendRaw(
      port,
      `POST ${path} HTTP/1.1\r\nHost: g\r\nContent-Length: 3\r\n\r\nabc` +
        `GET /ows/proxy/${secret.name}/hidden HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`,
    );
    expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
    expect(received).not.toContain('hidden');
  });
});
