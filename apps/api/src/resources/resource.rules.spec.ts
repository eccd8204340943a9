import {
  type ResourceTypeName,
  SERVICE_TYPES,
  childTypesAllowedBelow,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { Problem } from '@gatehouse/http';
import { ResourceRules } from './resource.rules';
import type { LocatedResource } from './resources.service';

const rules = new ResourceRules();
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
  const service = {
    id: 1,
    name: 's',
    type: found,
    url: 'http://localhost',
    syncType: null,
    configuration: null,
    proxy: null,
  };
  return { id: 2, name: 'r', displayName: 'r', type, parentId: 1, rootServiceId: 1, ordering: 1, service };
}

/** The type, or the status with which it is refused. */
function outcomeOf(serviceType: string, parent: ResourceTypeName, name: string): string | number {
  try {
    return rules.typeBelow(resourceIn(serviceType, parent), name);
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

describe('the type of a new resource', () => {
  it('is accepted exactly where the structure of the service has it', () => {
    for (const service of SERVICE_TYPES) {
      for (const parent of TYPES) {
        const allowed = childTypesAllowedBelow(service, parent);
        const accepted = TYPES.filter((type) => outcomeOf(service.name, parent, type) === type);
        expect([service.name, parent, accepted.sort()]).toEqual([service.name, parent, [...allowed]]);
      }
    }
  });

  it.each([
    ['is none at all', 'api', 'service', 'zzz', 400],
    ['is a name that objects have', 'api', 'service', 'constructor', 400],
    ['is below a service without resources', 'access', 'service', 'route', 403],
    ['is below a leaf', 'thredds', 'file', 'file', 403],
    ['belongs to other services', 'api', 'service', 'directory', 403],
    ['is that of services', 'api', 'service', 'service', 403],
    ['stands at another place', 'geoserver', 'service', 'layer', 422],
    ['stands at another place further down', 'geoserver', 'workspace', 'route', 422],
  ] as const)('is refused where it %s', (_, service, parent, name, status) => {
    expect(outcomeOf(service, parent, name)).toBe(status);
  });
});
