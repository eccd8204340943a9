import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds that one side has to finish after the other one has ended. */
const LAST_WORDS_MS = 5_000;

/**
 * Relays bytes between two connections in both directions, with backpressure, until one of them ends or both are idle for too
 * long; then the other one is closed as well.
 */
export class Tunnel {
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  /** `closed` is called once when both are closed or closing. */
  constructor(
    private readonly client: Socket,
    private readonly upstream: Duplex,
    private readonly closed: () => void,
  ) {}

  /** `head` is what the client has already sent; `idleTimeout` is in milliseconds. */
  open(head: Buffer, idleTimeout: number): void {
    const { client, upstream } = this;
    if (client.destroyed || upstream.destroyed) {
      this.close();
      return;
    }
    // Traffic in either direction passes this socket.
    client.setTimeout(idleTimeout, () => this.close());
    client.setNoDelay(true);
    if (head.length > 0) client.unshift(head);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const side of [client, upstream]) {
      side.on('error', () => this.close());
      side.once('end', () => this.endSoon());
      side.once('close', () => this.endSoon());
    }
  }

  /** Destroys both connections. */
  close(): void {
    clearTimeout(this.timer);
    this.client.destroy();
    this.upstream.destroy();
    this.notify();
  }

  /** One side has ended; its data still has to reach the other side, which may send a final message. */
  private endSoon(): void {
    const { client, upstream } = this;
    if (client.destroyed && upstream.destroyed) {
      this.close();
      return;
    }
    for (const [side, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // A destroyed socket does not end the other one through the pipe.
      if (side.destroyed && !other.destroyed && !other.writableEnded) other.end();
    }
    this.timer ??= setTimeout(() => this.close(), LAST_WORDS_MS);
  }

  private notify(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed();
  }
}
