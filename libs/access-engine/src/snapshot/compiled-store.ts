import { nameKey } from '@gatehouse/names';
import { AuthorityCache } from './authority-cache';
import type { PrincipalEntry } from './principal-table';
import { PrincipalTable } from './principal-table';
import { ListArena } from './list-arena';
import { Removals } from './removals';
import { ResourceTable } from './resource-table';
import type { AssignmentRow, ServiceRow, ServiceView, SpecialNames } from './rows';
import { AssignmentsByService } from './assignments-by-service';
import {
  heldKey,
  principalOf,
  isSimilar,
  nodeOf,
  permissionCode,
  permissionOfHeld,
  permissionOfPlaced,
  placedKey,
  strengthOfAssignment,
  withStrength,
} from './assignment-code';

/** Beyond this number of entries a principal's filters are not rebuilt after removals. */
const MAX_FILTERED_ENTRIES = 256;

/**
 * The tables of a snapshot and the operations that keep both sides of relations consistent: an assignment is in the list of
 * its principal and in that of its resource, a membership in the list of the user and in that of the group.
 */
export class CompiledStore {
  readonly arena = new ListArena();
  readonly resources = new ResourceTable(this.arena);
  readonly users = new PrincipalTable('user', nameKey);
  readonly groups = new PrincipalTable('group', (name) => name);
  readonly assignmentsByService = new AssignmentsByService(this.arena, this.resources);
  readonly authorities = new AuthorityCache();
  readonly removals = new Removals(this);
  /** By the id of the service's resource. */
  readonly services = new Map<number, ServiceView>();
  private readonly serviceIds = new Map<string, number>();
  private adminGroupEntry: PrincipalEntry | undefined;
  private anonymousGroupEntry: PrincipalEntry | undefined;
  private anonymousUserEntry: PrincipalEntry | undefined;

  constructor(readonly names: SpecialNames) {}

  /** The group whose members are allowed everything. */
  get adminGroup(): PrincipalEntry | undefined {
    return this.adminGroupEntry;
  }

  /** The group of all users, signed in or not. */
  get publicGroup(): PrincipalEntry | undefined {
    return this.anonymousGroupEntry;
  }

  /** The account that represents callers who are not signed in. */
  get anonymousUser(): PrincipalEntry | undefined {
    return this.anonymousUserEntry;
  }

  /** Called after principals were added, removed or renamed. */
  refreshSpecialPrincipals(): void {
    const { adminGroupEntry, anonymousGroupEntry } = this;
    this.adminGroupEntry = this.groups.byName(this.names.adminGroup);
    this.anonymousGroupEntry = this.groups.byName(this.names.anonymousGroup);
    if (adminGroupEntry !== this.adminGroupEntry || anonymousGroupEntry !== this.anonymousGroupEntry)
      this.authorities.clear();
    this.anonymousUserEntry = this.users.byName(this.names.anonymousUser);
  }

  principals(kind: 'user' | 'group'): PrincipalTable {
    return kind === 'user' ? this.users : this.groups;
  }

  serviceIdByName(name: string): number | undefined {
    return this.serviceIds.get(name);
  }

  setService({ resourceId, type, url, configuration, proxy }: ServiceRow, name: string): void {
    // Only these columns: a row of a change can have others, which a loaded one does not have.
    this.services.set(resourceId, { resourceId, name, type, url, configuration, proxy });
    this.serviceIds.set(name, resourceId);
    this.authorities.forgetService(this.resources.slotOf(resourceId));
  }

  removeService(resourceId: number, name: string): void {
    this.authorities.forgetService(this.resources.slotOf(resourceId));
    this.services.delete(resourceId);
    this.forgetServiceName(resourceId, name);
  }

  renameService(resourceId: number, from: string, to: string): void {
    this.forgetServiceName(resourceId, from);
    this.serviceIds.set(to, resourceId);
    const service = this.services.get(resourceId);
    if (service) this.services.set(resourceId, { ...service, name: to });
  }

  /** Whether a user is in a group that exists. */
  isMember(user: number, group: number): boolean {
    return (
      this.users.mayBeLinkedTo(user, group) &&
      this.arena.has(this.users.links(user), group) &&
      (!this.removals.isPending || this.groups.isLive(group))
    );
  }

  /** The groups of a user, the members of a group. */
  linkedTo(principal: PrincipalEntry): PrincipalEntry[] {
    const others = this.principals(principal.kind === 'user' ? 'group' : 'user');
    return others.liveAt(this.arena.values(principal.links));
  }

  /** The number of them. */
  linkCount(principal: PrincipalEntry): number {
    return this.removals.isPending ? this.linkedTo(principal).length : this.arena.length(principal.links);
  }

  join(user: PrincipalEntry, group: PrincipalEntry): void {
    if (this.isMember(user.slot, group.slot)) return;
    user.links = this.arena.insert(user.links, group.slot);
    group.links = this.arena.insert(group.links, user.slot);
    this.users.noteLink(user.slot, group.slot);
    this.users.stampLinks(user.slot);
  }

  leave(user: PrincipalEntry, group: PrincipalEntry): void {
    if (!this.isMember(user.slot, group.slot)) return;
    user.links = this.arena.remove(user.links, group.slot);
    group.links = this.arena.remove(group.links, user.slot);
    this.users.stampLinks(user.slot);
    this.refreshFilters(user);
  }

  /** The assignments of users or of groups on a resource. */
  assignmentsOn(kind: 'user' | 'group', node: number): number {
    return kind === 'user' ? this.resources.userAssignments(node) : this.resources.groupAssignments(node);
  }

  setAssignmentsOn(kind: 'user' | 'group', node: number, list: number): void {
    if (kind === 'user') this.resources.setUserAssignments(node, list);
    else this.resources.setGroupAssignments(node, list);
  }

  /**
   * Sets and removes assignments of one principal, each on another pair of resource and permission: its lists are changed in one pass,
   * where one after the other would move most of a long list each time.
   */
  changeAssignments(
    principal: PrincipalEntry,
    changes: readonly { readonly node: number; readonly row: AssignmentRow; readonly exists: boolean }[],
  ): void {
    const [added, removed, addedByService, removedByService]: [number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    for (const { node, row, exists } of changes) {
      const key = placedKey(node, permissionCode(row.name));
      const found = this.arena.firstFrom(principal.assignments, key);
      const present = found >= 0 && isSimilar(found, key) ? found : undefined;
      const wanted = exists ? withStrength(key, row) : undefined;
      if (present === wanted) continue;
      this.authorities.forgetService(this.resources.root(node));
      this.changeOnNode(principal, node, present, wanted);
      if (present !== undefined) removedByService.push(present);
      if (wanted !== undefined) addedByService.push(wanted);
      if (present !== undefined && wanted !== undefined)
        principal.assignments = this.arena.replace(principal.assignments, present, wanted);
      else if (present !== undefined) removed.push(present);
      else if (wanted !== undefined) added.push(wanted);
    }
    let list = this.arena.removeAll(principal.assignments, Int32Array.from(removed).sort());
    list = this.arena.addAll(list, Int32Array.from(added).sort());
    principal.assignments = list;
    this.assignmentsByService.changeAssignments(principal, addedByService, removedByService);
    if (removed.length > 0) this.refreshFilters(principal);
    for (const assignment of added)
      this.principals(principal.kind).noteAssignmentOn(principal.slot, nodeOf(assignment));
  }

  /** Replaces an assignment of a principal in the list of its resource, or adds or removes it there. */
  private changeOnNode(
    { kind, slot }: PrincipalEntry,
    node: number,
    present: number | undefined,
    wanted: number | undefined,
  ): void {
    const heldAs = (placed: number): number =>
      heldKey(permissionOfPlaced(placed), slot) | strengthOfAssignment(placed);
    let list = this.assignmentsOn(kind, node);
    if (present !== undefined && wanted !== undefined)
      list = this.arena.replace(list, heldAs(present), heldAs(wanted));
    else if (present !== undefined) list = this.arena.remove(list, heldAs(present));
    else if (wanted !== undefined) list = this.arena.insert(list, heldAs(wanted));
    this.setAssignmentsOn(kind, node, list);
    if (kind === 'group' && wanted === undefined) this.refreshGroupMask(node);
    else if (kind === 'group' && wanted !== undefined)
      this.resources.setGroupMask(node, this.resources.groupMask(node) | (1 << permissionOfPlaced(wanted)));
  }

  /** Called with the placed resources after all were placed: determines the service that they belong to. */
  settle(placed: Iterable<number>): void {
    for (const slot of placed)
      this.resources.settle(slot, (node, from, to) => this.moveAssignments(node, from, to));
  }

  /** The assignments on a resource that moved to another service. */
  private moveAssignments(node: number, from: number, to: number): void {
    for (const kind of ['user', 'group'] as const) {
      for (const assignment of this.arena.values(this.assignmentsOn(kind, node))) {
        const placed = placedKey(node, permissionOfHeld(assignment)) | strengthOfAssignment(assignment);
        for (const principal of this.principals(kind).liveAt([principalOf(assignment)]))
          this.assignmentsByService.moveAssignment(principal, placed, from, to);
        this.authorities.forgetService(from);
        this.authorities.forgetService(to);
      }
    }
  }

  /** Determines the mask of a resource after a removal. */
  refreshGroupMask(node: number): void {
    const list = this.resources.groupAssignments(node);
    let mask = 0;
    for (let index = this.arena.length(list) - 1; index >= 0; index--) {
      mask |= 1 << permissionOfHeld(this.arena.at(list, index));
    }
    this.resources.setGroupMask(node, mask);
  }

  /** Rebuilds the filters of a principal after a removal. */
  refreshFilters(principal: PrincipalEntry): void {
    const assignments = this.arena.length(principal.assignments);
    const links = this.arena.length(principal.links);
    // With so many entries, nearly every bit is set anyway, and a superfluous bit only costs a search.
    if (assignments + links > MAX_FILTERED_ENTRIES) return;
    const table = this.principals(principal.kind);
    table.clearFilters(principal.slot);
    for (let at = 0; at < assignments; at++)
      table.noteAssignmentOn(principal.slot, nodeOf(this.arena.at(principal.assignments, at)));
    for (let at = 0; at < links; at++) table.noteLink(principal.slot, this.arena.at(principal.links, at));
  }

  private forgetServiceName(resourceId: number, name: string): void {
    if (this.serviceIds.get(name) === resourceId) this.serviceIds.delete(name);
  }
}
