import { parseAccess, parsePermissionName, parseScope } from '../permission';
import { InconsistentRowsError } from './errors';
import { MAX_ID } from './id-index';
import type { Entity, ResourceRow, RowOf, AssignmentRow } from './rows';

type Check<T> = (row: T) => boolean;

const isId = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_ID;
const isIdOrNull = (value: unknown): boolean => value === null || isId(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const isNamed: Check<{ id: unknown; name: unknown }> = (row) => isId(row.id) && isText(row.name);

// Constants and other spellings parse, too; in rows, only the stored values are valid.
const isAssignment: Check<AssignmentRow> = (row) =>
  isId(row.principalId) &&
  isId(row.resourceId) &&
  parsePermissionName(row.name) === row.name &&
  parseAccess(row.access) === row.access &&
  parseScope(row.scope) === row.scope;

const isResource: Check<ResourceRow> = (row) =>
  isNamed(row) &&
  isText(row.type) &&
  isIdOrNull(row.parentId) &&
  isIdOrNull(row.rootServiceId) &&
  Number.isInteger(row.ordering);

const CHECKS: { [E in Entity]: Check<RowOf[E]> } = {
  user: isNamed,
  group: isNamed,
  membership: (row) => isId(row.userId) && isId(row.groupId),
  resource: isResource,
  service: (row) => isId(row.resourceId) && isText(row.type),
  user_rule: isAssignment,
  group_rule: isAssignment,
};

/** Rejects a malformed row: rows come from outside the type system, as JSON or from a driver. */
export function assertRow<E extends Entity>(entity: E, row: RowOf[E]): void {
  if (Object.hasOwn(CHECKS, entity) && CHECKS[entity](row)) return;
  // Ids only: other columns can hold what must not appear in a log.
  const ids = Object.entries(row).filter(([key, value]) => /id$/i.test(key) && typeof value === 'number');
  throw new InconsistentRowsError(`malformed row of ${entity}: ${JSON.stringify(Object.fromEntries(ids))}`);
}
