import {
  type ChangeEntry,
  type Entity,
  PERMISSION_NAMES,
  type RowOf,
  type AssignmentRow,
} from '@gatehouse/access-engine';

/** A row in the form of the database: a JSON object of its columns. The engine checks the values. */
export type Columns = Readonly<Record<string, unknown>>;

/** An entry of the change log about one row. */
export interface LoggedChange {
  readonly entity: string;
  readonly operation: string;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

interface Spelling<E extends Entity> {
  readonly read: (columns: Columns) => RowOf[E];
  /** Columns that identify a row. */
  readonly key: readonly string[];
}

const assignment = (principal: string) => (columns: Columns) =>
  ({
    principalId: columns[principal],
    resourceId: columns['resource_id'],
    name: columns['name'],
    access: columns['access'],
    scope: columns['scope'],
  }) as AssignmentRow;

const SPELLINGS: { readonly [E in Entity]: Spelling<E> } = {
  user: { key: ['id'], read: ({ id, name }) => ({ id, name }) as RowOf['user'] },
  group: { key: ['id'], read: ({ id, name }) => ({ id, name }) as RowOf['group'] },
  membership: {
    key: ['user_id', 'group_id'],
    read: (columns) => ({ userId: columns['user_id'], groupId: columns['group_id'] }) as RowOf['membership'],
  },
  resource: {
    key: ['id'],
    read: ({ id, name, type, parent_id, root_service_id, ordering }) =>
      ({
        id,
        name,
        type,
        parentId: parent_id,
        rootServiceId: root_service_id,
        ordering,
      }) as RowOf['resource'],
  },
  service: {
    key: ['resource_id'],
    read: ({ resource_id, type, url, configuration, proxy }) =>
      // Entries that are older than the column do not have it.
      ({ resourceId: resource_id, type, url, configuration, proxy: proxy ?? null }) as RowOf['service'],
  },
  user_rule: { key: ['user_id', 'resource_id', 'name'], read: assignment('user_id') },
  group_rule: { key: ['group_id', 'resource_id', 'name'], read: assignment('group_id') },
};

/** The entities that a snapshot contains. */
export const ENTITIES: readonly string[] = Object.keys(SPELLINGS);

const NAMES = new Set<unknown>(PERMISSION_NAMES);

/**
 * True for an assignment under a permission name that this version does not know. No request can need such a permission, and
 * a newer API that introduces one must not break an older proxy that runs at the same time.
 */
export function isUnknownAssignment(entity: Entity, columns: Columns): boolean {
  return (entity === 'user_rule' || entity === 'group_rule') && !NAMES.has(columns['name']);
}

/** The row of the engine for a row of the database. */
export function toRow<E extends Entity>(entity: E, columns: Columns): RowOf[E] {
  return SPELLINGS[entity].read(columns);
}

/** What identifies a row of an entity with one identifying column. */
export function idOf(entity: string, columns: Columns): number {
  return Number(columns[entity === 'service' ? 'resource_id' : 'id']);
}

/** The change of a snapshot for an entry of the change log; undefined for entities that a snapshot does not contain. */
export function toEntries({ entity, operation, before, after }: LoggedChange): ChangeEntry[] {
  if (!isEntity(entity)) return [];
  const removed = before && (operation === 'delete' || !sameKey(entity, before, after)) ? before : null;
  const entries: ChangeEntry[] = [];
  if (removed && !isUnknownAssignment(entity, removed)) entries.push(entry(entity, 'delete', removed));
  if (after && !isUnknownAssignment(entity, after)) {
    entries.push(entry(entity, before && !removed ? 'update' : 'insert', after));
  }
  return entries;
}

function entry(entity: Entity, op: ChangeEntry['op'], columns: Columns): ChangeEntry {
  return { entity, op, row: toRow(entity, columns) } as ChangeEntry;
}

function isEntity(name: string): name is Entity {
  return Object.hasOwn(SPELLINGS, name);
}

function sameKey(entity: Entity, before: Columns, after: Columns | null): boolean {
  return after !== null && SPELLINGS[entity].key.every((column) => before[column] === after[column]);
}
