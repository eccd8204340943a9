import { SERVICE_TYPES, serviceTypeOf } from '@gatehouse/service-types';
import { allowedPermissionList } from '@gatehouse/access-engine';
import { allowedList, categorized, requestedTypes } from './service-views';

const names = (text: string | undefined) => requestedTypes(text)?.map((type) => type.name);

describe('the types that a listing requests', () => {
  it('are all types if none is named', () => {
    for (const nothing of [undefined, '', '  ']) expect(names(nothing)).toBeUndefined();
  });

  it('are the named ones, each once, regardless of their case and order, and unknown names are ignored', () => {
    expect(names('WPS, api,zzz,api')).toEqual(['api', 'wps']);
    expect(names('zzz')).toEqual([]);
    expect(names(',')).toEqual([]);
  });
});

describe('a listing by type and name', () => {
  const service = (service_name: string, service_type: string) => ({ service_name, service_type });

  it('has a key for each requested type and for each type of a service, in order', () => {
    const [access] = SERVICE_TYPES;
    const listed = categorized(access ? [access] : [], [service('b', 'wps'), service('a', 'api')]);
    expect(Object.keys(listed)).toEqual(['access', 'api', 'wps']);
    expect(listed).toEqual({
      access: {},
      api: { a: service('a', 'api') },
      wps: { b: service('b', 'wps') },
    });
  });

  it('keeps services whose names are properties of Object.prototype', () => {
    const listed = categorized([], [service('constructor', 'api'), service('toString', 'api')]);
    expect(Object.keys(listed['api'] ?? {})).toEqual(['constructor', 'toString']);
  });
});

describe('the list of allowed permissions of a resource type', () => {
  it('is created once and shared by all replies', () => {
    const type = serviceTypeOf('wps');
    if (!type) throw new Error('the service type wps is missing');
    expect(allowedList(type, 'process')).toBe(allowedList(type, 'process'));
    expect(allowedList(type, 'process')).toEqual(allowedPermissionList(['describeprocess', 'execute']));
    expect(allowedList(type, 'service')).not.toEqual(allowedList(type, 'process'));
  });
});
