const PAGE_BITS = 10;
const PAGE_MASK = (1 << PAGE_BITS) - 1;

/** A set of ids: one bit for each id of the ranges of 1,024 in which there are some. */
export class IdSet {
  private readonly pages = new Map<number, Int32Array>();

  has(id: number): boolean {
    const at = id & PAGE_MASK;
    return ((this.pages.get(id >>> PAGE_BITS)?.[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  /** False if the set has the id already. */
  add(id: number): boolean {
    let page = this.pages.get(id >>> PAGE_BITS);
    if (!page) this.pages.set(id >>> PAGE_BITS, (page = new Int32Array(1 << (PAGE_BITS - 5))));
    const at = id & PAGE_MASK;
    const bit = 1 << (at & 31);
    if ((page[at >>> 5]! & bit) !== 0) return false;
    page[at >>> 5]! |= bit;
    return true;
  }
}
