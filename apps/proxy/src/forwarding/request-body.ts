import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Thrown into the forwarded request when its client is gone. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client closed the connection');
  }
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * The body of a request on its way to the upstream, at the pace of the slower side. A stream of its own: the client of the
 * upstream destroys what it was given when the upstream fails, and the request has to stay whole for the refusal.
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

  /** `begin` is called before the first byte is asked for: a client may be waiting for leave to send. */
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
