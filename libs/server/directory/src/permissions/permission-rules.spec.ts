import { PERMISSION_NAMES, formatExplicit } from '@gatehouse/access-engine';
import { serviceTypeOf } from '@gatehouse/service-types';
import { Problem } from '@gatehouse/problems';
import type { PermissionInput, ProtectedResource } from './permission-assignment';
import { readApplicable, readPermission } from './permission-rules';

function resourceIn(serviceType: string, type: ProtectedResource['type'] = 'service'): ProtectedResource {
  const found = serviceTypeOf(serviceType);
  if (!found) throw new Error(`no such type ${serviceType}`);
  return { id: 1, name: 'rivers', displayName: 'Rivers', type, serviceType: found };
}

/** The permission in its full form, or the status of the error. */
function outcomeOf(work: () => ReturnType<typeof readPermission>): string | number {
  try {
    return formatExplicit(work());
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

const outcomeIn = (body: PermissionInput): string | number => outcomeOf(() => readPermission(body));

describe('a permission of a body', () => {
  it('is that of `permission`, unless it is empty', () => {
    expect(outcomeIn({ permission: 'read', permission_name: 'write' })).toBe('read-allow-recursive');
    for (const empty of [undefined, null, '', {}, []]) {
      expect(outcomeIn({ permission: empty, permission_name: 'write-match' })).toBe('write-allow-match');
    }
  });

  it('can be any permission', () => {
    for (const name of PERMISSION_NAMES)
      expect(outcomeIn({ permission: { name } })).toBe(`${name}-allow-recursive`);
  });

  it('is missing if neither field has one', () => {
    for (const nothing of [undefined, null, '', {}, [], ['read'], 5, true, { name: '' }]) {
      expect([nothing, outcomeIn({ permission_name: nothing })]).toEqual([nothing, 400]);
    }
  });

  it('is rejected if any part of it is unknown', () => {
    for (const text of [
      'zzz',
      'Read',
      'read-',
      'read-zzz',
      'read-deny-zzz',
      'read--match',
      ' read',
      'read\n',
    ]) {
      expect([text, outcomeIn({ permission_name: text })]).toEqual([text, 422]);
    }
    for (const object of [
      { access: 'deny' },
      { name: 'read', access: 'Deny' },
      { name: 'read', scope: '' },
      { name: 'read-match' },
      { name: ['read'] },
      { name: 'read', type: 5 },
      { name: 'read', other: 'a!b' },
    ]) {
      expect([object, outcomeIn({ permission: object })]).toEqual([object, 422]);
    }
  });

  it('of an object is rejected with the name of the invalid member', () => {
    expect(() => readPermission({ permission: { name: 5 } })).toThrow(
      expect.objectContaining({
        details: { param: expect.objectContaining({ name: 'permission.name', value: 5 }) },
      }),
    );
  });

  it('is cut in errors', () => {
    expect(() => readPermission({ permission: `${'x'.repeat(5000)}!` })).toThrow(
      expect.objectContaining({
        details: { param: expect.objectContaining({ value: `${'x'.repeat(200)}…` }) },
      }),
    );
  });
});

describe('a permission', () => {
  it.each([
    ['access', 'service', 'access', true],
    ['access', 'service', 'read', false],
    ['api', 'route', 'write', true],
    ['wps', 'service', 'getcapabilities', true],
    ['wps', 'process', 'getcapabilities', false],
    ['geoserver', 'process', 'execute', true],
    ['geoserver', 'layer', 'execute', false],
    ['geoserver', 'workspace', 'read', false],
  ] as const)('in a service of type %s, on a %s, can be %s: %s', (serviceType, type, name, expected) => {
    const work = () => readApplicable({ permission: name }, resourceIn(serviceType, type));
    expect(outcomeOf(work)).toBe(expected ? `${name}-allow-recursive` : 400);
  });
});
