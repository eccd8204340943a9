import type { PermissionName } from '@gatehouse/access-engine';
import { serviceTypeOf } from '@gatehouse/service-types';
import { type NewPlace, mayOpen } from './gains';

const SERVICE = 1;
const WORKSPACE = 2;
const SECRET = 3;

function typed(name: string) {
  const type = serviceTypeOf(name);
  if (!type) throw new Error(name);
  return type;
}

const rules = (
  denied: Readonly<Record<number, readonly PermissionName[]>>,
  allowed: Readonly<Record<number, readonly PermissionName[]>>,
) => {
  const map = (given: typeof denied) =>
    new Map(Object.entries(given).map(([id, names]) => [Number(id), new Set(names)]));
  return { denied: map(denied), allowedBelow: map(allowed) };
};

describe('the registration of a name may open something', () => {
  const layer: NewPlace = {
    name: 'rivers',
    type: 'layer',
    above: [WORKSPACE, SERVICE],
    siblings: [{ id: SECRET, name: 'secret' }],
  };
  const maps = { type: typed('geoserverwms'), hasMaps: true, refusesUnregistered: false };
  const allowed = { [SERVICE]: ['getmap'] } as const;

  it('on maps, where anything of the service is denied to somebody and the layer would be allowed', () => {
    expect(mayOpen(layer, rules({ [SECRET]: ['getmap'] }, allowed), maps)).toBe(true);
    expect(mayOpen(layer, rules({ [SECRET]: ['getfeatureinfo'] }, allowed), maps)).toBe(false);
    expect(mayOpen(layer, rules({ [SECRET]: ['getmap'] }, {}), maps)).toBe(false);
    expect(mayOpen(layer, rules({}, allowed), maps)).toBe(false);
  });

  it('where names that are not registered are refused, and somebody is allowed what is below', () => {
    const refused = { ...maps, refusesUnregistered: true };
    expect(mayOpen(layer, rules({}, allowed), refused)).toBe(true);
    expect(mayOpen(layer, rules({}, {}), refused)).toBe(false);
  });

  it('of an API, where a denied sibling decides requests for the name as long as it is not registered', () => {
    const api = { type: typed('api'), hasMaps: false, refusesUnregistered: false };
    const place = (name: string): NewPlace => ({ ...layer, name, type: 'route' });
    const read = rules({ [SECRET]: ['read'] }, { [SERVICE]: ['read'] });
    expect(mayOpen(place('secret.json'), read, api)).toBe(true);
    expect(mayOpen(place('se_cret'), read, api)).toBe(false);
    expect(mayOpen(place('public'), read, api)).toBe(false);
  });

  it('of processes, where a denied one has the same fold, or is the prefix', () => {
    const wps = { type: typed('wps'), hasMaps: false, refusesUnregistered: false };
    const execute = rules({ [SECRET]: ['execute'] }, { [SERVICE]: ['execute'] });
    const siblings = [{ id: SECRET, name: 'run-it' }];
    for (const [name, expected] of [
      ['run_it', true],
      ['run-it:fast', true],
      ['walk', false],
    ] as const)
      expect([name, mayOpen({ ...layer, name, type: 'process', siblings }, execute, wps)]).toEqual([
        name,
        expected,
      ]);
  });
});
