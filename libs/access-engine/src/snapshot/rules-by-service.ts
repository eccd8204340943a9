import type { HolderEntry } from './holder-table';
import { EMPTY, type ListArena } from './list-arena';
import type { ResourceTable } from './resource-table';
import { isDenial, nodeOf, permissionOfPlaced, strengthOfRule } from './rule-code';

/** Holders with at most this many rules are not indexed: their lists are scanned. */
const SCANNED_RULES = 32;

/** An entry, as an integer: 5 bits of permission, 1 bit that is set for a denial, 24 bits of the resource's slot. */
const NODE_BITS = 24;
const NODE_MASK = (1 << NODE_BITS) - 1;

/** Permissions as bit sets: which ones a holder's rules in a service allow and deny anywhere. */
export interface RuledNames {
  allowed: number;
  denied: number;
}

/**
 * The resources of one service on which a holder has rules, by permission and access. Each pair of holder and service
 * has an ascending list, so that a range of it is all denials (or allowances) of one name, and its length their number.
 */
export class RulesByService {
  /** By the slot of the holder, then by that of the service: a list. */
  private readonly lists = {
    user: new Map<number, Map<number, number>>(),
    group: new Map<number, Map<number, number>>(),
  };

  constructor(
    private readonly arena: ListArena,
    private readonly resources: ResourceTable,
  ) {}

  /** Adds to `names` those that the holder's rules in the service are about, and tells whether there are any. */
  collectNames(holder: HolderEntry, service: number, names: RuledNames): boolean {
    const byService = this.lists[holder.kind].get(holder.slot);
    let found = false;
    if (byService === undefined) {
      for (const entry of this.scan(holder, service)) {
        addName(names, entry);
        found = true;
      }
      return found;
    }
    const list = byService.get(service) ?? EMPTY;
    // From one pair of permission and access to the next.
    for (
      let entry = this.arena.firstFrom(list, 0);
      entry >= 0;
      entry = this.arena.firstFrom(list, (entry | NODE_MASK) + 1)
    ) {
      addName(names, entry);
      found = true;
    }
    return found;
  }

  /** The slots of the service's resources on which the holder has a rule of that permission and access. */
  *nodes(holder: HolderEntry, service: number, permission: number, denial: boolean): Generator<number, void> {
    const first = entryOf(0, permission, denial);
    const byService = this.lists[holder.kind].get(holder.slot);
    if (byService === undefined) {
      for (const entry of this.scan(holder, service)) {
        if ((entry & ~NODE_MASK) === first) yield entry & NODE_MASK;
      }
      return;
    }
    const list = byService.get(service) ?? EMPTY;
    const end = this.arena.lowerBound(list, (first | NODE_MASK) + 1);
    for (let index = this.arena.lowerBound(list, first); index < end; index++)
      yield this.arena.at(list, index) & NODE_MASK;
  }

  /** Indexes the rules of a holder who is not indexed, if they are many. */
  addHolder(holder: HolderEntry): void {
    const length = this.arena.length(holder.rules);
    if (length <= SCANNED_RULES) return;
    const entries = new Map<number, number[]>();
    for (let index = 0; index < length; index++) {
      const rule = this.arena.at(holder.rules, index);
      const service = this.resources.root(nodeOf(rule));
      const ofService = entries.get(service);
      if (ofService) ofService.push(entryOfRule(rule));
      else entries.set(service, [entryOfRule(rule)]);
    }
    const byService = new Map<number, number>();
    for (const [service, unsorted] of entries)
      byService.set(service, this.arena.create(Int32Array.from(unsorted).sort()));
    this.lists[holder.kind].set(holder.slot, byService);
  }

  removeHolder(holder: HolderEntry): void {
    for (const list of this.lists[holder.kind].get(holder.slot)?.values() ?? []) this.arena.release(list);
    this.lists[holder.kind].delete(holder.slot);
  }

  /** To be called when a rule was added to the list of its holder. */
  addRule(holder: HolderEntry, rule: number): void {
    const byService = this.lists[holder.kind].get(holder.slot);
    if (byService) this.insert(byService, this.resources.root(nodeOf(rule)), entryOfRule(rule));
    else this.addHolder(holder);
  }

  /** To be called when a rule was removed from the list of its holder. */
  removeRule(holder: HolderEntry, rule: number): void {
    const byService = this.lists[holder.kind].get(holder.slot);
    if (!byService) return;
    this.remove(byService, this.resources.root(nodeOf(rule)), entryOfRule(rule));
    this.dropIfFew(holder);
  }

  /** To be called when the resource of a rule came from one service into another. */
  moveRule(holder: HolderEntry, rule: number, from: number, to: number): void {
    const byService = this.lists[holder.kind].get(holder.slot);
    if (!byService) return;
    this.remove(byService, from, entryOfRule(rule));
    this.insert(byService, to, entryOfRule(rule));
  }

  /** To be called when rules on removed resources of a service have left the list of their holder. */
  removeDead(holder: HolderEntry, service: number): void {
    const byService = this.lists[holder.kind].get(holder.slot);
    const list = byService?.get(service);
    if (!byService || list === undefined) return;
    const isLive = (entry: number) => this.resources.isLive(entry & NODE_MASK);
    store(byService, service, this.arena.filter(list, isLive));
    this.dropIfFew(holder);
  }

  private insert(byService: Map<number, number>, service: number, entry: number): void {
    byService.set(service, this.arena.insert(byService.get(service) ?? EMPTY, entry));
  }

  private remove(byService: Map<number, number>, service: number, entry: number): void {
    // INVARIANT: what is in an indexed holder's list of rules is in the list of its service.
    store(byService, service, this.arena.remove(byService.get(service)!, entry));
  }

  /** With fewer than when it was indexed, so that a rule that comes and goes does not index the holder each time. */
  private dropIfFew(holder: HolderEntry): void {
    if (this.arena.length(holder.rules) <= SCANNED_RULES / 2) this.removeHolder(holder);
  }

  private *scan(holder: HolderEntry, service: number): Generator<number, void> {
    const length = this.arena.length(holder.rules);
    for (let index = 0; index < length; index++) {
      const rule = this.arena.at(holder.rules, index);
      if (this.resources.root(nodeOf(rule)) === service) yield entryOfRule(rule);
    }
  }
}

function store(byService: Map<number, number>, service: number, list: number): void {
  if (list === EMPTY) byService.delete(service);
  else byService.set(service, list);
}

function entryOf(node: number, permission: number, denial: boolean): number {
  return (((permission << 1) | Number(denial)) << NODE_BITS) | node;
}

function entryOfRule(placed: number): number {
  return entryOf(nodeOf(placed), permissionOfPlaced(placed), isDenial(strengthOfRule(placed)));
}

function addName(names: RuledNames, entry: number): void {
  const bit = 1 << (entry >>> (NODE_BITS + 1));
  if (((entry >>> NODE_BITS) & 1) === 1) names.denied |= bit;
  else names.allowed |= bit;
}
