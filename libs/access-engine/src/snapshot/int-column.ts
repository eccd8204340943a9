const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;
const SMALLEST_PAGE = 256;

/**
 * A growable column of 32-bit integers, all 0 at first. It grows by whole pages without copying, so that no single
 * change pays for the growth of a large table; only the first page starts small and doubles.
 */
export class IntColumn {
  private readonly pages: Int32Array[] = [];

  /** Ensures capacity for the indexes below `length`. */
  grow(length: number): void {
    const first = this.pages[0];
    if (first === undefined || first.length < Math.min(length, PAGE_SIZE)) {
      let size = first?.length ?? SMALLEST_PAGE;
      while (size < Math.min(length, PAGE_SIZE)) size *= 2;
      this.pages[0] = new Int32Array(size);
      if (first) this.pages[0].set(first);
    }
    while (this.pages.length * PAGE_SIZE < length) this.pages.push(new Int32Array(PAGE_SIZE));
  }

  // INVARIANT: callers stay below the length that they reserved, hence the non-null assertions.
  get(index: number): number {
    return this.pages[index >>> PAGE_BITS]![index & PAGE_MASK]!;
  }

  set(index: number, value: number): void {
    this.pages[index >>> PAGE_BITS]![index & PAGE_MASK] = value;
  }
}
