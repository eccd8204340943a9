import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';

/** A request as an upstream has read it from its connection, nothing decoded. */
export interface WireRequest {
  /** `GET /a?b HTTP/1.1`, one character a byte. */
  readonly line: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without its transfer encoding. */
  readonly body: Buffer;
}

/**
 * A service on a bare socket that reads requests itself, strictly by RFC 9112: what Node's own server would correct,
 * join or drop is passed to tests as received. Answers every request with 200.
 */
export interface WireUpstream {
  readonly url: string;
  readonly received: WireRequest[];
  /** Received bytes that are not a request, or whose end is ambiguous; their connection is closed. */
  readonly broken: string[];
  close(): Promise<void>;
}

const REPLY = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
/** To HEAD. */
const HEAD_REPLY = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n';

export async function startWireUpstream(): Promise<WireUpstream> {
  const received: WireRequest[] = [];
  const broken: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let held: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      try {
        for (let read = readRequest(held); read; read = readRequest(held)) {
          received.push(read.request);
          socket.write(read.request.line.startsWith('HEAD ') ? HEAD_REPLY : REPLY);
          held = held.subarray(read.length);
        }
      } catch (error) {
        broken.push(`${String(error)}: ${JSON.stringify(held.toString('latin1').slice(0, 500))}`);
        socket.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    broken,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [\x21-\x7e]+ HTTP\/1\.1$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/s;

/** The first request in some bytes, and its length; undefined until it is complete. */
function readRequest(bytes: Buffer): { readonly request: WireRequest; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  if (!LINE.test(line)) throw new Error('not a request line');
  const headers = fields.map((field) => {
    const [, name, value = ''] = FIELD.exec(field) ?? [];
    if (name === undefined || /[\r\n\0]/.test(value)) throw new Error('not a header');
    return [name, value] as const;
  });
  const body = readBody(headers, bytes.subarray(end + 4));
  return body && { request: { line, headers, body: body.content }, length: end + 4 + body.length };
}

interface ReadBody {
  readonly content: Buffer;
  readonly length: number;
}

function readBody(headers: WireRequest['headers'], rest: Buffer): ReadBody | undefined {
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')];
  if (lengths.length + codings.length > 1) throw new Error('ends in more than one way');
  if (codings.length > 0) {
    if (codings[0]?.toLowerCase() !== 'chunked') throw new Error('in an unknown coding');
    return readChunks(rest);
  }
  const [length = '0'] = lengths;
  if (!/^\d{1,12}$/.test(length)) throw new Error('of no length');
  const size = Number(length);
  return rest.length < size ? undefined : { content: rest.subarray(0, size), length: size };
}

function readChunks(rest: Buffer): ReadBody | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const digits = rest.toString('latin1', at, end);
    if (!/^[0-9a-f]{1,8}$/i.test(digits)) throw new Error('not a chunk');
    const size = Number.parseInt(digits, 16);
    const after = end + 2 + size;
    if (rest.length < after + 2) return undefined;
    if (rest.toString('latin1', after, after + 2) !== '\r\n') throw new Error('not the end of a chunk');
    if (size === 0) return { content: Buffer.concat(chunks), length: after + 2 };
    chunks.push(rest.subarray(end + 2, after));
    at = after + 2;
  }
}
