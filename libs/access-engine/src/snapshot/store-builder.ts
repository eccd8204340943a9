import { CompiledStore } from './compiled-store';
import { OPERATIONS_PER_STEP, type Steps, inOneGo } from '../steps';
import { InconsistentRowsError } from './errors';
import { GroupedLists } from './grouped-lists';
import type { PrincipalEntry, PrincipalTable } from './principal-table';
import { IntStack } from './int-stack';
import { NO_SLOT } from './resource-table';
import { assertRow } from './row-check';
import type {
  GroupRow,
  MembershipRow,
  ResourceRow,
  AssignmentRow,
  ServiceRow,
  SpecialNames,
  UserRow,
} from './rows';
import {
  MAX_SLOTS,
  heldKey,
  isSimilar,
  nodeOf,
  permissionCode,
  permissionOfHeld,
  permissionOfPlaced,
  placedKey,
  strengthOfAssignment,
  withStrength,
} from './assignment-code';
import { StagedResources } from './staged-resources';

/** Deleted objects that have rows left, by their ids: what is below or of them is not part of the snapshot. */
export interface DeletedOwners {
  readonly users: ReadonlySet<number>;
  readonly groups: ReadonlySet<number>;
  readonly resources: ReadonlySet<number>;
}

/** Collects rows in portions, in any order, and compiles them. A builder is used once. */
export class StoreBuilder {
  private readonly store: CompiledStore;
  /** User and group, alternating. */
  private readonly memberships = new IntStack();
  private readonly staged = new StagedResources();
  private readonly services: ServiceRow[] = [];
  private readonly assignments = { user: new StagedAssignments(), group: new StagedAssignments() };
  private deleted: DeletedOwners = { users: new Set(), groups: new Set(), resources: new Set() };

  constructor(names: SpecialNames) {
    this.store = new CompiledStore(names);
  }

  /** States which objects were deleted although rows below or of them are left. Other rows without their object are inconsistent. */
  setDeletedOwners(deleted: DeletedOwners): this {
    this.deleted = deleted;
    return this;
  }

  addUsers(rows: Iterable<UserRow>): this {
    for (const row of rows) this.addPrincipal('user', row);
    return this;
  }

  addGroups(rows: Iterable<GroupRow>): this {
    for (const row of rows) this.addPrincipal('group', row);
    return this;
  }

  addMemberships(rows: Iterable<MembershipRow>): this {
    for (const row of rows) {
      assertRow('membership', row);
      this.memberships.push(row.userId);
      this.memberships.push(row.groupId);
    }
    return this;
  }

  addResources(rows: Iterable<ResourceRow>): this {
    for (const row of rows) {
      assertRow('resource', row);
      this.staged.add(row);
    }
    return this;
  }

  addServices(rows: Iterable<ServiceRow>): this {
    for (const row of rows) {
      assertRow('service', row);
      this.services.push(row);
    }
    return this;
  }

  addUserAssignments(rows: Iterable<AssignmentRow>): this {
    for (const row of rows) {
      assertRow('user_rule', row);
      this.assignments.user.add(row);
    }
    return this;
  }

  addGroupAssignments(rows: Iterable<AssignmentRow>): this {
    for (const row of rows) {
      assertRow('group_rule', row);
      this.assignments.group.add(row);
    }
    return this;
  }

  /** The tables of the added rows. */
  build(): CompiledStore {
    return inOneGo(this.buildInSteps());
  }

  /** The same, in steps. */
  *buildInSteps(): Steps<CompiledStore> {
    const { resources } = this.store;
    const below = yield* this.staged.moveInto(resources, this.deleted.resources);
    if (resources.slots > MAX_SLOTS) throw new InconsistentRowsError(`more than ${MAX_SLOTS} resources`);
    for (const row of this.services) {
      this.store.setService(
        row,
        resources.name(known(resources.slotOf(row.resourceId), 'resource', row.resourceId)),
      );
    }
    yield* this.finishMemberships();
    const isDeleted = (id: number) => this.deleted.resources.has(id) || below.has(id);
    yield* this.finishAssignments('user', this.deleted.users, isDeleted);
    yield* this.finishAssignments('group', this.deleted.groups, isDeleted);
    this.store.refreshSpecialPrincipals();
    return this.store;
  }

  private addPrincipal(kind: 'user' | 'group', row: UserRow | GroupRow): void {
    assertRow(kind, row);
    const table = this.store.principals(kind);
    if (table.get(row.id)) throw new InconsistentRowsError(`${kind} ${row.id} twice`);
    if (table.slots === MAX_SLOTS) throw new InconsistentRowsError(`more than ${MAX_SLOTS} principals`);
    table.add(row.id, row.name);
  }

  private *finishMemberships(): Steps<void> {
    const { users, groups, arena } = this.store;
    const ofUser = new GroupedLists();
    const ofGroup = new GroupedLists();
    for (let at = 0; at < this.memberships.length; at += 2) {
      if (at % OPERATIONS_PER_STEP === 0) yield 0;
      const [userId, groupId] = [this.memberships.at(at), this.memberships.at(at + 1)];
      if (this.deleted.users.has(userId) || this.deleted.groups.has(groupId)) continue;
      const user = principalIn(users, 'user', userId);
      const group = principalIn(groups, 'group', groupId);
      ofUser.add(user.slot, group.slot);
      ofGroup.add(group.slot, user.slot);
    }
    const link = (table: PrincipalTable) =>
      function* (slot: number, ascending: Int32Array): Steps<void> {
        if (hasNeighbours(ascending, (a, b) => a === b))
          throw new InconsistentRowsError('duplicate membership');
        table.at(slot).links = arena.create(ascending);
        for (let at = 0; at < ascending.length; at++) {
          if ((at + 1) % OPERATIONS_PER_STEP === 0) yield 0;
          table.noteLink(slot, ascending[at]!);
        }
      };
    yield* ofUser.forEach(users.slots, link(users));
    yield* ofGroup.forEach(groups.slots, link(groups));
  }

  private *finishAssignments(
    kind: 'user' | 'group',
    deletedPrincipals: ReadonlySet<number>,
    isDeleted: (resourceId: number) => boolean,
  ): Steps<void> {
    const { resources, arena } = this.store;
    const principals = this.store.principals(kind);
    const ofPrincipal = new GroupedLists();
    const onNode = new GroupedLists();
    yield* this.assignments[kind].forEach((principalId, resourceId, permission, strength) => {
      if (deletedPrincipals.has(principalId) || isDeleted(resourceId)) return;
      const { slot } = principalIn(principals, kind, principalId);
      const node = known(resources.slotOf(resourceId), 'resource', resourceId);
      ofPrincipal.add(slot, placedKey(node, permission) | strength);
      onNode.add(node, heldKey(permission, slot) | strength);
    });
    const { store } = this;
    yield* ofPrincipal.forEach(principals.slots, function* (slot, ascending) {
      if (hasNeighbours(ascending, isSimilar))
        throw new InconsistentRowsError(`duplicate permission assignment of a ${kind} on a resource`);
      principals.at(slot).assignments = arena.create(ascending);
      for (let at = 0; at < ascending.length; at++) {
        if ((at + 1) % OPERATIONS_PER_STEP === 0) yield 0;
        principals.noteAssignmentOn(slot, nodeOf(ascending[at]!));
      }
      yield* store.assignmentsByService.addPrincipal(principals.at(slot));
    });
    yield* onNode.forEach(resources.slots, function* (node, ascending) {
      store.setAssignmentsOn(kind, node, arena.create(ascending));
      if (kind === 'group') resources.setGroupMask(node, maskOf(ascending));
    });
  }
}

/** Assignments kept as integers until everything that they refer to was added. */
class StagedAssignments {
  /** Principal, resource and the remaining bits, alternating. */
  private readonly integers = new IntStack();

  add(row: AssignmentRow): void {
    this.integers.push(row.principalId);
    this.integers.push(row.resourceId);
    this.integers.push(withStrength(placedKey(0, permissionCode(row.name)), row));
  }

  *forEach(
    visit: (principalId: number, resourceId: number, permission: number, strength: number) => void,
  ): Steps<void> {
    const { integers } = this;
    for (let at = 0; at < integers.length; at += 3) {
      if ((at + 3) % (3 * OPERATIONS_PER_STEP) === 0) yield 0;
      const assignment = integers.at(at + 2);
      visit(
        integers.at(at),
        integers.at(at + 1),
        permissionOfPlaced(assignment),
        strengthOfAssignment(assignment),
      );
    }
  }
}

function maskOf(assignments: Int32Array): number {
  let mask = 0;
  for (const assignment of assignments) mask |= 1 << permissionOfHeld(assignment);
  return mask;
}

function known(slot: number, kind: string, id: number): number {
  if (slot === NO_SLOT) throw new InconsistentRowsError(`unknown ${kind} ${id}`);
  return slot;
}

function principalIn(table: PrincipalTable, kind: string, id: number): PrincipalEntry {
  const principal = table.get(id);
  if (!principal) throw new InconsistentRowsError(`unknown ${kind} ${id}`);
  return principal;
}

function hasNeighbours(ascending: Int32Array, same: (a: number, b: number) => boolean): boolean {
  for (let at = 1; at < ascending.length; at++) if (same(ascending[at - 1]!, ascending[at]!)) return true;
  return false;
}
