const MIN_BYTES = 1024;
const MAX_BYTES = 1024 * 1024;

/**
 * The bytes of a body as they arrive. They are copied: even a chunk of a single byte would retain the whole network buffer
 * that it was read into. The allocated memory never exceeds twice the bytes received.
 */
export class CollectedBytes {
  private readonly full: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;
  size = 0;

  add(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      if (this.used === this.block.length) this.begin(chunk.length - from);
      const count = chunk.copy(this.block, this.used, from);
      this.used += count;
      from += count;
    }
    this.size += chunk.length;
  }

  whole(): Buffer {
    const last = this.block.subarray(0, this.used);
    return this.full.length === 0 ? last : Buffer.concat([...this.full, last], this.size);
  }

  private begin(wanted: number): void {
    if (this.used > 0) this.full.push(this.block);
    const length = Math.min(Math.max(this.size, wanted, MIN_BYTES), MAX_BYTES);
    this.block = Buffer.allocUnsafeSlow(length);
    this.used = 0;
  }
}
