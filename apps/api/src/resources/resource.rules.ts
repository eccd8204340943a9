import { Injectable } from '@nestjs/common';
import {
  type ResourceTypeName,
  childTypesAllowedBelow,
  childTypesOf,
  mayHaveChildren,
  resourceTypeOf,
} from '@gatehouse/service-types';
import { RESOURCE_NAME } from '@gatehouse/names';
import { badRequest, forbidden, listText, unprocessable } from '@gatehouse/http';
import { structureOf } from '../services/service-views';
import type { LocatedResource } from './resources.service';

/**
 * Most levels of resources below a service. Replies nest two levels for each, and what reads JSON, ours included, has
 * an end to its stack.
 */
export const MOST_LEVELS = 256;

/** Which resource may stand where. Spec: permissions 4.2 (creating a resource), http-api 13.3. */
@Injectable()
export class ResourceRules {
  /** The type of a new resource below `parent`; what is wrong with it is told from the outside in. */
  typeBelow(parent: Pick<LocatedResource, 'type' | 'service'>, name: string): ResourceTypeName {
    const { type: serviceType } = parent.service;
    const type = resourceTypeOf(name);
    if (!type) {
      throw badRequest('There is no such type of resource.', {
        param: { name: 'resource_type', value: name, conditions: { is_in: false } },
      });
    }
    const types = childTypesOf(serviceType);
    if (!mayHaveChildren(parent.type) || types.length === 0) {
      throw forbidden('Nothing can stand below this resource.', {
        param: { name: 'resource_child_allowed', value: false, conditions: { is_true: false } },
        extras: { resource_type: parent.type, service_type: serviceType.name },
      });
    }
    if (!types.some((allowed) => allowed === type)) {
      throw forbidden('Services of this type have no such resources.', {
        param: { name: 'resource_type', value: name, compare: listText(types), conditions: { is_in: false } },
      });
    }
    const here = childTypesAllowedBelow(serviceType, parent.type);
    if (!here.some((allowed) => allowed === type)) {
      throw unprocessable('A resource of this type cannot stand at this place.', {
        param: { name: 'resource_type', value: name, compare: listText(here), conditions: { is_in: false } },
        extras: { resource_types_allowed: types, resource_structure_allowed: structureOf(serviceType) },
      });
    }
    return type;
  }

  /** A name that a resource may be looked up by, but not be given. Spec: decisions 31. */
  refuseUnusableName(name: string): void {
    if (RESOURCE_NAME.test(name)) return;
    const problem = RESOURCE_NAME.problemOf?.(name);
    throw unprocessable(`A resource cannot have this name${problem === undefined ? '' : `: ${problem}`}.`, {
      param: {
        name: 'resource_name',
        value: name,
        compare: RESOURCE_NAME.source,
        conditions: { not_empty: name !== '', matches: false },
      },
    });
  }

  /** `level` of a new resource: 1 directly below a service. */
  refuseTooDeep(parent: { readonly id: number }, level: number): void {
    if (level <= MOST_LEVELS) return;
    throw unprocessable('The resource would stand too deep.', {
      param: {
        name: 'parent_id',
        value: parent.id,
        compare: `range(1, ${MOST_LEVELS + 1})`,
        conditions: { is_in: false },
      },
    });
  }

  refuseSameName(resource: { readonly name: string }, name: string): void {
    if (name !== resource.name) return;
    throw badRequest('The resource has this name.', {
      param: { name: 'resource_name', value: name, compare: name, conditions: { not_equal: false } },
    });
  }
}
