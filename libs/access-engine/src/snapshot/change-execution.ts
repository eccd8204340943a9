import type { ChangePlan, Outcome } from './change-plan';
import type { CompiledStore } from './compiled-store';
import { NO_SLOT } from './resource-table';
import type { PrincipalEntry } from './principal-table';
import type { AssignmentRow, GroupRow, ResourceRow, ServiceRow, UserRow } from './rows';

/**
 * Executes a validated plan: additions first and deletions next, because a new row may be below one that is deleted;
 * relations last, except those whose ends were deleted.
 */
export function carryOut(store: CompiledStore, plan: ChangePlan): void {
  for (const kind of ['user', 'group'] as const) setPrincipals(store, kind, plan[kind].values());
  setResources(store, plan.resource);
  setServices(store, plan.service.values());
  removeEntities(store, plan);
  setMemberships(store, plan);
  setAssignments(store, plan);
  store.refreshSpecialPrincipals();
}

function removeEntities(store: CompiledStore, plan: ChangePlan): void {
  for (const { row, exists } of plan.service.values()) {
    const slot = store.resources.slotOf(row.resourceId);
    if (!exists && slot !== NO_SLOT) store.removeService(row.resourceId, store.resources.name(slot));
  }
  for (const { row, exists } of plan.resource.values()) {
    const slot = store.resources.slotOf(row.id);
    if (!exists && slot !== NO_SLOT) store.removals.detachBranch(slot);
  }
  for (const kind of ['user', 'group'] as const) {
    for (const { row, exists } of plan[kind].values()) {
      const principal = store.principals(kind).get(row.id);
      if (!exists && principal) store.removals.detachPrincipal(principal);
    }
  }
}

function setPrincipals(
  store: CompiledStore,
  kind: 'user' | 'group',
  outcomes: Iterable<Outcome<UserRow | GroupRow>>,
): void {
  const table = store.principals(kind);
  for (const { row, exists } of outcomes) {
    if (!exists) continue;
    const principal = table.get(row.id);
    if (!principal) table.add(row.id, row.name);
    else if (principal.name !== row.name) table.rename(principal, row.name);
  }
}

function setResources(store: CompiledStore, outcomes: ChangePlan['resource']): void {
  const { resources } = store;
  // Before any of them is taken from its place, because look-ups follow the parents.
  const changed = [...outcomes.values()]
    .filter(({ exists }) => exists)
    .map(({ row }) => ({ row, slot: resources.slotOf(row.id) }));
  const misplaced: { readonly slot: number; readonly row: ResourceRow }[] = [];
  for (const { row, slot } of changed) {
    if (slot === NO_SLOT) {
      misplaced.push({ slot: resources.add(row), row });
      continue;
    }
    const before = resources.row(slot);
    if (before.name !== row.name || before.parentId !== row.parentId) {
      if (before.parentId !== row.parentId) store.authorities.forgetService(resources.root(slot));
      resources.displace(slot);
      misplaced.push({ slot, row });
    }
    if (before.name !== row.name && store.services.has(row.id))
      store.renameService(row.id, before.name, row.name);
    resources.describe(slot, row);
  }
  // Only now do all parents exist, regardless of the order of the rows; some of them are not placed yet.
  for (const { slot, row } of misplaced)
    resources.place(slot, row.parentId === null ? NO_SLOT : resources.storedSlotOf(row.parentId));
  store.settle(misplaced.map(({ slot }) => slot));
}

function setServices(store: CompiledStore, outcomes: Iterable<Outcome<ServiceRow>>): void {
  for (const { row, exists } of outcomes) {
    const slot = store.resources.slotOf(row.resourceId);
    if (exists && slot !== NO_SLOT) store.setService(row, store.resources.name(slot));
  }
}

function setMemberships(store: CompiledStore, plan: ChangePlan): void {
  for (const { row, exists } of plan.membership.values()) {
    const user = store.users.get(row.userId);
    const group = store.groups.get(row.groupId);
    if (!user || !group) continue;
    if (exists) store.join(user, group);
    else store.leave(user, group);
  }
}

function setAssignments(store: CompiledStore, plan: ChangePlan): void {
  for (const kind of ['user', 'group'] as const) {
    for (const [principal, changes] of byPrincipal(store, kind, plan[`${kind}_rule`].values())) {
      store.changeAssignments(principal, changes);
    }
  }
}

interface ChangedAssignment extends Outcome<AssignmentRow> {
  readonly node: number;
}

function byPrincipal(
  store: CompiledStore,
  kind: 'user' | 'group',
  outcomes: Iterable<Outcome<AssignmentRow>>,
): Map<PrincipalEntry, ChangedAssignment[]> {
  const found = new Map<PrincipalEntry, ChangedAssignment[]>();
  for (const { row, exists } of outcomes) {
    const principal = store.principals(kind).get(row.principalId);
    const node = store.resources.slotOf(row.resourceId);
    if (!principal || node === NO_SLOT) continue;
    const changes = found.get(principal);
    if (changes) changes.push({ node, row, exists });
    else found.set(principal, [{ node, row, exists }]);
  }
  return found;
}
