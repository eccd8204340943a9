/** A set of so many ids is a hash table; a larger one has one bit for each id of the ranges in which there are some. */
const MAX_HASHED = 4_096;
const PAGE_BITS = 10;
const PAGE_MASK = (1 << PAGE_BITS) - 1;

/** A set of ids, for few and for many of them. */
export class IdSet {
  private hashed: Set<number> | undefined = new Set();
  private readonly pages = new Map<number, Int32Array>();

  has(id: number): boolean {
    if (this.hashed) return this.hashed.has(id);
    const at = id & PAGE_MASK;
    return ((this.pages.get(id >>> PAGE_BITS)?.[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  /** False if the set has the id already. */
  add(id: number): boolean {
    if (!this.hashed) return this.addBit(id);
    if (this.hashed.has(id)) return false;
    this.hashed.add(id);
    if (this.hashed.size > MAX_HASHED) {
      for (const one of this.hashed) this.addBit(one);
      this.hashed = undefined;
    }
    return true;
  }

  private addBit(id: number): boolean {
    let page = this.pages.get(id >>> PAGE_BITS);
    if (!page) this.pages.set(id >>> PAGE_BITS, (page = new Int32Array(1 << (PAGE_BITS - 5))));
    const at = id & PAGE_MASK;
    const bit = 1 << (at & 31);
    if ((page[at >>> 5]! & bit) !== 0) return false;
    page[at >>> 5]! |= bit;
    return true;
  }
}
