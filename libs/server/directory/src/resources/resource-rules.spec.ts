import {
  type ResourceTypeName,
  SERVICE_TYPES,
  childTypesAllowedBelow,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { Problem } from '@gatehouse/problems';
import { SERVICE_TABLE } from '../fields/service';
import { withDefaults } from '../fields/values';
import type { LocatedResource } from './resource';
import {
  MAX_RESOURCE_LEVELS,
  rejectSameName,
  rejectTooDeep,
  typeBelow,
  validateDisplayName,
  validateResourceName,
} from './resource-rules';

const TYPES: readonly ResourceTypeName[] = [
  'service',
  'directory',
  'file',
  'layer',
  'workspace',
  'route',
  'process',
];

function resourceIn(serviceType: string, type: ResourceTypeName): LocatedResource {
  const found = serviceTypeOf(serviceType);
  if (!found) throw new Error(`no such type ${serviceType}`);
  const fields = withDefaults(SERVICE_TABLE, { type: serviceType, url: 'http://localhost' });
  const service = { ...fields, id: 1, name: 's', type: found };
  return { id: 2, name: 'r', displayName: 'r', type, parentId: 1, rootServiceId: 1, ordering: 1, service };
}

/** The type, or the code of the error. */
function outcomeOf(serviceType: string, parent: ResourceTypeName, name: string): string {
  return outcome(() => typeBelow(resourceIn(serviceType, parent), name));
}

function outcome(work: () => unknown): string {
  try {
    return String(work() ?? 'none');
  } catch (error) {
    if (error instanceof Problem) return error.errorCode;
    throw error;
  }
}

describe('the type of a new resource', () => {
  it('is accepted exactly where the structure of the service allows it', () => {
    for (const service of SERVICE_TYPES) {
      for (const parent of TYPES) {
        const allowed = childTypesAllowedBelow(service, parent);
        const accepted = TYPES.filter((type) => outcomeOf(service.name, parent, type) === type);
        expect([service.name, parent, accepted.sort()]).toEqual([service.name, parent, [...allowed]]);
      }
    }
  });

  it.each([
    ['is unknown', 'api', 'service', 'zzz', 'resource_type_unknown'],
    ['is the name of a property of objects', 'api', 'service', 'constructor', 'resource_type_unknown'],
    ['is below a service without resources', 'access', 'service', 'route', 'resource_children_not_allowed'],
    ['is below a leaf', 'thredds', 'file', 'file', 'resource_children_not_allowed'],
    ['belongs to other services', 'api', 'service', 'directory', 'resource_type_not_allowed'],
    ['is that of services', 'api', 'service', 'service', 'resource_type_not_allowed'],
    ['belongs to another level', 'geoserver', 'service', 'layer', 'resource_type_not_allowed_here'],
    ['belongs to a level further down', 'geoserver', 'workspace', 'route', 'resource_type_not_allowed_here'],
  ] as const)('is rejected if it %s', (_, service, parent, name, code) => {
    expect(outcomeOf(service, parent, name)).toBe(code);
  });
});

describe('a new resource', () => {
  it.each(['rivers', 'a:b', 'x'.repeat(100)])('can be named %s', (name) => {
    expect(outcome(() => validateResourceName(name))).toBe('none');
  });

  it.each(['', 'a/b', '..', 'a\0b', 'a\u200bb', 'a<b', 'x'.repeat(101)])('cannot be named %j', (name) => {
    expect(outcome(() => validateResourceName(name))).toBe('resource_name_invalid');
  });

  it('is displayed under its name unless it has a display name, of limited length', () => {
    const input = { name: 'rivers', typeName: 'route' };
    expect(validateDisplayName(input)).toBe('rivers');
    expect(validateDisplayName({ ...input, displayName: 'The Rivers' })).toBe('The Rivers');
    expect(outcome(() => validateDisplayName({ ...input, displayName: 'x'.repeat(101) }))).toBe(
      'value_too_long',
    );
  });

  it('is at most at the maximum level', () => {
    expect(outcome(() => rejectTooDeep(1, MAX_RESOURCE_LEVELS))).toBe('none');
    expect(outcome(() => rejectTooDeep(1, MAX_RESOURCE_LEVELS + 1))).toBe('resource_too_deep');
  });
});

it('a resource is not renamed to its own name, but in another case', () => {
  expect(outcome(() => rejectSameName({ name: 'rivers' }, 'rivers'))).toBe('resource_name_unchanged');
  expect(outcome(() => rejectSameName({ name: 'rivers' }, 'Rivers'))).toBe('none');
});
