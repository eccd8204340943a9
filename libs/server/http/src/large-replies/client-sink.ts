import type { ServerResponse } from 'node:http';
import type { LargeReplyLimits } from './limits';

/** What of a response the sink uses. */
export type SinkResponse = Pick<ServerResponse, 'write' | 'once' | 'off' | 'destroyed'> & {
  readonly socket: object | null;
};

/**
 * The client of a large reply. A fixed number of chunks is all that waits for it; each is filled again when the connection has
 * accepted it.
 */
export class ClientSink {
  private readonly free: Uint8Array<ArrayBuffer>[];
  private readonly onClose = (): void => this.end('closed');
  private ended: 'closed' | 'stalled' | undefined;
  private wake: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: SinkResponse,
    private readonly limits: Pick<LargeReplyLimits, 'chunkBytes' | 'waitingChunks' | 'stallMs'>,
  ) {
    const { chunkBytes, waitingChunks } = limits;
    this.free = Array.from({ length: waitingChunks }, () => new Uint8Array(chunkBytes));
    response.once('close', this.onClose);
    if (response.destroyed) this.ended = 'closed';
  }

  /** Why the client receives no more: it has closed the connection, or has accepted nothing for too long. */
  get outcome(): 'closed' | 'stalled' | undefined {
    return this.ended;
  }

  /** A chunk to fill; undefined while all wait for the client. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    return this.free.pop();
  }

  /** Sends the first bytes of a chunk that was taken, or gives it back if there are none. */
  send(chunk: Uint8Array<ArrayBuffer>, length: number): void {
    if (length === 0) {
      this.free.push(chunk);
      return;
    }
    this.response.write(chunk.subarray(0, length), () => {
      this.free.push(chunk);
      this.wake?.();
    });
  }

  /** Waits until a chunk can be taken; false if the client receives no more. */
  hasRoom(): Promise<boolean> {
    return this.until(1);
  }

  /** Waits until the connection has accepted all that was sent; false if the client receives no more. */
  isFlushed(): Promise<boolean> {
    return this.until(this.limits.waitingChunks);
  }

  close(): void {
    clearTimeout(this.timer);
    this.response.off('close', this.onClose);
  }

  private async until(chunks: number): Promise<boolean> {
    while (this.free.length < chunks && this.ended === undefined) {
      this.watch();
      await new Promise<void>((resolve) => (this.wake = resolve));
      clearTimeout(this.timer);
    }
    return this.ended === undefined;
  }

  private watch(): void {
    this.timer = setTimeout(() => {
      // The reply waits for earlier ones on its connection, not for its client.
      if (this.response.socket === null) this.watch();
      else this.end('stalled');
    }, this.limits.stallMs);
  }

  private end(reason: 'closed' | 'stalled'): void {
    this.ended ??= reason;
    this.wake?.();
  }
}
