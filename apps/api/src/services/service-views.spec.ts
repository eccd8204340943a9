import { SERVICE_TYPES, serviceTypeOf } from '@gatehouse/service-types';
import { allowedPermissionList } from '@gatehouse/access-engine';
import { allowedList, categorized, typesAskedFor } from './service-views';

const names = (text: string | undefined) => typesAskedFor(text)?.map((type) => type.name);

describe('the types that a listing asks for', () => {
  it('are all of them where none is named', () => {
    for (const nothing of [undefined, '', '  ']) expect(names(nothing)).toBeUndefined();
  });

  it('are those named, in whatever case and order, each once; unknown ones are dropped', () => {
    expect(names('WPS, api,zzz,api')).toEqual(['api', 'wps']);
    expect(names('zzz')).toEqual([]);
    expect(names(',')).toEqual([]);
  });
});

describe('a listing by type and name', () => {
  const service = (service_name: string, service_type: string) => ({ service_name, service_type });

  it('has a key for every type asked for, and for every type there is a service of, in order', () => {
    const [access] = SERVICE_TYPES;
    const listed = categorized(access ? [access] : [], [service('b', 'wps'), service('a', 'api')]);
    expect(Object.keys(listed)).toEqual(['access', 'api', 'wps']);
    expect(listed).toEqual({
      access: {},
      api: { a: service('a', 'api') },
      wps: { b: service('b', 'wps') },
    });
  });

  it('keeps names that objects have of their own', () => {
    const listed = categorized([], [service('constructor', 'api'), service('toString', 'api')]);
    expect(Object.keys(listed['api'] ?? {})).toEqual(['constructor', 'toString']);
  });
});

describe('what can be set on resources of a type', () => {
  it('is one list, however often it is shown', () => {
    const type = serviceTypeOf('wps');
    if (!type) throw new Error('the type of this test is gone');
    expect(allowedList(type, 'process')).toBe(allowedList(type, 'process'));
    expect(allowedList(type, 'process')).toEqual(allowedPermissionList(['describeprocess', 'execute']));
    expect(allowedList(type, 'service')).not.toEqual(allowedList(type, 'process'));
  });
});
