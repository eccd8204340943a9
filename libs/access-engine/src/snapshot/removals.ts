import {
  heldKey,
  nodeOf,
  permissionOfHeld,
  permissionOfPlaced,
  placedKey,
  principalOf,
  strengthOfAssignment,
} from './assignment-code';
import type { AssignmentsByService } from './assignments-by-service';
import type { AuthorityCache } from './authority-cache';
import { EMPTY, type ListArena } from './list-arena';
import type { PrincipalEntry, PrincipalTable } from './principal-table';
import type { ResourceTable } from './resource-table';

/** Removing an entry moves those behind it: so many cost as much as one operation. */
const ENTRIES_PER_OPERATION = 4_096;

/** What removals need of the store. */
interface Tables {
  readonly arena: ListArena;
  readonly resources: ResourceTable;
  readonly authorities: AuthorityCache;
  readonly assignmentsByService: AssignmentsByService;
  readonly services: ReadonlyMap<number, unknown>;
  principals(kind: 'user' | 'group'): PrincipalTable;
  removeService(resourceId: number, name: string): void;
  assignmentsOn(kind: 'user' | 'group', node: number): number;
  setAssignmentsOn(kind: 'user' | 'group', node: number, list: number): void;
  refreshFilters(principal: PrincipalEntry): void;
  refreshGroupMask(node: number): void;
}

/**
 * Deleted resources, users and groups that are still in memory. A deletion takes constant time, whatever is below or of the
 * object: look-ups by id and name no longer find it. Its memory is freed afterwards, in slices.
 *
 * Until then, lists may contain detached resources and principals:
 * - a list of a principal's assignments: resources for which `ResourceTable.isAttached` is false;
 * - lists of assignments on resources, of members and of groups: principals for which `PrincipalTable.isLive` is false.
 *
 * INVARIANT: slots are reused only after nothing is left, so that no list has the slot of an object for that of another.
 */
export class Removals {
  /** Slots of detached resources: the tops of branches, and children that were taken from their parents. */
  private readonly branches: number[] = [];
  private readonly principals: PrincipalEntry[] = [];
  private freedResources: number[] = [];
  private freedPrincipals: PrincipalEntry[] = [];

  constructor(private readonly store: Tables) {}

  /** Whether deleted objects are still in memory. */
  get isPending(): boolean {
    return this.branches.length > 0 || this.principals.length > 0;
  }

  /** Deletes a resource with everything below it and the assignments there. */
  detachBranch(slot: number): void {
    const { resources, authorities } = this.store;
    const isBare =
      resources.childCount(slot) === 0 &&
      resources.userAssignments(slot) === EMPTY &&
      resources.groupAssignments(slot) === EMPTY;
    if (isBare) authorities.below.forgetService(resources.root(slot));
    else authorities.forgetService(resources.root(slot));
    resources.detach(slot);
    this.branches.push(slot);
  }

  /** Deletes a user or a group with its memberships and assignments. */
  detachPrincipal(principal: PrincipalEntry): void {
    const { arena, authorities } = this.store;
    // What its members may do in which services can have changed.
    if (principal.kind === 'group' && arena.length(principal.assignments) > 0) authorities.clear();
    this.store.principals(principal.kind).detach(principal);
    this.principals.push(principal);
  }

  /** Frees memory in about so many operations, of less than a microsecond each; whether more is left. */
  step(operations: number): boolean {
    let left = this.freeResources(operations);
    while (left > 0 && this.principals.length > 0) left = this.freePrincipal(this.principals.at(-1)!, left);
    if (!this.isPending) this.recycle();
    return this.isPending;
  }

  private freeResources(operations: number): number {
    const { resources } = this.store;
    const lost = new LostAssignments(this.store);
    let left = operations;
    while (left > 0 && this.branches.length > 0) {
      const node = this.branches.at(-1)!;
      const children = resources.takeChildren(node, left);
      for (const child of children) this.branches.push(child);
      left -= children.length + 1;
      // Those below it are freed first.
      if (children.length > 0) continue;
      for (const kind of ['user', 'group'] as const) left -= lost.take(kind, node, Math.max(left, 1));
      if (resources.userAssignments(node) !== EMPTY || resources.groupAssignments(node) !== EMPTY) continue;
      this.branches.pop();
      this.freeResource(node);
    }
    lost.removeFromPrincipals();
    return left;
  }

  private freeResource(node: number): void {
    const { resources, services } = this.store;
    const id = resources.id(node);
    if (services.has(id)) this.store.removeService(id, resources.name(node));
    resources.remove(node);
    this.freedResources.push(node);
  }

  /** Returns the operations that are left. */
  private freePrincipal(principal: PrincipalEntry, operations: number): number {
    const { arena } = this.store;
    let left = operations - 1;
    const links = arena.takeLast(principal.links, operations);
    principal.links = links.left;
    for (const slot of links.taken) left -= this.unlink(principal, slot);
    const assignments = arena.takeLast(principal.assignments, Math.max(left, 1));
    principal.assignments = assignments.left;
    for (const assignment of assignments.taken) left -= this.removeFromResource(principal, assignment);
    if (principal.links !== EMPTY || principal.assignments !== EMPTY) return left;
    this.principals.pop();
    this.store.assignmentsByService.removePrincipal(principal);
    this.freedPrincipals.push(principal);
    return left;
  }

  private unlink(principal: PrincipalEntry, slot: number): number {
    const { arena } = this.store;
    const others = this.store.principals(principal.kind === 'user' ? 'group' : 'user');
    if (!others.isLive(slot)) return 1;
    const other = others.at(slot);
    other.links = arena.remove(other.links, principal.slot);
    this.store.refreshFilters(other);
    return 1 + Math.floor(arena.length(other.links) / ENTRIES_PER_OPERATION);
  }

  private removeFromResource({ kind, slot }: PrincipalEntry, assignment: number): number {
    const { arena, resources } = this.store;
    const node = nodeOf(assignment);
    if (!resources.isLive(node)) return 1;
    const held = heldKey(permissionOfPlaced(assignment), slot) | strengthOfAssignment(assignment);
    const list = this.store.assignmentsOn(kind, node);
    // That of a detached resource may have been taken before.
    if (!arena.has(list, held)) return 1;
    this.store.setAssignmentsOn(kind, node, arena.remove(list, held));
    if (kind === 'group') this.store.refreshGroupMask(node);
    return 1 + Math.floor(arena.length(list) / ENTRIES_PER_OPERATION);
  }

  private recycle(): void {
    const { resources } = this.store;
    resources.recycle(this.freedResources);
    for (const { kind, slot } of this.freedPrincipals) this.store.principals(kind).recycle([slot]);
    resources.hasDetached = false;
    this.freedResources = [];
    this.freedPrincipals = [];
  }
}

/** Assignments on detached resources, which their principals lose in one pass over each list: a group may have some on every resource. */
class LostAssignments {
  private readonly byPrincipal = new Map<PrincipalEntry, Map<number, number[]>>();

  constructor(private readonly store: Tables) {}

  /** Takes at most `count` assignments of users or groups from a resource; returns how many. */
  take(kind: 'user' | 'group', node: number, count: number): number {
    const principals = this.store.principals(kind);
    const { taken, left } = this.store.arena.takeLast(this.store.assignmentsOn(kind, node), count);
    this.store.setAssignmentsOn(kind, node, left);
    for (const held of taken) {
      const slot = principalOf(held);
      // Those of a deleted principal are freed with it.
      if (principals.isLive(slot))
        this.add(
          principals.at(slot),
          node,
          placedKey(node, permissionOfHeld(held)) | strengthOfAssignment(held),
        );
    }
    return taken.length;
  }

  removeFromPrincipals(): void {
    const { arena, assignmentsByService } = this.store;
    for (const [principal, byService] of this.byPrincipal) {
      const all = Int32Array.from([...byService.values()].flat()).sort();
      principal.assignments = arena.removeAll(principal.assignments, all);
      this.store.refreshFilters(principal);
      for (const [service, assignments] of byService)
        assignmentsByService.removeAssignments(principal, service, assignments);
    }
  }

  private add(principal: PrincipalEntry, node: number, assignment: number): void {
    const service = this.store.resources.root(node);
    let byService = this.byPrincipal.get(principal);
    if (!byService) this.byPrincipal.set(principal, (byService = new Map()));
    const ofService = byService.get(service);
    if (ofService) ofService.push(assignment);
    else byService.set(service, [assignment]);
  }
}
