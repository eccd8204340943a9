const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/**
 * A growable column of 32-bit integers, all 0 at first. It grows by whole pages and never copies, so that no single
 * change pays for the growth of a large table.
 */
export class IntColumn {
  private readonly pages: Int32Array[] = [];

  /** Makes room for the indexes below `length`. */
  grow(length: number): void {
    while (this.pages.length * PAGE_SIZE < length) this.pages.push(new Int32Array(PAGE_SIZE));
  }

  // INVARIANT: callers stay below the length they asked room for, hence the non-null assertions.
  get(index: number): number {
    return this.pages[index >>> PAGE_BITS]![index & PAGE_MASK]!;
  }

  set(index: number, value: number): void {
    this.pages[index >>> PAGE_BITS]![index & PAGE_MASK] = value;
  }
}
