import fc from 'fast-check';
import { SERVICE_TYPES, resolvedConfiguration, serviceTypeOf } from '@gatehouse/service-types';
import { Problem } from '@gatehouse/problems';
import {
  findServiceType,
  isConfigured,
  rejectUnknownSyncType,
  requireServiceType,
  validateConfiguration,
  validateService,
  validateServiceName,
  validateServiceUrl,
} from './service-rules';

const [thredds, api] = [serviceTypeOf('thredds'), serviceTypeOf('api')];
if (!thredds || !api) throw new Error('service types of these tests are missing');

/** The code of the error that `work` throws; `none` without an error. */
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.errorCode;
    throw error;
  }
  return 'none';
}

describe('the types of services', () => {
  it('are found by their exact names', () => {
    for (const type of SERVICE_TYPES) {
      expect(requireServiceType(type.name)).toBe(type);
      expect(findServiceType(type.name)).toBe(type);
    }
  });

  it.each([
    ['zzz', 'service_type_not_found'],
    ['API', 'service_type_not_found'],
    ['toString', 'service_type_not_found'],
    ['', 'service_type_name_invalid'],
    ['no!bad', 'service_type_name_invalid'],
    ['__proto__', 'service_type_name_invalid'],
  ])('do not include %j, which is an error in a body and in a path', (name, inPath) => {
    expect(codeOf(() => requireServiceType(name))).toBe('service_type_unknown');
    expect(codeOf(() => findServiceType(name))).toBe(inPath);
  });

  it('include a synchronization type for each, and one more', () => {
    for (const { name } of SERVICE_TYPES) expect(codeOf(() => rejectUnknownSyncType(name))).toBe('none');
    expect(codeOf(() => rejectUnknownSyncType('geoserver-api'))).toBe('none');
    expect(codeOf(() => rejectUnknownSyncType('zzz'))).toBe('service_sync_type_unknown');
  });
});

describe('a service to store', () => {
  const input = { name: 'rivers', typeName: 'api', url: 'http://localhost:9000' };

  it('has defaults for missing fields', () => {
    const stored = validateService(input);
    expect(stored).toMatchObject({
      name: 'rivers',
      type: api,
      url: 'http://localhost:9000',
      syncType: null,
      configuration: null,
      proxy: null,
    });
    expect(Object.values(stored)).not.toContain(undefined);
    expect(stored).not.toHaveProperty('typeName');
  });

  it.each(['types', 'code', 'type', 'detail', 'path', 'url', 'method'])(
    'does not have the reserved name %s',
    (name) => {
      expect(codeOf(() => validateService({ ...input, name }))).toBe('service_name_reserved');
      expect(codeOf(() => validateServiceName(`${name}2`))).toBe('none');
    },
  );

  it.each(['', ' ', 'a/b', 'a\0b', 'a\u200bb', ' a', 'a..b', 'x'.repeat(101)])(
    'does not have the name %j',
    (name) => {
      expect(codeOf(() => validateServiceName(name))).toBe('service_name_invalid');
    },
  );

  it.each(['', 'not a url', 'http://', 'gopher://localhost', `http://localhost/${'x'.repeat(9000)}`])(
    'does not have the URL %j, which the error does not repeat',
    (url) => {
      const work = () => validateServiceUrl(url);
      expect(codeOf(work)).toBe('value_invalid');
      expect(work).toThrow(
        expect.objectContaining({
          status: 422,
          details: expect.objectContaining({ param: expect.objectContaining({ value: null }) }),
        }),
      );
    },
  );
});

describe('a configuration to store', () => {
  it('is stored as given, without defaults', () => {
    const input = { skip_prefix: 'data', kept: { deep: [1, null, 'ü'] } };
    expect(validateConfiguration(thredds, input)).toEqual(input);
    expect(validateConfiguration(thredds, null)).toBeNull();
  });

  it('is equal to the stored one also with the defaults that replies show', () => {
    const stored = { skip_prefix: 'data' };
    const shown = resolvedConfiguration(thredds, stored);
    expect(shown).not.toEqual(stored);
    for (const input of [stored, { ...stored }, shown]) {
      expect(isConfigured(thredds, stored, input)).toBe(true);
    }
    expect(isConfigured(thredds, null, resolvedConfiguration(thredds, null))).toBe(true);
    for (const input of [null, {}, { ...shown, skip_prefix: 'other' }, { ...stored, extra: 1 }]) {
      expect(isConfigured(thredds, stored, input)).toBe(false);
    }
  });

  it('is validated and dropped if the type has none', () => {
    expect(validateConfiguration(api, { any: 1 })).toBeNull();
    for (const value of ['x', 5, true, []]) {
      expect([value, codeOf(() => validateConfiguration(api, value))]).toEqual([
        value,
        'service_configuration_invalid',
      ]);
    }
  });

  it('has no text that PostgreSQL cannot store in JSON, at any depth', () => {
    const unstorable = fc.constantFrom('a\0', '\ud800', 'x\udfffy');
    const nest = fc.constantFrom(
      (text: string): unknown => ({ key: text }),
      (text: string): unknown => ({ [text]: 1 }),
      (text: string): unknown => ({ list: ['fine', { deeper: [text] }] }),
    );
    fc.assert(
      fc.property(unstorable, nest, (text, around) => {
        expect(codeOf(() => validateConfiguration(thredds, around(text)))).toBe(
          'service_configuration_invalid',
        );
      }),
    );
  });
});
