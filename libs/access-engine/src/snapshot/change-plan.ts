import { OPERATIONS_PER_STEP, type Steps } from '../steps';
import type { CompiledStore } from './compiled-store';
import { InconsistentRowsError } from './errors';
import { NO_SLOT } from './resource-table';
import { assertRow } from './row-check';
import type { AssignmentRow, ChangeEntry, Entity, ResourceRow, RowOf } from './rows';
import { MAX_SLOTS } from './assignment-code';

/** The result of a change for one row: its last state, or none if it is deleted. */
export interface Outcome<Row> {
  readonly row: Row;
  readonly exists: boolean;
}

/** The net effect of a change, by entity and key. */
export type ChangePlan = { readonly [E in Entity]: ReadonlyMap<string | number, Outcome<RowOf[E]>> };

type Draft = { readonly [E in Entity]: Map<string | number, Outcome<RowOf[E]>> };

const KEYS: { readonly [E in Entity]: (row: RowOf[E]) => string | number } = {
  user: (row) => row.id,
  group: (row) => row.id,
  membership: (row) => `${row.userId} ${row.groupId}`,
  resource: (row) => row.id,
  service: (row) => row.resourceId,
  user_rule: (row) => `${row.principalId} ${row.resourceId} ${row.name}`,
  group_rule: (row) => `${row.principalId} ${row.resourceId} ${row.name}`,
};

/** An operation here costs several of a visit. */
const ENTRIES_PER_STEP = OPERATIONS_PER_STEP / 4;

/**
 * Validates a change before anything is modified: what does not fit throws here, and the returned plan can be executed
 * without further checks, if no other one is executed meanwhile. Deleting a missing row is valid and not part of the plan: a cascade
 * reports its entries in any order, and the rows below or of a deleted object are deleted later than it.
 */
export function* planChange(store: CompiledStore, entries: readonly ChangeEntry[]): Steps<ChangePlan> {
  const draft: Draft = {
    user: new Map(),
    group: new Map(),
    membership: new Map(),
    resource: new Map(),
    service: new Map(),
    user_rule: new Map(),
    group_rule: new Map(),
  };
  let noted = 0;
  for (const entry of entries) {
    if (++noted % ENTRIES_PER_STEP === 0) yield 0;
    note(store, draft, entry.entity, entry.op, entry.row);
  }
  checkCapacity(store, draft);
  yield* checkTree(store, draft);
  yield* checkReferences(store, draft);
  for (const entity of Object.keys(draft) as Entity[]) {
    if (entries.length >= ENTRIES_PER_STEP) yield 0;
    dropIneffective(store, draft, entity);
  }
  return draft;
}

function dropIneffective<E extends Entity>(store: CompiledStore, draft: Draft, entity: E): void {
  const outcomes: Map<string | number, Outcome<RowOf[E]>> = draft[entity];
  for (const [key, { row, exists }] of outcomes)
    if (!exists && !HAS_ROW[entity](store, row)) outcomes.delete(key);
}

const hasAssignment =
  (kind: 'user' | 'group') =>
  (store: CompiledStore, { principalId, resourceId }: AssignmentRow): boolean =>
    isKnown(store, kind, principalId) && isKnown(store, 'resource', resourceId);

/** Whether the snapshot may have a row; "no" is certain. */
const HAS_ROW: { readonly [E in Entity]: (store: CompiledStore, row: RowOf[E]) => boolean } = {
  user: (store, { id }) => isKnown(store, 'user', id),
  group: (store, { id }) => isKnown(store, 'group', id),
  membership: (store, { userId, groupId }) =>
    isKnown(store, 'user', userId) && isKnown(store, 'group', groupId),
  resource: (store, { id }) => isKnown(store, 'resource', id),
  service: (store, { resourceId }) => isKnown(store, 'service', resourceId),
  user_rule: hasAssignment('user'),
  group_rule: hasAssignment('group'),
};

function note<E extends Entity>(
  store: CompiledStore,
  draft: Draft,
  entity: E,
  op: ChangeEntry['op'],
  row: RowOf[E],
): void {
  assertRow(entity, row);
  const key = KEYS[entity](row);
  const outcomes: Map<string | number, Outcome<RowOf[E]>> = draft[entity];
  const before = outcomes.get(key);
  if (entity === 'user' || entity === 'group' || entity === 'resource' || entity === 'service') {
    const exists = before ? before.exists : isKnown(store, entity, key as number);
    if (op === 'insert' && exists) throw new InconsistentRowsError(`${entity} ${key} already exists`);
    if (op === 'update' && !exists) throw new InconsistentRowsError(`${entity} ${key} does not exist`);
    // INVARIANT: an id refers to one object throughout a change; a successor of the same id would inherit its assignments.
    if (op === 'insert' && before && entity !== 'service')
      throw new InconsistentRowsError(`${entity} ${key} was deleted and inserted again`);
  }
  outcomes.set(key, { row, exists: op !== 'delete' });
}

function isKnown(
  store: CompiledStore,
  entity: 'user' | 'group' | 'resource' | 'service',
  id: number,
): boolean {
  if (entity === 'service') return store.services.has(id);
  return entity === 'resource'
    ? store.resources.slotOf(id) !== NO_SLOT
    : store.principals(entity).get(id) !== undefined;
}

function checkCapacity(store: CompiledStore, draft: Draft): void {
  for (const [used, more] of [
    [store.resources.slots, draft.resource.size],
    [store.users.slots, draft.user.size],
    [store.groups.slots, draft.group.size],
  ] as const) {
    if (used + more > MAX_SLOTS) throw new InconsistentRowsError(`more than ${MAX_SLOTS} rows of one kind`);
  }
}

/** Every changed resource has a parent that exists or is deleted in this change, and is not below itself. */
function* checkTree(store: CompiledStore, draft: Draft): Steps<void> {
  const parentOf = (id: number): number | null => {
    const outcome = draft.resource.get(id);
    if (outcome?.exists) return outcome.row.parentId;
    const slot = store.resources.slotOf(id);
    if (slot === NO_SLOT) throw new InconsistentRowsError(`unknown resource ${id}`);
    return store.resources.row(slot).parentId;
  };
  // INVARIANT: the tree was acyclic before, so a cycle passes through a changed resource.
  const sound = new Set<number>();
  let checked = 0;
  for (const outcome of draft.resource.values()) {
    if (++checked % ENTRIES_PER_STEP === 0) yield 0;
    if (!outcome.exists || !mayMove(store, outcome.row)) continue;
    const path = new Set<number>();
    for (let id: number | null = outcome.row.id; id !== null && !sound.has(id); id = parentOf(id)) {
      if (path.has(id)) throw new InconsistentRowsError(`resource ${id} would be its own ancestor`);
      path.add(id);
    }
    for (const id of path) sound.add(id);
  }
}

function mayMove(store: CompiledStore, row: ResourceRow): boolean {
  const slot = store.resources.slotOf(row.id);
  return slot === NO_SLOT || store.resources.row(slot).parentId !== row.parentId;
}

/** Rows refer to objects that exist, or whose deletion in this change removes the rows. */
function* checkReferences(store: CompiledStore, draft: Draft): Steps<void> {
  const demand = (entity: 'user' | 'group' | 'resource', id: number): void => {
    if (!draft[entity].has(id) && !isKnown(store, entity, id)) {
      throw new InconsistentRowsError(`unknown ${entity} ${id}`);
    }
  };
  for (const { row, exists } of draft.membership.values()) {
    if (!exists) continue;
    demand('user', row.userId);
    demand('group', row.groupId);
  }
  for (const { row, exists } of draft.service.values()) if (exists) demand('resource', row.resourceId);
  for (const kind of ['user', 'group'] as const) {
    let checked = 0;
    for (const { row, exists } of draft[`${kind}_rule`].values()) {
      if (++checked % ENTRIES_PER_STEP === 0) yield 0;
      if (!exists) continue;
      demand(kind, row.principalId);
      demand('resource', row.resourceId);
    }
  }
}
