import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { coalesceWrites, inOnePiece } from './coalesced-writes';

const bytesOf = (chunk: Buffer | string, encoding: BufferEncoding) =>
  typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;

describe('coalesced chunks', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => ({
      chunk: Buffer.from(bytes),
      encoding: 'buffer' as BufferEncoding,
    })),
    fc.record({
      chunk: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      encoding: fc.constantFrom<BufferEncoding>('latin1', 'utf8'),
    }),
  );

  it('contain the same bytes', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const whole = inOnePiece(pieces);
        const sent = Buffer.concat(pieces.map(({ chunk, encoding }) => bytesOf(chunk, encoding)));
        return whole === undefined || bytesOf(whole.chunk, whole.encoding).equals(sent);
      }),
    );
  });

  it('are one chunk for headers, a body and the end', () => {
    const pieces = [
      { chunk: 'HTTP/1.1 200 OK\r\n\r\n', encoding: 'latin1' as const },
      { chunk: Buffer.from('{"a":"é"}'), encoding: 'buffer' as BufferEncoding },
      { chunk: '', encoding: 'latin1' as const },
    ];
    expect(inOnePiece(pieces)?.encoding).toBe('latin1');
  });

  it('are not merged when they are large', () => {
    const encoding = 'buffer' as BufferEncoding;
    expect(inOnePiece([{ chunk: Buffer.alloc(20_000), encoding }])).toBeUndefined();
    expect(inOnePiece(Array.from({ length: 3 }, () => ({ chunk: Buffer.alloc(6_000), encoding })))).toBe(
      undefined,
    );
  });
});

describe('a server with coalesced writes', () => {
  let server: Server;
  let port: number;
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      response.writeHead(200, ['X-Path', incoming.url ?? '']);
      if (incoming.url === '/hung-up') {
        incoming.socket.destroy();
        response.on('error', () => undefined);
      }
      response.write(body);
      response.end('é');
    });
    coalesceWrites(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  it('sends the same as an ordinary server', async () => {
    const [response] = (await once(request({ port, path: '/a' }).end(), 'response')) as [IncomingMessage];
    expect(response.headers['x-path']).toBe('/a');
    expect(await buffer(response)).toEqual(Buffer.concat([body, Buffer.from('é')]));
  });

  it('answers pipelined requests in their order', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect((await text(socket)).match(/X-Path: \S+/g)).toEqual(['X-Path: /1', 'X-Path: /2']);
  });

  it('keeps running when a client has disconnected', async () => {
    await once(request({ port, path: '/hung-up' }).end(), 'error');
    const [response] = (await once(request({ port, path: '/b' }).end(), 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
  });
});
