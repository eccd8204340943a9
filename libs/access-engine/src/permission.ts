/**
 * A permission: a name, whether access is allowed or denied (`access`), and how far down the tree it applies (`scope`). As
 * text, in EBNF:
 *
 * ```ebnf
 * permission = name , [ "-" , modifiers ] ;
 * modifiers  = access | scope | access , "-" , scope ;
 * name       = "read" | "READ" | "getcapabilities" | "GET_CAPABILITIES" | ? any other row of the table below ? ;
 * access     = "allow" | "ALLOW" | "deny" | "DENY" ;
 * scope      = "match" | "MATCH" | "recursive" | "RECURSIVE" ;
 * ```
 *
 * The modifiers default to `allow` and `recursive`. An unknown modifier does not parse: with lenient parsing, a typo in
 * "deny" would grant access. Reference: permission-rules#names, permission-rules#modifiers, permission-rules#types,
 * permission-rules#text-forms, permission-rules#object-form, permission-rules#order, permission-rules#one-assignment-per-name.
 */

/** Every permission name with its upper-case constant, in alphabetical order of the names. */
const CONSTANTS = {
  access: 'ACCESS',
  browse: 'BROWSE',
  createstoredquery: 'CREATE_STORED_QUERY',
  describefeaturetype: 'DESCRIBE_FEATURE_TYPE',
  describelayer: 'DESCRIBE_LAYER',
  describeprocess: 'DESCRIBE_PROCESS',
  describestoredqueries: 'DESCRIBE_STORED_QUERIES',
  dropstoredquery: 'DROP_STORED_QUERY',
  execute: 'EXECUTE',
  getcapabilities: 'GET_CAPABILITIES',
  getfeature: 'GET_FEATURE',
  getfeatureinfo: 'GET_FEATURE_INFO',
  getfeaturewithlock: 'GET_FEATURE_WITH_LOCK',
  getgmlobject: 'GET_GML_OBJECT',
  getlegendgraphic: 'GET_LEGEND_GRAPHIC',
  getmap: 'GET_MAP',
  getmetadata: 'GET_METADATA',
  getpropertyvalue: 'GET_PROPERTY_VALUE',
  liststoredqueries: 'LIST_STORED_QUERIES',
  lockfeature: 'LOCK_FEATURE',
  read: 'READ',
  transaction: 'TRANSACTION',
  write: 'WRITE',
} as const;

/** The name of a permission. */
export type PermissionName = keyof typeof CONSTANTS;

/** Allowed or denied. */
export type Access = 'allow' | 'deny';

/** Only the resource itself (`match`), or also everything below it, existing or not (`recursive`). */
export type Scope = 'match' | 'recursive';

/** One permission in its structured form. */
export interface Permission {
  readonly name: PermissionName;
  readonly access: Access;
  readonly scope: Scope;
}

/** The 23 permission names, sorted. */
export const PERMISSION_NAMES = Object.keys(CONSTANTS) as readonly PermissionName[];
export const ACCESSES: readonly Access[] = ['allow', 'deny'];
export const SCOPES: readonly Scope[] = ['match', 'recursive'];

/** A value and its upper-case constant are the same token; other spellings are invalid. */
function tokens<T extends string>(values: Iterable<readonly [T, string]>): ReadonlyMap<string, T> {
  const table = new Map<string, T>();
  for (const [value, constant] of values) table.set(value, value).set(constant, value);
  return table;
}

const NAME_TOKENS = tokens(Object.entries(CONSTANTS) as [PermissionName, string][]);
const ACCESS_TOKENS = tokens(ACCESSES.map((access) => [access, access.toUpperCase()] as const));
const SCOPE_TOKENS = tokens(SCOPES.map((scope) => [scope, scope.toUpperCase()] as const));

/** The name of a value or constant; `undefined` if there is none (`GetMap`, `Read`, …). */
export function parsePermissionName(text: string): PermissionName | undefined {
  return NAME_TOKENS.get(text);
}

/** The access of a value or constant. */
export function parseAccess(text: string): Access | undefined {
  return ACCESS_TOKENS.get(text);
}

/** The scope of a value or constant. */
export function parseScope(text: string): Scope | undefined {
  return SCOPE_TOKENS.get(text);
}

function parseText(text: string): Permission | undefined {
  const [head = '', ...modifiers] = text.split('-');
  const name = parsePermissionName(head);
  if (!name || modifiers.length > 2) return undefined;
  const [first, second] = modifiers;
  if (first === undefined) return { name, access: 'allow', scope: 'recursive' };
  const access = parseAccess(first);
  if (second !== undefined) {
    const scope = parseScope(second);
    return access && scope ? { name, access, scope } : undefined;
  }
  if (access) return { name, access, scope: 'recursive' };
  const scope = parseScope(first);
  return scope && { name, access: 'allow', scope };
}

const NAME_KEYS = ['name', 'permission_name', 'permission', 'perm_name'] as const;

/** A modifier of an object: absent and null mean the default, anything unknown is `undefined`. */
function modifier<T extends string>(
  value: unknown,
  parse: (text: string) => T | undefined,
  absent: T,
): T | undefined {
  if (value === undefined || value === null) return absent;
  return typeof value === 'string' ? parse(value) : undefined;
}

/**
 * The name in an object. The first key that is present takes precedence even if it is null, so that an invalid name is not
 * replaced by a synonym. Reference: permission-rules#object-form.
 */
export function nameIn(value: Readonly<Record<string, unknown>>): unknown {
  const key = NAME_KEYS.find((candidate) => value[candidate] !== undefined);
  return key && value[key];
}

function parseObject(value: Readonly<Record<string, unknown>>): Permission | undefined {
  const text = nameIn(value);
  const name = typeof text === 'string' ? parsePermissionName(text) : undefined;
  const access = modifier(value['access'], parseAccess, 'allow');
  const scope = modifier(value['scope'], parseScope, 'recursive');
  return name && access && scope && { name, access, scope };
}

/**
 * Parses a permission, given as text (`read`, `read-match`, `read-deny-recursive`) or as an object
 * (`{ name, access?, scope? }`, where `permission_name`, `permission` and `perm_name` are synonyms of `name` and other
 * keys are ignored). `undefined` if it is invalid. Reference: permission-rules#text-forms, permission-rules#object-form.
 */
export function parsePermission(value: unknown): Permission | undefined {
  if (typeof value === 'string') return parseText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return parseObject(value as Readonly<Record<string, unknown>>);
}

/** The canonical text, `name-access-scope`, which replies always use. */
export function formatExplicit({ name, access, scope }: Permission): string {
  return `${name}-${access}-${scope}`;
}

/** The older, shorter form; denials have none. */
export function formatImplicit({ name, access, scope }: Permission): string | undefined {
  if (access === 'deny') return undefined;
  return scope === 'recursive' ? name : `${name}-match`;
}

/**
 * The strength of an assignment among those with the same permission and resource and equal principals: allow-match 0 <
 * allow-recursive 1 < deny-match 2 < deny-recursive 3. Reference: permission-rules#order.
 */
export function strengthOf({ access, scope }: Pick<Permission, 'access' | 'scope'>): number {
  return (access === 'deny' ? 2 : 0) + (scope === 'recursive' ? 1 : 0);
}

/** Sorts by name, then allow before deny, then match before recursive. Reference: permission-rules#order. */
export function comparePermissions(a: Permission, b: Permission): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return strengthOf(a) - strengthOf(b);
}

/** Whether name, access and scope are equal. */
export function samePermission(a: Permission, b: Permission): boolean {
  return comparePermissions(a, b) === 0;
}
