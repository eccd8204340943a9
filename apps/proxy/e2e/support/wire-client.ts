import { type Socket, connect } from 'node:net';

export interface WireReply {
  /** 0 when the connection ended without a reply, or timed out. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A message to send: a target of any bytes, and a body with its length. */
export interface WireMessage {
  readonly method: string;
  /** As sent, one character a byte. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
}

const NOTHING: WireReply = { status: 0, headers: new Map(), text: '' };

/** A message as bytes; the length of a body is sent unless a header defines its end. */
function bytesOf({ method, target, headers = [], body }: WireMessage): Buffer {
  const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: gate',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || isFramed ? [] : [`Content-Length: ${body.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** Sends bytes that no HTTP client would send, one message after the other on a connection that is kept alive where possible. */
export class WireClient {
  private socket: Socket | undefined;
  private held: Buffer = Buffer.alloc(0);
  private wake: () => void = () => undefined;

  /** `patience`: timeout for a reply in milliseconds. */
  constructor(
    private readonly port: number,
    private readonly timeoutMs = 10_000,
  ) {}

  async send(message: WireMessage): Promise<WireReply> {
    const isFresh = this.socket === undefined;
    const reply = await this.exchange(bytesOf(message), message.method === 'HEAD');
    // A kept connection may have been closed at the moment of its reuse.
    return reply.status === 0 && !isFresh
      ? this.exchange(bytesOf(message), message.method === 'HEAD')
      : reply;
  }

  /** Bytes received in addition to the expected replies: their sender has read a request that was not sent. */
  get surplus(): number {
    return this.held.length;
  }

  close(): void {
    this.socket?.destroy();
    this.socket = undefined;
    this.held = Buffer.alloc(0);
  }

  private async exchange(bytes: Buffer, isHead: boolean): Promise<WireReply> {
    const socket = this.open();
    socket.write(bytes);
    for (;;) {
      const read = readReply(this.held, isHead);
      if (read) {
        this.held = this.held.subarray(read.length);
        if (read.reply.status < 200) continue;
        if (/close/i.test(read.reply.headers.get('connection') ?? '')) this.close();
        return read.reply;
      }
      if (socket.destroyed || this.socket !== socket) {
        this.close();
        return NOTHING;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private open(): Socket {
    if (this.socket && !this.socket.destroyed) return this.socket;
    this.close();
    const socket = connect(this.port, '127.0.0.1');
    socket.setNoDelay().setTimeout(this.timeoutMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      this.held = Buffer.concat([this.held, chunk]);
      this.wake();
    });
    socket.on('error', () => undefined).on('end', () => socket.destroy());
    socket.on('close', () => this.wake());
    this.socket = socket;
    return socket;
  }
}

function readReply(bytes: Buffer, isHead: boolean): { reply: WireReply; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()] as const;
    }),
  );
  const status = Number(line.split(' ')[1]);
  const isBare = isHead || status < 200 || status === 204 || status === 304;
  const size = isBare ? 0 : Number(headers.get('content-length') ?? 0);
  const begin = end + 4;
  if (bytes.length < begin + size) return undefined;
  return {
    reply: { status, headers, text: bytes.toString('utf8', begin, begin + size) },
    length: begin + size,
  };
}
