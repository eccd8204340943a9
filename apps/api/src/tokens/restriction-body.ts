import { type PermissionName, type Scope, parsePermissionName, parseScope } from '@gatehouse/access-engine';
import { MAX_RESTRICTION_ENTRIES } from '@gatehouse/dto';
import { problem } from '@gatehouse/problems';

/** One entry of a restriction in a body, by the names in it. */
export interface RequestedEntry {
  /** `restriction.0`, for errors. */
  readonly field: string;
  readonly resourceId: number | undefined;
  readonly serviceName: string | undefined;
  readonly scope: Scope;
  readonly names: readonly PermissionName[];
}

const MAX_ID = 2 ** 31 - 1;
const MAX_NAME = 256;

/**
 * The entries of a restriction, whose syntax is checked; null for none, undefined if the field is absent. Throws
 * `token_restriction_invalid`.
 */
export function readRestriction(value: unknown): readonly RequestedEntry[] | null | undefined {
  if (value === undefined || value === null) return value;
  if (!Array.isArray(value)) throw invalidEntry('restriction', 'Type[list]');
  if (value.length > MAX_RESTRICTION_ENTRIES)
    throw invalidEntry('restriction', `range(0, ${MAX_RESTRICTION_ENTRIES + 1})`);
  return value.map(readEntry);
}

/** The error of an entry or of a field of it. */
export function invalidEntry(field: string, compare: string) {
  return problem(
    'token_restriction_invalid',
    { field },
    { param: { name: field, value: null, compare, conditions: { matches: false } } },
  );
}

function readEntry(value: unknown, index: number): RequestedEntry {
  const field = `restriction.${index}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidEntry(field, 'Type[dict]');
  const entry = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(entry).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) throw invalidEntry(`${field}.${unknown}`, [...FIELDS].join(', '));
  const { resource_id: id, service_name: service } = entry;
  if ((id === undefined) === (service === undefined))
    throw invalidEntry(field, 'resource_id or service_name');
  if (id !== undefined && !isId(id)) throw invalidEntry(`${field}.resource_id`, 'Type[int]');
  if (service !== undefined && !isName(service)) throw invalidEntry(`${field}.service_name`, 'Type[str]');
  return {
    field,
    resourceId: id as number | undefined,
    serviceName: service as string | undefined,
    scope: scopeOf(entry['scope'] ?? 'recursive', `${field}.scope`),
    names: namesOf(entry['permission_names'], `${field}.permission_names`),
  };
}

const FIELDS: ReadonlySet<string> = new Set(['resource_id', 'service_name', 'scope', 'permission_names']);

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_ID;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME;
}

function scopeOf(value: unknown, field: string): Scope {
  const scope = typeof value === 'string' ? parseScope(value) : undefined;
  if (scope === undefined) throw invalidEntry(field, 'match, recursive');
  return scope;
}

function namesOf(value: unknown, field: string): PermissionName[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidEntry(field, 'Type[list]');
  const names = value.map((name, index) => {
    const parsed = typeof name === 'string' ? parsePermissionName(name) : undefined;
    if (parsed === undefined) throw invalidEntry(`${field}.${index}`, 'a name of a permission');
    return parsed;
  });
  return [...new Set(names)].sort();
}
