import { type Permission, formatExplicit, nameIn, parsePermission } from '@gatehouse/access-engine';
import { PARAM } from '@gatehouse/names';
import { Problem, listText, problem } from '@gatehouse/problems';
import { allowedPermissions } from '@gatehouse/service-types';
import type { PermissionInput, ProtectedResource } from './permission-assignment';

/** Maximum length of a value that an error repeats. */
const MAX_SHOWN = 200;

/**
 * The permission of a body: `permission` unless it is empty, else `permission_name`. Throws `permission_missing` (400) or
 * `permission_invalid` (422). Reference: permission-rules#validation, permission-rules#text-forms.
 */
export function readPermission({ permission, permission_name }: PermissionInput): Permission {
  const value = isEmptyPermission(permission) ? permission_name : permission;
  if (isEmptyPermission(value)) throw missing(value);
  const read = typeof value === 'string' ? parsePermissionText(value) : parsePermissionObject(value);
  if (read instanceof Problem) throw read;
  return read;
}

/** The permission of a body, which must be allowed on the resource. Throws also `permission_not_applicable` (400). */
export function readApplicable(input: PermissionInput, resource: ProtectedResource): Permission {
  const permission = readPermission(input);
  rejectInapplicable(permission, resource);
  return permission;
}

/** The permission of a text, or why it is invalid. */
export function parsePermissionText(text: string): Permission | Problem {
  if (!PARAM.test(text)) return malformed('permission_name', text);
  return parsePermission(text) ?? unreadable(text);
}

export function rejectInapplicable(
  permission: Permission,
  resource: Pick<ProtectedResource, 'name' | 'type' | 'serviceType'>,
): void {
  const names = allowedPermissions(resource.serviceType, resource.type);
  if (names.includes(permission.name)) return;
  throw problem(
    'permission_not_applicable',
    { names: names.join(', ') },
    {
      param: {
        name: 'permission_name',
        value: formatExplicit(permission),
        compare: listText(names),
        conditions: { is_in: false },
      },
      extras: { resource_type: resource.type, resource_name: resource.name },
    },
  );
}

/** Absent or empty: neither text, object nor list with content. */
export function isEmptyPermission(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function parsePermissionObject(value: unknown): Permission | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return missing(value);
  // An empty name is a missing one, as it is in a text.
  if (nameIn(value as Readonly<Record<string, unknown>>) === '') return missing(value);
  for (const [key, member] of Object.entries(value)) {
    if (member === null || member === undefined) continue;
    if (typeof member !== 'string') return wrongType(`permission.${key}`, member);
    if (!PARAM.test(member)) return malformed(`permission.${key}`, member);
  }
  return parsePermission(value) ?? unreadable(value);
}

function missing(value: unknown): Problem {
  return problem('permission_missing', {}, { extras: { permission_name: presentable(value) } });
}

function malformed(name: string, value: string): Problem {
  return problem(
    'permission_invalid',
    {},
    {
      param: {
        name,
        value: presentable(value),
        compare: PARAM.source,
        conditions: { not_empty: value !== '', matches: false },
      },
    },
  );
}

function wrongType(name: string, value: unknown): Problem {
  return problem(
    'permission_invalid',
    {},
    { param: { name, value: presentable(value), compare: 'Type[str]', conditions: { is_type: false } } },
  );
}

function unreadable(value: unknown): Problem {
  return problem(
    'permission_invalid',
    {},
    {
      call: {
        exception: 'PermissionSyntax',
        error: 'Its name or one of its modifiers is unknown.',
        content: { permission_name: presentable(value) },
      },
    },
  );
}

/** As much of a value as an error repeats. */
function presentable(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') {
    return value ?? null;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
