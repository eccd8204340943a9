import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds that one side has for its last words when the other one has ended. */
const LAST_WORDS = 5_000;

/**
 * Two connections that speak a protocol of their own through us: what comes from one goes to the other, at the pace of the
 * slower side, until one of them ends or both are silent for too long; then the other one ends as well.
 */
export class Tunnel {
  private isClosed = false;
  private timer: NodeJS.Timeout | undefined;

  /** `closed` is called once when both are gone or about to be. */
  constructor(
    private readonly client: Socket,
    private readonly upstream: Duplex,
    private readonly closed: () => void,
  ) {}

  /** `head` is what the client has sent already; `idleTimeout` is in milliseconds. */
  open(head: Buffer, idleTimeout: number): void {
    const { client, upstream } = this;
    if (client.destroyed || upstream.destroyed) {
      this.close();
      return;
    }
    // What passes in either direction passes this socket.
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

  /** Breaks both connections off. */
  close(): void {
    clearTimeout(this.timer);
    this.client.destroy();
    this.upstream.destroy();
    this.tell();
  }

  /** One side has said all; what it said still has to reach the other one, who may have a last word. */
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
      // A side that was destroyed has not ended the other one by its pipe.
      if (side.destroyed && !other.destroyed && !other.writableEnded) other.end();
    }
    this.timer ??= setTimeout(() => this.close(), LAST_WORDS);
  }

  private tell(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.closed();
  }
}
