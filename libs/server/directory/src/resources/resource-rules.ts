import { RESOURCE_NAME, MAX_RESOURCE_NAME_LENGTH, isResourceName } from '@gatehouse/names';
import { listText, problem } from '@gatehouse/problems';
import {
  type ResourceTypeName,
  childTypesAllowedBelow,
  childTypesOf,
  mayHaveChildren,
  resourceTypeOf,
} from '@gatehouse/service-types';
import type { ProtectedService } from '../services/protected-service';
import { structureOf } from '../services/service-structure';
import type { LocatedResource, NewResource } from './resource';

/** Maximum number of levels below a service. Replies nest two levels for each, and JSON parsers have a limited stack. */
export const MAX_RESOURCE_LEVELS = 256;

/**
 * The type of a new resource below `parent`. Throws the first rule that it violates.
 * Reference: request-mapping#structure, http#creating-resources.
 */
export function typeBelow(
  parent: Pick<LocatedResource, 'type'> & { readonly service: Pick<ProtectedService, 'type'> },
  name: string,
): ResourceTypeName {
  const { type: serviceType } = parent.service;
  const type = resourceTypeOf(name);
  if (!type) {
    throw problem(
      'resource_type_unknown',
      {},
      {
        param: { name: 'resource_type', value: name, conditions: { is_in: false } },
      },
    );
  }
  const types = childTypesOf(serviceType);
  if (!mayHaveChildren(parent.type) || types.length === 0) {
    throw problem(
      'resource_children_not_allowed',
      {},
      {
        param: { name: 'resource_child_allowed', value: false, conditions: { is_true: false } },
        extras: { resource_type: parent.type, service_type: serviceType.name },
      },
    );
  }
  if (!types.some((allowed) => allowed === type)) {
    throw problem(
      'resource_type_not_allowed',
      { types: types.join(', ') },
      {
        param: { name: 'resource_type', value: name, compare: listText(types), conditions: { is_in: false } },
      },
    );
  }
  const here = childTypesAllowedBelow(serviceType, parent.type);
  if (!here.some((allowed) => allowed === type)) {
    throw problem(
      'resource_type_not_allowed_here',
      { types: here.join(', ') },
      {
        param: { name: 'resource_type', value: name, compare: listText(here), conditions: { is_in: false } },
        extras: { resource_types_allowed: types, resource_structure_allowed: structureOf(serviceType) },
      },
    );
  }
  return type;
}

/** Throws `resource_name_invalid` (422) for a name that no new resource may have. Reference: http#names. */
export function validateResourceName(name: string): void {
  if (isResourceName(name)) return;
  throw problem(
    'resource_name_invalid',
    {},
    {
      param: {
        name: 'resource_name',
        value: name.slice(0, 200),
        compare: RESOURCE_NAME.source,
        conditions: { not_empty: name !== '', matches: false },
      },
    },
  );
}

/** The display name to store. Throws `value_too_long` (422). */
export function validateDisplayName({ name, displayName = name }: Omit<NewResource, 'typeName'>): string {
  if (displayName.length <= MAX_RESOURCE_NAME_LENGTH) return displayName;
  throw problem(
    'value_too_long',
    { field: 'resource_display_name', maximum: MAX_RESOURCE_NAME_LENGTH },
    {
      status: 422,
      param: {
        name: 'resource_display_name',
        value: displayName.length,
        compare: `range(0, ${MAX_RESOURCE_NAME_LENGTH + 1})`,
        conditions: { is_in: false },
      },
    },
  );
}

/** Throws `resource_too_deep` (422). `level` of a new resource is 1 directly below a service. */
export function rejectTooDeep(parentId: number, level: number): void {
  if (level <= MAX_RESOURCE_LEVELS) return;
  throw problem(
    'resource_too_deep',
    { maximum: MAX_RESOURCE_LEVELS },
    {
      param: {
        name: 'parent_id',
        value: parentId,
        compare: `range(1, ${MAX_RESOURCE_LEVELS + 1})`,
        conditions: { is_in: false },
      },
    },
  );
}

/** Throws `resource_name_unchanged` (400). */
export function rejectSameName(resource: { readonly name: string }, name: string): void {
  if (name !== resource.name) return;
  throw problem(
    'resource_name_unchanged',
    {},
    {
      param: { name: 'resource_name', value: name, compare: name, conditions: { not_equal: false } },
    },
  );
}
