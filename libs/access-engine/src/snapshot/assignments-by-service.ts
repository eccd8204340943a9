import { OPERATIONS_PER_STEP, type Steps, inOneGo } from '../steps';
import type { PrincipalEntry } from './principal-table';
import { EMPTY, type ListArena } from './list-arena';
import type { ResourceTable } from './resource-table';
import { isDenial, nodeOf, permissionOfPlaced, strengthOfAssignment } from './assignment-code';

/** Principals with at most this many assignments are not indexed: their lists are scanned. */
const MAX_SCANNED_ASSIGNMENTS = 32;

/** An entry, as an integer: 5 bits of permission, 1 bit that is set for a denial, 24 bits of the resource's slot. */
const NODE_BITS = 24;
const NODE_MASK = (1 << NODE_BITS) - 1;

/** Permissions as bit sets: which ones a principal's assignments in a service allow and deny anywhere. */
export interface AssignedNames {
  allowed: number;
  denied: number;
}

/**
 * The resources of one service on which a principal has assignments, by permission and access. Each pair of principal and service
 * has an ascending list, so all denials (or allowances) of one permission are a range whose length is their number.
 */
export class AssignmentsByService {
  /** By the slot of the principal, then by that of the service: a list. */
  private readonly lists = {
    user: new Map<number, Map<number, number>>(),
    group: new Map<number, Map<number, number>>(),
  };

  constructor(
    private readonly arena: ListArena,
    private readonly resources: ResourceTable,
  ) {}

  /** Adds the permissions of the principal's assignments in the service to `names`; returns whether there are any. */
  collectNames(principal: PrincipalEntry, service: number, names: AssignedNames): boolean {
    const byService = this.lists[principal.kind].get(principal.slot);
    let found = false;
    if (byService === undefined) {
      for (const entry of this.scan(principal, service)) {
        addName(names, entry);
        found = true;
      }
      return found;
    }
    const list = byService.get(service) ?? EMPTY;
    // Skips from one pair of permission and access to the next.
    for (let entry = this.arena.firstFrom(list, 0); entry >= 0;) {
      const isAttached = !this.resources.hasDetached || this.resources.isAttached(entry & NODE_MASK);
      if (isAttached) {
        addName(names, entry);
        found = true;
      }
      entry = this.arena.firstFrom(list, (isAttached ? entry | NODE_MASK : entry) + 1);
    }
    return found;
  }

  /** The slots of the service's resources on which the principal has an assignment of that permission and access. */
  *nodes(
    principal: PrincipalEntry,
    service: number,
    permission: number,
    denial: boolean,
  ): Generator<number, void> {
    const first = entryOf(0, permission, denial);
    const byService = this.lists[principal.kind].get(principal.slot);
    if (byService === undefined) {
      for (const entry of this.scan(principal, service)) {
        if ((entry & ~NODE_MASK) === first) yield entry & NODE_MASK;
      }
      return;
    }
    const list = byService.get(service) ?? EMPTY;
    if (this.resources.hasDetached) {
      // Memory may be freed between two entries, which changes the list.
      for (const entry of this.arena.copy(list))
        if ((entry & ~NODE_MASK) === first && this.resources.isAttached(entry & NODE_MASK))
          yield entry & NODE_MASK;
      return;
    }
    const end = this.arena.lowerBound(list, (first | NODE_MASK) + 1);
    for (let index = this.arena.lowerBound(list, first); index < end; index++)
      yield this.arena.at(list, index) & NODE_MASK;
  }

  /** Indexes the assignments of a principal that is not indexed, if there are many, in steps between which they do not change. */
  *addPrincipal(principal: PrincipalEntry): Steps<void> {
    const length = this.arena.length(principal.assignments);
    if (length <= MAX_SCANNED_ASSIGNMENTS) return;
    // By the service, then by permission and access. The list ascends by resource, so that each of these lists does.
    const entries = new Map<number, number[][]>();
    for (let index = 0; index < length; index++) {
      if ((index + 1) % OPERATIONS_PER_STEP === 0) yield 0;
      const assignment = this.arena.at(principal.assignments, index);
      const service = this.resources.root(nodeOf(assignment));
      let ofService = entries.get(service);
      if (!ofService) entries.set(service, (ofService = []));
      const entry = entryOfAssignment(assignment);
      (ofService[entry >>> NODE_BITS] ??= []).push(entry);
    }
    const byService = new Map<number, number>();
    for (const [service, ascending] of entries) {
      byService.set(service, this.arena.create(ascending.flat()));
      yield 0;
    }
    this.lists[principal.kind].set(principal.slot, byService);
  }

  removePrincipal(principal: PrincipalEntry): void {
    for (const list of this.lists[principal.kind].get(principal.slot)?.values() ?? [])
      this.arena.release(list);
    this.lists[principal.kind].delete(principal.slot);
  }

  /** Called after the resource of an assignment moved to another service. */
  moveAssignment(principal: PrincipalEntry, assignment: number, from: number, to: number): void {
    const byService = this.lists[principal.kind].get(principal.slot);
    if (!byService) return;
    this.remove(byService, from, entryOfAssignment(assignment));
    this.insert(byService, to, entryOfAssignment(assignment));
  }

  /** Called after assignments on resources of one service were removed from the list of their principal. */
  removeAssignments(principal: PrincipalEntry, service: number, assignments: readonly number[]): void {
    const byService = this.lists[principal.kind].get(principal.slot);
    if (!byService) return;
    const entries = Int32Array.from(assignments, entryOfAssignment).sort();
    // INVARIANT: see `remove`.
    store(byService, service, this.arena.removeAll(byService.get(service)!, entries));
    this.dropIfFew(principal);
  }

  /** Called after assignments were added to the list of their principal, and others removed from it. */
  changeAssignments(principal: PrincipalEntry, added: readonly number[], removed: readonly number[]): void {
    const byService = this.lists[principal.kind].get(principal.slot);
    if (!byService) {
      inOneGo(this.addPrincipal(principal));
      return;
    }
    for (const [service, entries] of this.entriesByService(removed))
      // INVARIANT: see `remove`.
      store(byService, service, this.arena.removeAll(byService.get(service)!, entries));
    for (const [service, entries] of this.entriesByService(added))
      byService.set(service, this.arena.addAll(byService.get(service) ?? EMPTY, entries));
    this.dropIfFew(principal);
  }

  /** By the slot of the service, ascending. */
  private entriesByService(assignments: readonly number[]): Map<number, Int32Array> {
    const found = new Map<number, number[]>();
    for (const assignment of assignments) {
      const service = this.resources.root(nodeOf(assignment));
      const entries = found.get(service);
      const entry = entryOfAssignment(assignment);
      if (entries) entries.push(entry);
      else found.set(service, [entry]);
    }
    return new Map([...found].map(([service, entries]) => [service, Int32Array.from(entries).sort()]));
  }

  private insert(byService: Map<number, number>, service: number, entry: number): void {
    byService.set(service, this.arena.insert(byService.get(service) ?? EMPTY, entry));
  }

  private remove(byService: Map<number, number>, service: number, entry: number): void {
    // INVARIANT: every entry of an indexed principal's list of assignments is in the list of its service.
    store(byService, service, this.arena.remove(byService.get(service)!, entry));
  }

  /**
   * Below the threshold for indexing, so that repeatedly adding and removing an assignment does not
   * rebuild the index each time.
   */
  private dropIfFew(principal: PrincipalEntry): void {
    if (this.arena.length(principal.assignments) <= MAX_SCANNED_ASSIGNMENTS / 2)
      this.removePrincipal(principal);
  }

  private *scan(principal: PrincipalEntry, service: number): Generator<number, void> {
    for (const assignment of this.arena.values(principal.assignments)) {
      const node = nodeOf(assignment);
      if (this.resources.root(node) === service && this.resources.isAttached(node))
        yield entryOfAssignment(assignment);
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

function entryOfAssignment(placed: number): number {
  return entryOf(nodeOf(placed), permissionOfPlaced(placed), isDenial(strengthOfAssignment(placed)));
}

function addName(names: AssignedNames, entry: number): void {
  const bit = 1 << (entry >>> (NODE_BITS + 1));
  if (((entry >>> NODE_BITS) & 1) === 1) names.denied |= bit;
  else names.allowed |= bit;
}
