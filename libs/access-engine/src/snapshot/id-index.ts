const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/** Ids fit PostgreSQL's `integer`. */
export const MAX_ID = 0x7fffffff;

/**
 * Finds the slot of an id. The store assigns ids in sequence, so a page per 4096 ids is mostly full and a lookup is one
 * read, without hashing.
 */
export class IdIndex {
  private readonly pages: (Int32Array | undefined)[] = [];

  /** The slot of `id`, or -1. */
  get(id: number): number {
    const page = this.pages[id >>> PAGE_BITS];
    // Anything that is not a valid id (a fraction, a negative, a huge number) must not find the slot of another.
    return page !== undefined && id === id >>> 0 ? page[id & PAGE_MASK]! - 1 : -1;
  }

  set(id: number, slot: number): void {
    const at = id >>> PAGE_BITS;
    const page = (this.pages[at] ??= new Int32Array(PAGE_SIZE));
    page[id & PAGE_MASK] = slot + 1;
  }

  delete(id: number): void {
    const page = this.pages[id >>> PAGE_BITS];
    if (page) page[id & PAGE_MASK] = 0;
  }
}
