const SMALLEST = 1024;
const LARGEST = 1024 * 1024;

/**
 * The bytes of a body as they come in. They are copied: a piece that was sent by itself, of a single byte perhaps, keeps all that
 * was read from the network with it. What is set aside is never more than twice what has come.
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
    const length = Math.min(Math.max(this.size, wanted, SMALLEST), LARGEST);
    this.block = Buffer.allocUnsafeSlow(length);
    this.used = 0;
  }
}
