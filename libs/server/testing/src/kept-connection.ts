import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

export interface KeptReply {
  readonly status: number;
  /** Head of the reply in lower case, lines separated by CR LF. */
  readonly head: string;
  readonly text: string;
}

/** One connection to a server over which requests go one after the other; never replaced by another one. */
export class KeptConnection {
  private received = '';
  private wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      this.received += chunk;
      this.wake();
    });
    for (const event of ['end', 'close', 'error']) socket.on(event, () => this.wake());
  }

  static async open(port: number): Promise<KeptConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  /** Sends a head, with `headers` such as `Accept: image/png`, and reads the reply by the length that it declares. */
  async send(method: string, path: string, ...headers: string[]): Promise<KeptReply> {
    this.socket.write([`${method} ${path} HTTP/1.1`, 'Host: gate', ...headers, '', ''].join('\r\n'));
    for (;;) {
      const reply = this.take(method === 'HEAD');
      if (reply) return reply;
      if (this.socket.destroyed || this.socket.readableEnded) {
        throw new Error(`the connection was closed before the reply to ${method} ${path}`);
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private take(isHead: boolean): KeptReply | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const head = this.received.slice(0, end + 2).toLowerCase();
    const begin = end + 4;
    const length = isHead ? 0 : Number(/\r\ncontent-length: (\d+)\r\n/.exec(head)?.[1] ?? 0);
    if (this.received.length < begin + length) return undefined;
    const text = this.received.slice(begin, begin + length);
    this.received = this.received.slice(begin + length);
    return { status: Number(head.split(' ')[1]), head, text };
  }
}
