import fc from 'fast-check';
import { SERVICE_TYPES, resolvedConfiguration, serviceTypeOf } from '@gatehouse/service-types';
import { Problem } from '@gatehouse/http';
import { ServiceRules } from './service.rules';

const rules = new ServiceRules();
const [thredds, api] = [serviceTypeOf('thredds'), serviceTypeOf('api')];
if (!thredds || !api) throw new Error('the types of these tests are gone');

function statusOf(work: () => unknown): number {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
  return 200;
}

describe('the rules of services', () => {
  it('know each type by its exact name', () => {
    for (const type of SERVICE_TYPES) {
      expect(rules.usableType(type.name)).toBe(type);
      expect(rules.existingType(type.name)).toBe(type);
    }
  });

  it('answer 400 for a type that a body or a listing names, and 404 for one that a path is about, or 422 where it is malformed', () => {
    for (const [name, status] of [
      ['zzz', 404],
      ['API', 404],
      ['toString', 404],
      ['', 422],
      ['no!bad', 422],
      ['__proto__', 422],
    ] as const) {
      expect([
        name,
        statusOf(() => rules.usableType(name)),
        statusOf(() => rules.existingType(name)),
      ]).toEqual([name, 400, status]);
    }
  });

  it('reserve the name of the path of types and those of the common body', () => {
    for (const name of ['types', 'code', 'type', 'detail', 'path', 'url', 'method']) {
      expect(statusOf(() => rules.refuseReservedName(name))).toBe(403);
    }
    expect(statusOf(() => rules.refuseReservedName('types2'))).toBe(200);
  });

  it('know the types of synchronisation: those of services and one more', () => {
    for (const { name } of SERVICE_TYPES) expect(statusOf(() => rules.refuseUnknownSyncType(name))).toBe(200);
    expect(statusOf(() => rules.refuseUnknownSyncType('geoserver-api'))).toBe(200);
    expect(statusOf(() => rules.refuseUnknownSyncType('zzz'))).toBe(422);
  });
});

describe('a configuration to store', () => {
  it('is kept as it was given, without defaults', () => {
    const given = { skip_prefix: 'data', kept: { deep: [1, null, 'ü'] } };
    expect(rules.storableConfiguration(thredds, given)).toEqual(given);
    expect(rules.storableConfiguration(thredds, null)).toBeNull();
  });

  it('is no change where it is what is stored, or what replies show of that', () => {
    const stored = { skip_prefix: 'data' };
    const shown = resolvedConfiguration(thredds, stored);
    expect(shown).not.toEqual(stored);
    for (const given of [stored, { ...stored }, shown]) {
      expect(rules.isConfigured(thredds, stored, given)).toBe(true);
    }
    expect(rules.isConfigured(thredds, null, resolvedConfiguration(thredds, null))).toBe(true);
    for (const given of [null, {}, { ...shown, skip_prefix: 'other' }, { ...stored, extra: 1 }]) {
      expect(rules.isConfigured(thredds, stored, given)).toBe(false);
    }
  });

  it('is dropped where the type has none, but has to be one there too', () => {
    expect(rules.storableConfiguration(api, { any: 1 })).toBeNull();
    for (const value of ['x', 5, true, []]) {
      expect([value, statusOf(() => rules.storableConfiguration(api, value))]).toEqual([value, 422]);
    }
  });

  it('never holds what PostgreSQL cannot keep in JSON, at whatever place', () => {
    const unstorable = fc.constantFrom('a\0', '\ud800', 'x\udfffy');
    const nest = fc.constantFrom(
      (text: string): unknown => ({ key: text }),
      (text: string): unknown => ({ [text]: 1 }),
      (text: string): unknown => ({ list: ['fine', { deeper: [text] }] }),
    );
    fc.assert(
      fc.property(unstorable, nest, (text, around) => {
        expect(statusOf(() => rules.storableConfiguration(thredds, around(text)))).toBe(422);
      }),
    );
  });
});
