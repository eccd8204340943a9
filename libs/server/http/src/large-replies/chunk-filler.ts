import type { TextWriter, Wait } from '@gatehouse/wire';

const encoder = new TextEncoder();

/** Fills chunks of bytes with the text of a writer. */
export class ChunkFiller {
  /** Text that has not been encoded yet. */
  private text = '';
  private wait: Wait | undefined;
  private isWritten = false;

  constructor(private readonly writer: TextWriter) {}

  /** Whether everything is in chunks. */
  get isDone(): boolean {
    return this.isWritten && this.text === '';
  }

  /** What the writer waits for, if it does; it must be over before the next chunk is filled. */
  takeWait(): Wait | undefined {
    const { wait } = this;
    this.wait = undefined;
    return wait;
  }

  /** Fills a chunk until it is full, the text ends or has to wait, or the time is over; returns the number of bytes. */
  fill(chunk: Uint8Array, isTimeOver: () => boolean): number {
    let length = 0;
    do {
      if (this.text === '' && !this.writeOn()) return length;
      const { read, written } = encoder.encodeInto(this.text, chunk.subarray(length));
      length += written;
      this.text = this.text.slice(read);
      if (this.text !== '') return length;
    } while (!isTimeOver());
    return length;
  }

  private writeOn(): boolean {
    if (this.wait !== undefined || this.isWritten) return false;
    const piece = this.writer.next();
    if (piece === undefined) this.isWritten = true;
    else if (typeof piece === 'function') this.wait = piece;
    else this.text = piece;
    return typeof piece === 'string';
  }
}
