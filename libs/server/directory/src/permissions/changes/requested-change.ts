import { type PermissionName, parseAccess, parsePermissionName, parseScope } from '@gatehouse/access-engine';
import { CHANGE_EXPECTATIONS, type Localized, type ProblemDetails, problem } from '@gatehouse/problems';

/** Maximum number of changes of one request. */
export const MAX_CHANGES = 1_000;

/** Longest name of a user or group. */
const MAX_NAME = 256;

/** The largest possible identifier. */
const MAX_ID = 2 ** 31 - 1;

/** PostgreSQL can store neither NUL nor unpaired surrogates, so that no stored name has them. */
const STORABLE = /^[^\0\p{Surrogate}]+$/u;

/** One change of a body, by the names in it. Reference: console-api#changes. */
export interface RequestedChange {
  /** `changes.0`, for errors. */
  readonly field: string;
  readonly resourceId: number;
  readonly kind: 'user' | 'group';
  readonly principalName: string;
  readonly permission: PermissionName;
  /** Undefined to remove the assignment. */
  readonly modifiers:
    | { readonly access: 'allow' | 'deny'; readonly scope: 'match' | 'recursive' }
    | undefined;
  /** The revision on which the change is based; undefined for that of the request. */
  readonly revision: number | undefined;
}

/** The changes of a body, which is not validated yet: their number and the syntax of each. */
export function readRequestedChanges(value: unknown): RequestedChange[] {
  if (value === undefined || value === null) throw problem('permission_changes_missing', {}, at('changes'));
  if (!Array.isArray(value)) {
    const conditions = { is_type: false };
    throw problem(
      'permission_changes_not_a_list',
      {},
      { param: { name: 'changes', value: null, compare: 'Type[list]', conditions } },
    );
  }
  if (value.length === 0) throw problem('permission_changes_missing', {}, at('changes'));
  if (value.length > MAX_CHANGES) {
    const compare = `range(1, ${MAX_CHANGES + 1})`;
    throw problem(
      'permission_changes_too_many',
      { maximum: MAX_CHANGES },
      { param: { name: 'changes', value: value.length, compare, conditions: { is_in: false } } },
    );
  }
  return value.map(readChange);
}

/** Throws if two changes are of one assignment; principals and resources are compared by their identifiers. */
export function rejectRepeated(
  changes: readonly {
    readonly field: string;
    readonly kind: 'user' | 'group';
    readonly principalId: number;
    readonly resourceId: number;
    readonly permission: PermissionName;
  }[],
): void {
  const seen = new Set<string>();
  for (const { field, kind, principalId, resourceId, permission } of changes) {
    const key = `${kind} ${principalId} ${resourceId} ${permission}`;
    if (seen.has(key)) throw problem('permission_change_repeated', { field }, at(field));
    seen.add(key);
  }
}

function readChange(value: unknown, index: number): RequestedChange {
  const field = `changes.${index}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(field, CHANGE_EXPECTATIONS.object, value);
  const entry = value as Readonly<Record<string, unknown>>;
  const user = entry['user_name'] ?? undefined;
  const group = entry['group_name'] ?? undefined;
  if ((user === undefined) === (group === undefined)) throw problem('principal_required', {}, at(field));
  const kind = user === undefined ? 'group' : 'user';
  return {
    field,
    resourceId: idOf(entry['resource_id'], `${field}.resource_id`),
    kind,
    principalName: nameOf(user ?? group, `${field}.${kind}_name`),
    permission: permissionOf(entry['permission_name'], `${field}.permission_name`),
    modifiers: modifiersOf(entry, field),
    revision: revisionOf(entry['revision'], `${field}.revision`),
  };
}

function revisionOf(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalid(field, CHANGE_EXPECTATIONS.revision, value);
}

function idOf(value: unknown, field: string): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID) return id;
  throw invalid(field, CHANGE_EXPECTATIONS.identifier, value);
}

function nameOf(value: unknown, field: string): string {
  if (typeof value === 'string' && value.length <= MAX_NAME && STORABLE.test(value)) return value;
  throw invalid(field, CHANGE_EXPECTATIONS.name, value);
}

function permissionOf(value: unknown, field: string): PermissionName {
  const name = typeof value === 'string' ? parsePermissionName(value) : undefined;
  if (name) return name;
  throw invalid(field, CHANGE_EXPECTATIONS.permission, value);
}

function modifiersOf(entry: Readonly<Record<string, unknown>>, field: string): RequestedChange['modifiers'] {
  const { access: inputAccess, scope: inputScope } = entry;
  const scope =
    inputScope === undefined || inputScope === null ? 'recursive' : parsed(inputScope, parseScope);
  if (!scope) throw invalid(`${field}.scope`, CHANGE_EXPECTATIONS.scope, inputScope);
  if (inputAccess === null) return undefined;
  // An absent access is an error: it could mean to allow or to remove.
  const access = parsed(inputAccess, parseAccess);
  if (!access) throw invalid(`${field}.access`, CHANGE_EXPECTATIONS.access, inputAccess);
  return { access, scope };
}

function parsed<Value>(value: unknown, parse: (text: string) => Value | undefined): Value | undefined {
  return typeof value === 'string' ? parse(value) : undefined;
}

function invalid(field: string, expected: Localized, value: unknown) {
  return problem('permission_change_invalid', { field, expected }, at(field, value));
}

function at(name: string, value?: unknown): ProblemDetails {
  const shown = typeof value === 'string' ? value.slice(0, 200) : value;
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  return {
    param: {
      name,
      value: isScalar ? shown : null,
      conditions: { not_none: value !== undefined, is_in: false },
    },
  };
}
