import { type Socket, connect } from 'node:net';

/** A client that reads the first part of a reply, and the rest when it is asked to. */
export class SlowReader {
  private text = '';
  private isOver = false;
  private error: string | undefined;
  private changed: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (data: string) => {
      this.text += data;
      this.changed();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code));
    socket.on('close', () => {
      this.isOver = true;
      this.changed();
    });
  }

  /** Sends a request and reads the head of the reply with some of its body. */
  static async open(
    url: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SlowReader> {
    const reader = new SlowReader(connect(Number(new URL(url).port), '127.0.0.1'));
    const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    reader.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await reader.until(() => reader.text.includes('\r\n\r\n') && reader.text.length > 2_000);
    reader.socket.pause();
    return reader;
  }

  get status(): number {
    return Number(this.text.slice(9, 12));
  }

  get head(): string {
    return this.text.slice(0, this.text.indexOf('\r\n\r\n'));
  }

  /** Reads some bytes more, if the connection is not closed before. */
  async some(bytes: number): Promise<void> {
    const length = this.text.length + bytes;
    this.socket.resume();
    await this.until(() => this.text.length >= length);
    this.socket.pause();
  }

  /** Reads until the connection is closed. */
  async rest(): Promise<{ readonly body: string; readonly isComplete: boolean; readonly error?: string }> {
    this.socket.resume();
    await this.until(() => this.isOver);
    const { body, isComplete } = dechunked(this.text.slice(this.head.length + 4));
    const text = Buffer.from(body, 'latin1').toString();
    return { body: text, isComplete, ...(this.error === undefined ? {} : { error: this.error }) };
  }

  close(): void {
    this.socket.destroy();
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.isOver) await new Promise<void>((resolve) => (this.changed = resolve));
  }
}

/** The content of chunks, and whether the last one is there. */
function dechunked(text: string): { body: string; isComplete: boolean } {
  const parts: string[] = [];
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at);
    const size = end < 0 ? NaN : Number.parseInt(text.slice(at, end), 16);
    if (size === 0) return { body: parts.join(''), isComplete: true };
    if (Number.isNaN(size) || text.length < end + 2 + size)
      return { body: parts.join(''), isComplete: false };
    parts.push(text.slice(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
