import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** The error of a forwarded request whose client has disconnected. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client closed the connection');
  }
}

/**
 * The body of a forwarded request, with backpressure. A separate stream: the HTTP client destroys its input when the upstream
 * fails, but the incoming request must remain usable for the error reply.
 */
export class ForwardedBody extends Readable {
  private begun = false;
  private readonly accept = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.source.pause();
  };
  private readonly finish = (): void => void this.push(null);
  private readonly abandon = (): void => {
    if (!this.source.readableEnded) this.destroy(new ClientDisconnected());
  };

  /** `begin` is called before the first byte is read: a client may be waiting for `100 Continue`. */
  constructor(
    private readonly source: IncomingMessage,
    private readonly begin: () => unknown,
  ) {
    super();
  }

  override _read(): void {
    if (!this.begun) {
      this.begun = true;
      this.begin();
      this.source.on('data', this.accept).on('end', this.finish).on('close', this.abandon);
    }
    this.source.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.source.off('data', this.accept).off('end', this.finish).off('close', this.abandon);
    callback(error);
  }
}
