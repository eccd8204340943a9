import { reasonOf } from '../resolve';
import type { Decision } from '../resolve';
import { IdIndex } from './id-index';
import { IntColumn } from './int-column';

/** What a decision reads of a holder lies side by side. */
const STRIDE = 8;
const LINKS = 0;
const RULES = 1;
const LINK_FILTER = 2;
const RULE_FILTER = 4;
const LINK_STAMP = 6;

/** A user or a group as the compiled index keeps it. */
export class HolderEntry {
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

  /** A list of rule integers: where this holder's rules stand. */
  get rules(): number {
    return this.hot.get(this.slot * STRIDE + RULES);
  }

  set rules(list: number) {
    this.hot.set(this.slot * STRIDE + RULES, list);
  }

  /** The decision of a rule of this holder; the same object each time, so that deciding allocates nothing. */
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
export class HolderTable {
  private readonly ids = new IdIndex();
  private readonly hot = new IntColumn();
  private readonly entries: (HolderEntry | undefined)[] = [];
  private readonly byKey = new Map<string, HolderEntry>();
  private readonly freeSlots: number[] = [];
  private lastStamp = 0;

  /** `keyOf` tells which names are the same: users are found without regard to case, groups are not. */
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

  rules(slot: number): number {
    return this.hot.get(slot * STRIDE + RULES);
  }

  /**
   * Whether the holder may be linked to a slot. "No" is certain and spares the look into its list, which most often
   * would have to come from main memory.
   */
  mayBeLinkedTo(slot: number, other: number): boolean {
    return this.inFilter(slot * STRIDE + LINK_FILTER, other);
  }

  noteLink(slot: number, other: number): void {
    this.addToFilter(slot * STRIDE + LINK_FILTER, other);
  }

  /** Whether the holder may have a rule on a resource; "no" is certain. */
  mayHaveRuleOn(slot: number, node: number): boolean {
    return this.inFilter(slot * STRIDE + RULE_FILTER, node);
  }

  noteRuleOn(slot: number, node: number): void {
    this.addToFilter(slot * STRIDE + RULE_FILTER, node);
  }

  /** A number that changes with the links of the holder at a slot, and when another holder takes the slot. */
  linkStamp(slot: number): number {
    return this.hot.get(slot * STRIDE + LINK_STAMP);
  }

  stampLinks(slot: number): void {
    this.hot.set(slot * STRIDE + LINK_STAMP, ++this.lastStamp);
  }

  /** Starts both filters afresh; a note has to follow for each link and each rule. */
  clearFilters(slot: number): void {
    for (let word = LINK_FILTER; word < RULE_FILTER + 2; word++) this.hot.set(slot * STRIDE + word, 0);
  }

  get(id: number): HolderEntry | undefined {
    const slot = this.ids.get(id);
    return slot < 0 ? undefined : this.entries[slot];
  }

  at(slot: number): HolderEntry {
    // INVARIANT: slots in membership and rule lists are those of live holders; a holder leaves all lists before it goes.
    return this.entries[slot]!;
  }

  byName(name: string): HolderEntry | undefined {
    return this.byKey.get(this.keyOf(name));
  }

  /** The number of slots in use or ever used. */
  get slots(): number {
    return this.entries.length;
  }

  *[Symbol.iterator](): Iterator<HolderEntry> {
    for (const entry of this.entries) if (entry) yield entry;
  }

  add(id: number, name: string): HolderEntry {
    const slot = this.freeSlots.pop() ?? this.entries.length;
    this.hot.grow((slot + 1) * STRIDE);
    const entry = new HolderEntry(this.kind, slot, id, name, this.hot);
    this.entries[slot] = entry;
    this.stampLinks(slot);
    this.ids.set(id, slot);
    this.byKey.set(this.keyOf(name), entry);
    return entry;
  }

  rename(entry: HolderEntry, name: string): void {
    this.forgetName(entry);
    entry.rename(name);
    this.byKey.set(this.keyOf(name), entry);
  }

  /** Forgets a holder that has neither rules nor links any more. */
  remove(entry: HolderEntry): void {
    this.clearFilters(entry.slot);
    this.forgetName(entry);
    this.ids.delete(entry.id);
    this.entries[entry.slot] = undefined;
    this.freeSlots.push(entry.slot);
  }

  // Shifts count modulo 32: the lowest six bits of a slot choose one of two words and a bit in it.
  private inFilter(words: number, slot: number): boolean {
    return ((this.hot.get(words + ((slot >>> 5) & 1)) >>> slot) & 1) !== 0;
  }

  private addToFilter(words: number, slot: number): void {
    const word = words + ((slot >>> 5) & 1);
    this.hot.set(word, this.hot.get(word) | (1 << slot));
  }

  /** Within one change another holder may have taken over the name already. */
  private forgetName(entry: HolderEntry): void {
    const key = this.keyOf(entry.name);
    if (this.byKey.get(key) === entry) this.byKey.delete(key);
  }
}
