import { reasonOf } from '../resolve';
import type { Decision } from '../resolve';
import { IdIndex } from './id-index';
import { EMPTY } from './list-arena';

/** A user or a group as the compiled index keeps it. */
export class HolderEntry {
  /** A list of rule integers: where this holder's rules stand. */
  rules = EMPTY;
  /** A list of slots: the groups of a user, the members of a group. */
  links = EMPTY;
  private decisions: readonly [allow: Decision, deny: Decision] | undefined;

  constructor(
    readonly kind: 'user' | 'group',
    readonly slot: number,
    readonly id: number,
    private currentName: string,
  ) {}

  get name(): string {
    return this.currentName;
  }

  rename(name: string): void {
    this.currentName = name;
    this.decisions = undefined;
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
  private readonly entries: (HolderEntry | undefined)[] = [];
  private readonly byKey = new Map<string, HolderEntry>();
  private readonly freeSlots: number[] = [];

  /** `keyOf` tells which names are the same: users are found without regard to case, groups are not. */
  constructor(
    private readonly kind: 'user' | 'group',
    private readonly keyOf: (name: string) => string,
  ) {}

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
    const entry = new HolderEntry(this.kind, slot, id, name);
    this.entries[slot] = entry;
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
    this.forgetName(entry);
    this.ids.delete(entry.id);
    this.entries[entry.slot] = undefined;
    this.freeSlots.push(entry.slot);
  }

  /** Within one change another holder may have taken over the name already. */
  private forgetName(entry: HolderEntry): void {
    const key = this.keyOf(entry.name);
    if (this.byKey.get(key) === entry) this.byKey.delete(key);
  }
}
