import { PERMISSION_NAMES, formatExplicit } from '@gatehouse/access-engine';
import { serviceTypeOf } from '@gatehouse/service-types';
import { Problem } from '@gatehouse/http';
import { type GivenPermission, PermissionRules } from './permission.rules';
import type { Place } from './place';

const rules = new PermissionRules();

function placeIn(serviceType: string, type: Place['type'] = 'service'): Place {
  const found = serviceTypeOf(serviceType);
  if (!found) throw new Error(`no such type ${serviceType}`);
  return { id: 1, name: 'rivers', displayName: 'Rivers', type, serviceType: found };
}

/** The permission in its full form, or the status with which it is refused. */
function outcomeOf(work: () => ReturnType<PermissionRules['given']>): string | number {
  try {
    return formatExplicit(work());
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

const given = (body: GivenPermission): string | number => outcomeOf(() => rules.given(body));

describe('a permission of a body', () => {
  it('is the one of `permission`, unless that is empty', () => {
    expect(given({ permission: 'read', permission_name: 'write' })).toBe('read-allow-recursive');
    for (const empty of [undefined, null, '', {}, []]) {
      expect(given({ permission: empty, permission_name: 'write-match' })).toBe('write-allow-match');
    }
  });

  it('can be every permission there is', () => {
    for (const name of PERMISSION_NAMES)
      expect(given({ permission: { name } })).toBe(`${name}-allow-recursive`);
  });

  it('is missing when there is nothing that could be one', () => {
    for (const nothing of [undefined, null, '', {}, [], ['read'], 5, true, { name: '' }]) {
      expect([nothing, given({ permission_name: nothing })]).toEqual([nothing, 400]);
    }
  });

  it('is never guessed: whatever is not understood is refused', () => {
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
      expect([text, given({ permission_name: text })]).toEqual([text, 422]);
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
      expect([object, given({ permission: object })]).toEqual([object, 422]);
    }
  });

  it('names the member of an object that is wrong', () => {
    expect(() => rules.given({ permission: { name: 5 } })).toThrow(
      expect.objectContaining({
        details: { param: expect.objectContaining({ name: 'permission.name', value: 5 }) },
      }),
    );
  });

  it('is shown in an error no longer than it is useful', () => {
    expect(() => rules.given({ permission: `${'x'.repeat(5000)}!` })).toThrow(
      expect.objectContaining({
        details: { param: expect.objectContaining({ value: `${'x'.repeat(200)}…` }) },
      }),
    );
  });
});

describe('where a permission can be set', () => {
  it.each([
    ['access', 'service', 'access', true],
    ['access', 'service', 'read', false],
    ['api', 'route', 'write', true],
    ['wps', 'service', 'getcapabilities', true],
    ['wps', 'process', 'getcapabilities', false],
    ['geoserver', 'process', 'execute', true],
    ['geoserver', 'layer', 'execute', false],
    ['geoserver', 'workspace', 'read', false],
  ] as const)('in a service of type %s on a %s, %s: %s', (serviceType, type, name, expected) => {
    const work = () => rules.applicable({ permission: name }, placeIn(serviceType, type));
    expect(outcomeOf(work)).toBe(expected ? `${name}-allow-recursive` : 400);
  });
});
