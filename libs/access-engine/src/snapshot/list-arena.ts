const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const OFFSET_MASK = PAGE_SIZE - 1;
const CLASS_BITS = 5;
const CLASS_MASK = (1 << CLASS_BITS) - 1;

/** The list without entries. */
export const EMPTY = 0;

/**
 * Many short ascending lists of distinct non-negative integers in a few large arrays: a list costs four bytes an entry
 * and nothing for the garbage collector to trace, and its entries lie side by side. A list is named by a reference
 * (an integer); operations that change it return its reference from then on, and the old one is void.
 *
 * A list is a block of 2^k integers: a head (length, k), then the entries. Blocks do not cross pages; a list too large
 * for a page gets one of its own.
 */
export class ListArena {
  private readonly pages: Int32Array[] = [new Int32Array(PAGE_SIZE)];
  private readonly free: number[][] = [];
  private fillPage = 0;
  // The very first integer stays unused: its reference means the empty list.
  private fillAt = 1;

  length(list: number): number {
    return list === EMPTY ? 0 : this.pages[list >>> PAGE_BITS]![list & OFFSET_MASK]! >>> CLASS_BITS;
  }

  /** The entry at `index`, which must be below the length. */
  at(list: number, index: number): number {
    return this.pages[list >>> PAGE_BITS]![(list & OFFSET_MASK) + 1 + index]!;
  }

  /** The index of the first entry that is not below `value`; the length when there is none. */
  lowerBound(list: number, value: number): number {
    if (list === EMPTY) return 0;
    const page = this.pages[list >>> PAGE_BITS]!;
    const head = list & OFFSET_MASK;
    const first = head + 1;
    let low = first;
    let high = first + (page[head]! >>> CLASS_BITS);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (page[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low - first;
  }

  /** The first entry that is not below `value`, or -1. */
  firstFrom(list: number, value: number): number {
    const index = this.lowerBound(list, value);
    return index < this.length(list) ? this.at(list, index) : -1;
  }

  has(list: number, value: number): boolean {
    return this.firstFrom(list, value) === value;
  }

  /** The entries, copied. */
  values(list: number): number[] {
    if (list === EMPTY) return [];
    const start = (list & OFFSET_MASK) + 1;
    return Array.from(this.pages[list >>> PAGE_BITS]!.subarray(start, start + this.length(list)));
  }

  /** A new list of ascending, distinct values. */
  create(ascending: ArrayLike<number>): number {
    const { length } = ascending;
    if (length === 0) return EMPTY;
    const list = this.allocate(classFor(length));
    this.pages[list >>> PAGE_BITS]!.set(ascending, (list & OFFSET_MASK) + 1);
    this.setLength(list, length);
    return list;
  }

  /** Adds a value that the list does not have. */
  insert(list: number, value: number): number {
    const length = this.length(list);
    const index = this.lowerBound(list, value);
    const target = this.withRoomFor(list, length + 1);
    const page = this.pages[target >>> PAGE_BITS]!;
    const at = (target & OFFSET_MASK) + 1 + index;
    page.copyWithin(at + 1, at, at + length - index);
    page[at] = value;
    this.setLength(target, length + 1);
    return target;
  }

  /** Takes away a value that the list has. */
  remove(list: number, value: number): number {
    const length = this.length(list);
    if (length === 1) return this.release(list);
    const index = this.lowerBound(list, value);
    const page = this.pages[list >>> PAGE_BITS]!;
    const at = (list & OFFSET_MASK) + 1 + index;
    page.copyWithin(at, at + 1, at + length - index);
    this.setLength(list, length - 1);
    return list;
  }

  /** Puts a value in the place of another with the same neighbours. */
  replace(list: number, value: number, replacement: number): void {
    this.pages[list >>> PAGE_BITS]![(list & OFFSET_MASK) + 1 + this.lowerBound(list, value)] = replacement;
  }

  /** Keeps only the entries that `keep` wants, in one pass however many go. */
  filter(list: number, keep: (value: number) => boolean): number {
    if (list === EMPTY) return EMPTY;
    const page = this.pages[list >>> PAGE_BITS]!;
    const start = (list & OFFSET_MASK) + 1;
    const end = start + this.length(list);
    let kept = start;
    for (let at = start; at < end; at++) {
      if (keep(page[at]!)) page[kept++] = page[at]!;
    }
    if (kept === start) return this.release(list);
    this.setLength(list, kept - start);
    return list;
  }

  /** Gives the room of a list back. */
  release(list: number): number {
    if (list !== EMPTY) (this.free[this.classOf(list)] ??= []).push(list);
    return EMPTY;
  }

  private classOf(list: number): number {
    return this.pages[list >>> PAGE_BITS]![list & OFFSET_MASK]! & CLASS_MASK;
  }

  private setLength(list: number, length: number): void {
    const page = this.pages[list >>> PAGE_BITS]!;
    page[list & OFFSET_MASK] = (length << CLASS_BITS) | (page[list & OFFSET_MASK]! & CLASS_MASK);
  }

  private withRoomFor(list: number, length: number): number {
    if (list === EMPTY) return this.allocate(classFor(length));
    if (length < 1 << this.classOf(list)) return list;
    const larger = this.allocate(classFor(length));
    const start = (list & OFFSET_MASK) + 1;
    const entries = this.pages[list >>> PAGE_BITS]!.subarray(start, start + this.length(list));
    this.pages[larger >>> PAGE_BITS]!.set(entries, (larger & OFFSET_MASK) + 1);
    this.release(list);
    return larger;
  }

  private allocate(sizeClass: number): number {
    const list = this.free[sizeClass]?.pop() ?? this.carve(sizeClass);
    this.pages[list >>> PAGE_BITS]![list & OFFSET_MASK] = sizeClass;
    return list;
  }

  private carve(sizeClass: number): number {
    const size = 1 << sizeClass;
    if (size > PAGE_SIZE) return this.addPage(size) << PAGE_BITS;
    if (this.fillAt + size > PAGE_SIZE) {
      this.freeRestOfPage();
      this.fillPage = this.addPage(PAGE_SIZE);
      this.fillAt = 0;
    }
    const list = (this.fillPage << PAGE_BITS) | this.fillAt;
    this.fillAt += size;
    return list;
  }

  private freeRestOfPage(): void {
    for (let sizeClass = PAGE_BITS - 1; sizeClass > 0; sizeClass--) {
      while (this.fillAt + (1 << sizeClass) <= PAGE_SIZE) {
        (this.free[sizeClass] ??= []).push((this.fillPage << PAGE_BITS) | this.fillAt);
        this.fillAt += 1 << sizeClass;
      }
    }
  }

  private addPage(size: number): number {
    return this.pages.push(new Int32Array(size)) - 1;
  }
}

/** The smallest k such that a block of 2^k integers holds a head and `length` entries. */
function classFor(length: number): number {
  return 32 - Math.clz32(length);
}
