/** A set of slots: small ones as a `Set`, larger ones as bits. Its memory is proportional to what was added. */
export class UserSet {
  private few: Set<number> | undefined = new Set();
  private bits: Uint8Array | undefined;
  private count = 0;

  /** `slots` are the possible members. */
  constructor(private readonly slots: number) {}

  get size(): number {
    return this.few?.size ?? this.count;
  }

  has(slot: number): boolean {
    return this.few?.has(slot) ?? ((this.bits![slot >>> 3]! >>> (slot & 7)) & 1) === 1;
  }

  add(slot: number): void {
    if (this.few) {
      this.few.add(slot);
      if (this.few.size > 64 && this.few.size > this.slots / 256) this.toBits(this.few);
      return;
    }
    const byte = this.bits![slot >>> 3]!;
    const bit = 1 << (slot & 7);
    if ((byte & bit) !== 0) return;
    this.bits![slot >>> 3] = byte | bit;
    this.count += 1;
  }

  delete(slot: number): void {
    if (this.few) {
      this.few.delete(slot);
      return;
    }
    const byte = this.bits![slot >>> 3]!;
    const bit = 1 << (slot & 7);
    if ((byte & bit) === 0) return;
    this.bits![slot >>> 3] = byte & ~bit;
    this.count -= 1;
  }

  *[Symbol.iterator](): Generator<number, void, undefined> {
    if (this.few) {
      yield* this.few;
      return;
    }
    for (let slot = 0; slot < this.slots; slot++) if (this.has(slot)) yield slot;
  }

  private toBits(few: ReadonlySet<number>): void {
    this.few = undefined;
    this.bits = new Uint8Array((this.slots + 7) >>> 3);
    for (const slot of few) this.add(slot);
  }
}

/**
 * The users of a row: single ones, or all that are compared but some exceptions. "All but" is how the members of the anonymous
 * group are counted, without visiting each.
 */
export class RowUsers {
  private readonly single: UserSet;
  private exceptions: UserSet | undefined;
  /** How much of the log of users without assignments was taken into account. */
  private seen = 0;

  constructor(private readonly slots: number) {
    this.single = new UserSet(slots);
  }

  add(user: number): void {
    if (this.exceptions) this.exceptions.delete(user);
    else this.single.add(user);
  }

  /**
   * Adds all users whom nothing but the anonymous group concerns now. `isTracked` tells the others; `released` has those who were
   * among these and may not be any more, in order.
   */
  addOthers(isTracked: (user: number) => boolean, released: readonly number[], isCompared: Uint8Array): void {
    if (this.exceptions) {
      for (; this.seen < released.length; this.seen++) {
        const user = released[this.seen]!;
        if (!isTracked(user)) this.exceptions.delete(user);
      }
      return;
    }
    this.exceptions = new UserSet(this.slots);
    this.seen = released.length;
    for (let user = 0; user < this.slots; user++)
      if (isCompared[user] === 1 && isTracked(user) && !this.single.has(user)) this.exceptions.add(user);
  }

  /** `compared` is the number of all users that are compared. */
  count(compared: number): number {
    return this.exceptions ? compared - this.exceptions.size : this.single.size;
  }

  /** The users; undefined if they are all but `exceptUsers`. */
  get only(): UserSet | undefined {
    return this.exceptions ? undefined : this.single;
  }

  get except(): UserSet | undefined {
    return this.exceptions;
  }
}
