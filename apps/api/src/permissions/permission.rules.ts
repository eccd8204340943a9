import { Injectable } from '@nestjs/common';
import { type Permission, formatExplicit, nameIn, parsePermission } from '@gatehouse/access-engine';
import { allowedPermissions } from '@gatehouse/service-types';
import { PARAM } from '@gatehouse/names';
import { Problem, badRequest, listText, unprocessable } from '@gatehouse/http';
import type { Place } from './place';

/** The two fields of a body that may hold a permission. */
export interface GivenPermission {
  readonly permission?: unknown;
  readonly permission_name?: unknown;
}

/** What a permission may look like, and on what it can be set. Spec: permissions 2.3, http-api 9.1. */
@Injectable()
export class PermissionRules {
  /** The permission of a body: `permission` unless it is empty, else `permission_name`. */
  given({ permission, permission_name }: GivenPermission): Permission {
    const value = isEmptyPermission(permission) ? permission_name : permission;
    if (isEmptyPermission(value)) throw missing(value);
    const read = typeof value === 'string' ? this.fromText(value) : this.fromObject(value);
    if (read instanceof Problem) throw read;
    return read;
  }

  /** The permission of a body, which has to be one that can be set on the place. */
  applicable(given: GivenPermission, place: Place): Permission {
    const permission = this.given(given);
    this.refuseInapplicable(permission, place);
    return permission;
  }

  /** The permission that a text means, or why it means none. */
  fromText(text: string): Permission | Problem {
    if (!PARAM.test(text)) return malformed('permission_name', text);
    return parsePermission(text) ?? unreadable(text);
  }

  refuseInapplicable(permission: Permission, place: Place): void {
    const names = allowedPermissions(place.serviceType, place.type);
    if (names.includes(permission.name)) return;
    throw badRequest('The permission does not apply to resources of this type.', {
      param: {
        name: 'permission_name',
        value: formatExplicit(permission),
        compare: listText(names),
        conditions: { is_in: false },
      },
      extras: { resource_type: place.type, resource_name: place.name },
    });
  }

  private fromObject(value: unknown): Permission | Problem {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return missing(value);
    // A name that is empty is none, as it is in a text.
    if (nameIn(value as Readonly<Record<string, unknown>>) === '') return missing(value);
    for (const [key, member] of Object.entries(value)) {
      if (member === null || member === undefined) continue;
      if (typeof member !== 'string') return wrongType(`permission.${key}`, member);
      if (!PARAM.test(member)) return malformed(`permission.${key}`, member);
    }
    return parsePermission(value) ?? unreadable(value);
  }
}

/** Absent, or holding nothing: neither text, object nor list with something in it. */
export function isEmptyPermission(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function missing(value: unknown): Problem {
  return badRequest('A permission is missing.', { extras: { permission_name: presentable(value) } });
}

function malformed(name: string, value: string): Problem {
  return unprocessable('This is not a permission.', {
    param: {
      name,
      value: presentable(value),
      compare: PARAM.source,
      conditions: { not_empty: value !== '', matches: false },
    },
  });
}

function wrongType(name: string, value: unknown): Problem {
  return unprocessable('This is not a permission.', {
    param: { name, value: presentable(value), compare: 'Type[str]', conditions: { is_type: false } },
  });
}

function unreadable(value: unknown): Problem {
  const detail = 'This is not a permission.';
  return unprocessable(detail, {
    call: {
      exception: 'PermissionSyntax',
      error: 'Its name or one of its modifiers is unknown.',
      content: { permission_name: presentable(value) },
    },
  });
}

/** As much of a value as belongs in an error. */
function presentable(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean') {
    return value ?? null;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
