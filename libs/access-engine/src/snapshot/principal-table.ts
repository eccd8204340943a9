import { reasonOf } from '../resolve';
import type { Decision } from '../resolve';
import { IdIndex } from './id-index';
import { IntColumn } from './int-column';

/** The fields of a principal that a decision reads are contiguous. */
const STRIDE = 8;
const LINKS = 0;
const ASSIGNMENTS = 1;
const LINK_FILTER = 2;
const ASSIGNMENT_FILTER = 4;
const LINK_STAMP = 6;

/** A user or a group in the compiled index. */
export class PrincipalEntry {
  private decisions: readonly [allow: Decision, deny: Decision] | undefined;

  constructor(
    readonly kind: 'user' | 'group',
    readonly slot: number,
    readonly id: number,
    private currentName: string,
    private readonly hot: IntColumn,
  ) {}

  get name(): string {
    return this.currentName;
  }

  rename(name: string): void {
    this.currentName = name;
    this.decisions = undefined;
  }

  /** A list of slots: the groups of a user, the members of a group. */
  get links(): number {
    return this.hot.get(this.slot * STRIDE + LINKS);
  }

  set links(list: number) {
    this.hot.set(this.slot * STRIDE + LINKS, list);
  }

  /** A list of assignment integers: the assignments of this principal. */
  get assignments(): number {
    return this.hot.get(this.slot * STRIDE + ASSIGNMENTS);
  }

  set assignments(list: number) {
    this.hot.set(this.slot * STRIDE + ASSIGNMENTS, list);
  }

  /** The decision of an assignment of this principal; the same object each time, so that decisions allocate no memory. */
  decision(denial: boolean): Decision {
    if (!this.decisions) {
      const reason = reasonOf(this);
      this.decisions = [
        Object.freeze({ access: 'allow', reason }),
        Object.freeze({ access: 'deny', reason }),
      ];
    }
    return denial ? this.decisions[1] : this.decisions[0];
  }
}

/** All users, or all groups, by slot. */
export class PrincipalTable {
  private readonly ids = new IdIndex();
  private readonly hot = new IntColumn();
  private readonly entries: (PrincipalEntry | undefined)[] = [];
  private readonly byKey = new Map<string, PrincipalEntry>();
  private readonly freeSlots: number[] = [];
  private lastStamp = 0;

  /** `keyOf` defines which names are equal: those of users ignore case, those of groups do not. */
  constructor(
    private readonly kind: 'user' | 'group',
    private readonly keyOf: (name: string) => string,
  ) {}

  /** The slot of an id, or -1. */
  slotOf(id: number): number {
    return this.ids.get(id);
  }

  links(slot: number): number {
    return this.hot.get(slot * STRIDE + LINKS);
  }

  assignments(slot: number): number {
    return this.hot.get(slot * STRIDE + ASSIGNMENTS);
  }

  /**
   * Whether the principal may be linked to a slot. "No" is certain and avoids reading its list, which would most often be
   * in main memory.
   */
  mayBeLinkedTo(slot: number, other: number): boolean {
    return this.inFilter(slot * STRIDE + LINK_FILTER, other);
  }

  noteLink(slot: number, other: number): void {
    this.addToFilter(slot * STRIDE + LINK_FILTER, other);
  }

  /** Whether the principal may have an assignment on a resource; "no" is certain. */
  mayHaveAssignmentOn(slot: number, node: number): boolean {
    return this.inFilter(slot * STRIDE + ASSIGNMENT_FILTER, node);
  }

  noteAssignmentOn(slot: number, node: number): void {
    this.addToFilter(slot * STRIDE + ASSIGNMENT_FILTER, node);
  }

  /** A number that changes with the links of the principal in a slot, and when another principal takes over the slot. */
  linkStamp(slot: number): number {
    return this.hot.get(slot * STRIDE + LINK_STAMP);
  }

  stampLinks(slot: number): void {
    this.hot.set(slot * STRIDE + LINK_STAMP, ++this.lastStamp);
  }

  /** Resets both filters; each link and each assignment must be noted again. */
  clearFilters(slot: number): void {
    for (let word = LINK_FILTER; word < ASSIGNMENT_FILTER + 2; word++) this.hot.set(slot * STRIDE + word, 0);
  }

  get(id: number): PrincipalEntry | undefined {
    const slot = this.ids.get(id);
    return slot < 0 ? undefined : this.entries[slot];
  }

  /** The principal in a slot that is not one of a deleted principal. */
  at(slot: number): PrincipalEntry {
    return this.entries[slot]!;
  }

  /** Whether a slot in a list is that of a principal that exists: a deleted one stays in lists until `Removals` has removed it. */
  isLive(slot: number): boolean {
    return this.entries[slot] !== undefined;
  }

  /** The principals in some slots, without deleted ones. */
  liveAt(slots: Iterable<number>): PrincipalEntry[] {
    const found: PrincipalEntry[] = [];
    for (const slot of slots) {
      const entry = this.entries[slot];
      if (entry) found.push(entry);
    }
    return found;
  }

  byName(name: string): PrincipalEntry | undefined {
    return this.byKey.get(this.keyOf(name));
  }

  /** The number of slots in use or ever used. */
  get slots(): number {
    return this.entries.length;
  }

  *[Symbol.iterator](): Iterator<PrincipalEntry> {
    for (const entry of this.entries) if (entry) yield entry;
  }

  add(id: number, name: string): PrincipalEntry {
    const slot = this.freeSlots.pop() ?? this.entries.length;
    this.hot.grow((slot + 1) * STRIDE);
    const entry = new PrincipalEntry(this.kind, slot, id, name, this.hot);
    this.entries[slot] = entry;
    this.stampLinks(slot);
    this.ids.set(id, slot);
    this.byKey.set(this.keyOf(name), entry);
    return entry;
  }

  rename(entry: PrincipalEntry, name: string): void {
    this.forgetName(entry);
    entry.rename(name);
    this.byKey.set(this.keyOf(name), entry);
  }

  /** Look-ups no longer find the principal. Its slot is not reused before `recycle`. */
  detach(entry: PrincipalEntry): void {
    this.forgetName(entry);
    this.ids.delete(entry.id);
    this.entries[entry.slot] = undefined;
  }

  /** Makes the slots of detached principals reusable, which are in no list any more. */
  recycle(slots: Iterable<number>): void {
    for (const slot of slots) {
      this.clearFilters(slot);
      this.freeSlots.push(slot);
    }
  }

  // Shifts count modulo 32: the lowest six bits of a slot choose one of two words and a bit in it.
  private inFilter(words: number, slot: number): boolean {
    return ((this.hot.get(words + ((slot >>> 5) & 1)) >>> slot) & 1) !== 0;
  }

  private addToFilter(words: number, slot: number): void {
    const word = words + ((slot >>> 5) & 1);
    this.hot.set(word, this.hot.get(word) | (1 << slot));
  }

  /** Within one change another principal may already have taken over the name. */
  private forgetName(entry: PrincipalEntry): void {
    const key = this.keyOf(entry.name);
    if (this.byKey.get(key) === entry) this.byKey.delete(key);
  }
}
