const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const FIRST_PAGE_SIZE = 1 << 10;
const OFFSET_MASK = PAGE_SIZE - 1;
const CLASS_BITS = 5;
const CLASS_MASK = (1 << CLASS_BITS) - 1;

/** The list without entries. */
export const EMPTY = 0;

/**
 * Many short ascending lists of distinct non-negative integers in a few large arrays: a list costs four bytes per entry,
 * has no objects for the garbage collector to trace, and its entries are contiguous. A list is identified by a reference
 * (an integer); operations that change it return its new reference and invalidate the old one.
 *
 * A list of one entry is that entry, complemented and so negative, in the reference itself, without memory or lookup.
 * A longer one is a block of 2^k integers: a head (length, k), then the entries. Blocks do not cross pages; a list too
 * large for a page has its own.
 */
export class ListArena {
  private readonly pages: Int32Array[] = [new Int32Array(FIRST_PAGE_SIZE)];
  private readonly free: number[][] = [];
  private fillPage = 0;
  // The first integer is unused: its reference means the empty list.
  private fillAt = 1;

  length(list: number): number {
    if (list <= EMPTY) return list === EMPTY ? 0 : 1;
    return this.pages[list >>> PAGE_BITS]![list & OFFSET_MASK]! >>> CLASS_BITS;
  }

  /** The entry at `index`, which must be below the length. */
  at(list: number, index: number): number {
    return list < EMPTY ? ~list : this.pages[list >>> PAGE_BITS]![(list & OFFSET_MASK) + 1 + index]!;
  }

  /** The first entry that is not below `value`, or -1. */
  firstFrom(list: number, value: number): number {
    if (list <= EMPTY) return list < EMPTY && ~list >= value ? ~list : -1;
    const page = this.pages[list >>> PAGE_BITS]!;
    const head = list & OFFSET_MASK;
    const length = page[head]! >>> CLASS_BITS;
    const at = search(page, head + 1, length, value);
    return at - head > length ? -1 : page[at]!;
  }

  /** The index of the first entry that is not below `value`; the length when there is none. */
  lowerBound(list: number, value: number): number {
    if (list <= EMPTY) return list < EMPTY && ~list < value ? 1 : 0;
    const head = list & OFFSET_MASK;
    return search(this.pages[list >>> PAGE_BITS]!, head + 1, this.length(list), value) - head - 1;
  }

  has(list: number, value: number): boolean {
    return this.firstFrom(list, value) === value;
  }

  /** A copy of the entries. */
  values(list: number): number[] {
    if (list <= EMPTY) return list === EMPTY ? [] : [~list];
    return Array.from(this.entries(list));
  }

  /** The same in one block of memory, for long lists. */
  copy(list: number): Int32Array {
    return list <= EMPTY ? Int32Array.from(this.values(list)) : this.entries(list).slice();
  }

  /** Creates a list of ascending, distinct values. */
  create(ascending: ArrayLike<number>): number {
    const { length } = ascending;
    if (length <= 1) return length === 0 ? EMPTY : ~ascending[0]!;
    const list = this.allocate(classFor(length));
    this.pages[list >>> PAGE_BITS]!.set(ascending, (list & OFFSET_MASK) + 1);
    this.setLength(list, length);
    return list;
  }

  /** Adds a value that the list does not have. */
  insert(list: number, value: number): number {
    if (list === EMPTY) return ~value;
    if (list < EMPTY) return this.create(~list < value ? [~list, value] : [value, ~list]);
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

  /** Adds ascending values that the list does not have, in one pass from the end to the first of them. */
  addAll(list: number, ascending: ArrayLike<number>): number {
    if (ascending.length === 0) return list;
    if (ascending.length === 1) return this.insert(list, ascending[0]!);
    if (list <= EMPTY) return this.create([...this.values(list), ...Array.from(ascending)].sort(byValue));
    const length = this.length(list);
    const target = this.withRoomFor(list, length + ascending.length);
    const page = this.pages[target >>> PAGE_BITS]!;
    const start = (target & OFFSET_MASK) + 1;
    let from = start + length - 1;
    let to = from + ascending.length;
    for (let next = ascending.length - 1; next >= 0;) {
      if (from >= start && page[from]! > ascending[next]!) page[to--] = page[from--]!;
      else page[to--] = ascending[next--]!;
    }
    this.setLength(target, length + ascending.length);
    return target;
  }

  /** Removes a value that the list has. */
  remove(list: number, value: number): number {
    if (list < EMPTY) return EMPTY;
    const length = this.length(list);
    const index = this.lowerBound(list, value);
    const page = this.pages[list >>> PAGE_BITS]!;
    const at = (list & OFFSET_MASK) + 1 + index;
    page.copyWithin(at, at + 1, at + length - index);
    return this.shorten(list, length - 1);
  }

  /** Removes ascending values that the list has, in one pass from the first of them on. */
  removeAll(list: number, ascending: ArrayLike<number>): number {
    if (ascending.length === 0) return list;
    if (ascending.length === 1) return this.remove(list, ascending[0]!);
    if (list < EMPTY) return EMPTY;
    const length = this.length(list);
    const page = this.pages[list >>> PAGE_BITS]!;
    const start = (list & OFFSET_MASK) + 1;
    let next = 0;
    let to = start + this.lowerBound(list, ascending[0]!);
    for (let from = to; from < start + length; from++) {
      if (next < ascending.length && page[from] === ascending[next]) next++;
      else page[to++] = page[from]!;
    }
    return this.shorten(list, to - start);
  }

  /** The list without its last `count` entries, which are returned; all of them if it has fewer. */
  takeLast(list: number, count: number): { readonly taken: Int32Array; readonly left: number } {
    const length = this.length(list);
    const kept = Math.max(0, length - count);
    if (list <= EMPTY) {
      return kept === length
        ? { taken: new Int32Array(0), left: list }
        : { taken: this.copy(list), left: EMPTY };
    }
    const taken = this.entries(list).slice(kept);
    return { taken, left: kept === length ? list : this.shorten(list, kept) };
  }

  /** Replaces a value by one with the same neighbours. */
  replace(list: number, value: number, replacement: number): number {
    if (list < EMPTY) return ~replacement;
    this.pages[list >>> PAGE_BITS]![(list & OFFSET_MASK) + 1 + this.lowerBound(list, value)] = replacement;
    return list;
  }

  /** Releases the memory of a list. */
  release(list: number): number {
    if (list > EMPTY) (this.free[this.classOf(list)] ??= []).push(list);
    return EMPTY;
  }

  private entries(list: number): Int32Array {
    const start = (list & OFFSET_MASK) + 1;
    return this.pages[list >>> PAGE_BITS]!.subarray(start, start + this.length(list));
  }

  private classOf(list: number): number {
    return this.pages[list >>> PAGE_BITS]![list & OFFSET_MASK]! & CLASS_MASK;
  }

  private setLength(list: number, length: number): void {
    const page = this.pages[list >>> PAGE_BITS]!;
    page[list & OFFSET_MASK] = (length << CLASS_BITS) | (page[list & OFFSET_MASK]! & CLASS_MASK);
  }

  private shorten(list: number, length: number): number {
    if (length > 1) {
      this.setLength(list, length);
      return list;
    }
    const left = length === 0 ? EMPTY : ~this.at(list, 0);
    this.release(list);
    return left;
  }

  private withRoomFor(list: number, length: number): number {
    if (length < 1 << this.classOf(list)) return list;
    const larger = this.allocate(classFor(length));
    this.pages[larger >>> PAGE_BITS]!.set(this.entries(list), (larger & OFFSET_MASK) + 1);
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
    if (this.fillAt + size > this.pages[this.fillPage]!.length) {
      this.freeRestOfPage();
      this.fillPage = this.addPage(PAGE_SIZE);
      this.fillAt = 0;
    }
    const list = (this.fillPage << PAGE_BITS) | this.fillAt;
    this.fillAt += size;
    return list;
  }

  private freeRestOfPage(): void {
    const end = this.pages[this.fillPage]!.length;
    for (let sizeClass = PAGE_BITS - 1; sizeClass > 0; sizeClass--) {
      while (this.fillAt + (1 << sizeClass) <= end) {
        (this.free[sizeClass] ??= []).push((this.fillPage << PAGE_BITS) | this.fillAt);
        this.fillAt += 1 << sizeClass;
      }
    }
  }

  private addPage(size: number): number {
    return this.pages.push(new Int32Array(size)) - 1;
  }
}

function byValue(one: number, other: number): number {
  return one - other;
}

/**
 * The position of the first of `length` ascending integers from `start` that is not below `value`. A binary search without
 * branches, which a processor would mispredict half of the time: all integers are non-negative, so the sign of a
 * difference, spread over the word, keeps or drops the step.
 */
function search(page: Int32Array, start: number, length: number, value: number): number {
  let at = start;
  let left = length;
  while (left > 1) {
    const half = left >>> 1;
    at += half & ((page[at + half - 1]! - value) >> 31);
    left -= half;
  }
  return at + ((page[at]! - value) >>> 31);
}

/** The smallest k such that a block of 2^k integers holds a head and `length` entries. */
function classFor(length: number): number {
  return 32 - Math.clz32(length);
}
