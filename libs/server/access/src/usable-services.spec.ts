import type { ServiceView } from '@gatehouse/access-engine';
import type { LogFields } from '@gatehouse/logging';
import { silentLogger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import { UsableServices } from './usable-services';

const LOOKAHEAD = '.*\\.nc(?=$)';

function service(fields: Partial<ServiceView>): ServiceView {
  return {
    resourceId: 1,
    name: 'data',
    type: 'thredds',
    url: null,
    configuration: null,
    proxy: null,
    ...fields,
  };
}

describe('a service', () => {
  const lines: LogFields[] = [];
  let services: UsableServices;
  beforeEach(() => {
    lines.splice(0);
    services = new UsableServices(patternEngine, {
      ...silentLogger,
      error: (fields) => void lines.push(fields),
    });
  });

  it.each<[string, Partial<ServiceView>]>([
    ['nothing', {}],
    [
      'patterns that the engine has',
      { configuration: { file_patterns: ['(a+)+'], data_type: { prefixes: [] } } },
    ],
    [
      'another type, whose configuration has no patterns',
      { type: 'api', configuration: { file_patterns: ['('] } },
    ],
    ['a switch that does not fit and counts as not set', { type: 'geoserver', configuration: { wms: 'no' } }],
    ['an option that a newer version has', { proxy: { retries: 3 } }],
    ['a type that a newer version has', { type: 'stac', configuration: { file_patterns: ['('] } }],
  ])('can be used where it has %s', (_what, fields) => {
    expect(services.isUsable(service(fields))).toBe(true);
    expect(lines).toEqual([]);
  });

  const hook = (when: object) => ({ hooks: [{ on: 'request', when, do: [{ remove_header: 'X-A' }] }] });
  it.each<[string, Partial<ServiceView>, string]>([
    [
      'a pattern of files',
      { configuration: { file_patterns: [LOOKAHEAD] } },
      'configuration.file_patterns.0',
    ],
    [
      'a prefix',
      { configuration: { metadata_type: { prefixes: [null, LOOKAHEAD] } } },
      'configuration.metadata_type.prefixes.1',
    ],
    [
      'too large a pattern',
      { configuration: { file_patterns: ['a{501}'] } },
      'configuration.file_patterns.0',
    ],
    ['a hook', { type: 'api', proxy: hook({ path: LOOKAHEAD }) }, 'proxy.hooks.0.when.path'],
    [
      'a hook of a newer version',
      { type: 'api', proxy: hook({ country: 'CA' }) },
      'proxy.hooks.0.when.country',
    ],
    ['hooks that are not a list', { type: 'api', proxy: { hooks: null } }, 'proxy.hooks'],
  ])('cannot be used with %s that cannot, which is reported once', (_what, fields, position) => {
    const stored = service(fields);
    services.checkAll([stored, stored]);
    expect(services.isUsable(stored)).toBe(false);
    expect(lines).toEqual([{ service: 'data', reason: expect.stringMatching(`^${position}: expected `) }]);
  });

  it('that needs hooks can be used where it or the file has some', () => {
    const withFile = new UsableServices(patternEngine, silentLogger, (name) => name === 'hooked');
    const proxy = { hooks_required: true };
    const own = { ...proxy, ...hook({ path: '/a' }) };
    const usable = (fields: Partial<ServiceView>) => withFile.isUsable(service({ type: 'api', ...fields }));
    expect(usable({ proxy })).toBe(false);
    expect(usable({ proxy: { ...proxy, hooks: [] } })).toBe(false);
    expect([usable({ proxy, name: 'hooked' }), usable({ proxy: own }), usable({})]).toEqual([
      true,
      true,
      true,
    ]);
    expect(services.isUsable(service({ proxy }))).toBe(true);
  });

  it('is reported with a bounded number of its problems', () => {
    const stored = service({ configuration: { file_patterns: Array(5_000).fill('(') } });
    expect(services.isUsable(stored)).toBe(false);
    expect(lines).toHaveLength(10);
  });
});
