import { patternEngine } from '@gatehouse/patterns';
import { contextOf, requestOf, treeOf } from './testing/requests';
import {
  SERVICE_TYPE_NAMES,
  SERVICE_TYPES,
  allowedPermissions,
  childTypesAllowedBelow,
  childTypesOf,
  configurationProblems,
  mayHaveChildren,
  resolvedConfiguration,
  resourceTypeOf,
  serviceTypeOf,
} from './catalogue';
import type { ResourceTypeName } from './service-type';

const type = (name: string) => serviceTypeOf(name)!;
const allowed = (name: string, resource: ResourceTypeName) =>
  allowedPermissions(type(name), resource).join(' ');
const WFS =
  'createstoredquery describefeaturetype describestoredqueries dropstoredquery getcapabilities getfeature ' +
  'getfeaturewithlock liststoredqueries lockfeature transaction';

test('service types are sorted by name and found by their exact name', () => {
  expect(SERVICE_TYPE_NAMES).toEqual([...new Set(SERVICE_TYPE_NAMES)].sort());
  for (const name of SERVICE_TYPE_NAMES) expect(serviceTypeOf(name)?.name).toBe(name);
  for (const name of ['API', 'wms', 'constructor', '']) expect(serviceTypeOf(name)).toBeUndefined();
});

test('files, layers and processes are leaves', () => {
  const types: ResourceTypeName[] = [
    'service',
    'directory',
    'file',
    'layer',
    'workspace',
    'route',
    'process',
  ];
  expect(types.filter((name) => !mayHaveChildren(name))).toEqual(['file', 'layer', 'process']);
  expect(['route', 'Route', 'toString', ''].map(resourceTypeOf)).toEqual([
    'route',
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the permissions that apply', () => {
  test.each<[string, ResourceTypeName, string]>([
    ['access', 'service', 'access'],
    ['api', 'service', 'read write'],
    ['api', 'route', 'read write'],
    ['project-api', 'route', 'read write'],
    ['thredds', 'service', 'browse read write'],
    ['thredds', 'file', 'browse read write'],
    ['ncwms', 'service', 'getcapabilities getfeatureinfo getlegendgraphic getmap getmetadata'],
    ['ncwms', 'directory', 'getcapabilities getfeatureinfo getlegendgraphic getmap getmetadata'],
    ['wps', 'service', 'describeprocess execute getcapabilities'],
    ['wps', 'process', 'describeprocess execute'],
    ['wfs', 'service', WFS],
    ['wfs', 'layer', 'describefeaturetype getfeature lockfeature transaction'],
    ['geoserverwms', 'workspace', 'describelayer getcapabilities getfeatureinfo getlegendgraphic getmap'],
    ['geoserverwps', 'workspace', 'describeprocess execute getcapabilities'],
    ['geoserverwps', 'process', 'describeprocess execute'],
    ['geoserver', 'route', 'read write'],
    ['geoserver', 'process', 'describeprocess execute'],
  ])('are, in %s on a %s: %s', (name, resource, names) => {
    expect(allowed(name, resource)).toBe(names);
  });

  test('of a GeoServer are those of its protocols together', () => {
    const counts = (['service', 'workspace', 'layer'] as const).map(
      (resource) => allowedPermissions(type('geoserver'), resource).length,
    );
    expect(counts).toEqual([20, 18, 16]);
    expect(allowedPermissions(type('geoserverwfs'), 'layer')).toHaveLength(12);
    expect(allowed('geoserverwfs', 'service')).toBe(allowed('geoserverwfs', 'workspace'));
  });

  test('are none on a resource type that a service cannot contain', () => {
    expect(allowed('api', 'layer')).toBe('');
    expect(allowed('access', 'route')).toBe('');
  });
});

describe('the structure of services', () => {
  test.each<[string, ResourceTypeName, string]>([
    ['access', 'service', ''],
    ['api', 'service', 'route'],
    ['api', 'route', 'route'],
    ['thredds', 'directory', 'directory file'],
    ['thredds', 'file', ''],
    ['ncwms', 'service', 'directory file'],
    ['ncwms', 'directory', 'directory file'],
    ['ncwms', 'file', ''],
    ['wfs', 'service', 'layer'],
    ['wfs', 'layer', ''],
    ['wps', 'service', 'process'],
    ['geoserverwfs', 'service', 'workspace'],
    ['geoserverwms', 'workspace', 'layer'],
    ['geoserverwps', 'workspace', 'process'],
    ['geoserver', 'service', 'route workspace'],
    ['geoserver', 'route', 'route workspace'],
    ['geoserver', 'workspace', 'layer process'],
    ['geoserver', 'layer', ''],
  ])('allows, in %s below a %s: %s', (name, parent, children) => {
    expect(childTypesAllowedBelow(type(name), parent).join(' ')).toBe(children);
  });

  test('names only types that the service can contain', () => {
    for (const service of SERVICE_TYPES) {
      for (const [parent, children] of Object.entries(service.structure ?? {})) {
        expect(['service', ...childTypesOf(service)]).toContain(parent);
        expect(childTypesOf(service)).toEqual(expect.arrayContaining([...children]));
      }
    }
  });
});

describe('configuration', () => {
  test('belongs to two types only', () => {
    const configurable = SERVICE_TYPES.filter(({ configuration }) => configuration).map(({ name }) => name);
    expect(configurable).toEqual(['geoserver', 'thredds']);
    expect(resolvedConfiguration(type('api'), { stored: true })).toBeNull();
    expect(configurationProblems(type('api'), { stored: true }, patternEngine)).toEqual([]);
  });

  test.each([['text'], [5], [['list']], [undefined]])('cannot be %j', (value) => {
    for (const service of SERVICE_TYPES)
      expect(configurationProblems(service, value, patternEngine)).toHaveLength(1);
  });

  test('can be removed', () => {
    expect(configurationProblems(type('thredds'), null, patternEngine)).toEqual([]);
    expect(resolvedConfiguration(type('geoserver'), null)).toEqual({
      api: true,
      wfs: true,
      wms: true,
      wps: true,
    });
  });

  test('is resolved once per stored configuration, because every request needs it', () => {
    const stored = { wps: false };
    expect(resolvedConfiguration(type('geoserver'), stored)).toBe(
      resolvedConfiguration(type('geoserver'), stored),
    );
    expect(resolvedConfiguration(type('thredds'), stored)).not.toEqual(
      resolvedConfiguration(type('geoserver'), stored),
    );
  });

  test('of a GeoServer switches handlers, which are on by default; unknown members are kept, sorted', () => {
    const resolved = resolvedConfiguration(type('geoserver'), { wps: false, extra: 1, wfs: 'no' });
    expect(resolved).toEqual({ api: true, extra: 1, wfs: true, wms: true, wps: false });
    expect(Object.keys(resolved!)).toEqual(['api', 'extra', 'wfs', 'wms', 'wps']);
    expect(configurationProblems(type('geoserver'), { wps: false, extra: 1 }, patternEngine)).toEqual([]);
    expect(configurationProblems(type('geoserver'), { wms: 'no', api: null }, patternEngine)).toEqual([
      { path: 'api', expected: 'true or false' },
      { path: 'wms', expected: 'true or false' },
    ]);
  });

  test('of a THREDDS server has defaults, section by section', () => {
    const defaults = {
      skip_prefix: 'thredds',
      file_patterns: ['.*\\.nc'],
      metadata_type: { prefixes: [null, 'catalog\\.\\w+', 'catalog', 'ncml', 'uddc', 'iso'] },
      data_type: { prefixes: ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms'] },
    };
    expect(resolvedConfiguration(type('thredds'), null)).toEqual(defaults);
    expect(resolvedConfiguration(type('thredds'), { data_type: { prefixes: [] } })).toEqual(defaults);
    expect(resolvedConfiguration(type('thredds'), { skip_prefix: null, file_patterns: null })).toEqual({
      ...defaults,
      skip_prefix: null,
      file_patterns: [],
    });
    const data = { prefixes: ['ncss/grid'] };
    expect(resolvedConfiguration(type('thredds'), { data_type: data })).toEqual({
      ...defaults,
      data_type: data,
    });
  });

  test.each<[object, string[]]>([
    [{}, []],
    [
      {
        skip_prefix: 'a/b',
        file_patterns: ['.*\\.nc', '^x[\\w\\-]+$'],
        data_type: { prefixes: [null, 'x'] },
      },
      [],
    ],
    [{ skip_prefix: 5 }, ['skip_prefix']],
    [{ file_patterns: 'x' }, ['file_patterns']],
    [{ file_patterns: ['(', 'ok', null] }, ['file_patterns.0', 'file_patterns.2']],
    [{ file_patterns: ['(?=x)y', '(x)\\1'] }, ['file_patterns.0', 'file_patterns.1']],
    [{ data_type: {} }, ['data_type.prefixes']],
    [{ data_type: null, metadata_type: [] }, ['metadata_type', 'data_type']],
    [{ metadata_type: { prefixes: [null, '*'] } }, ['metadata_type.prefixes.1']],
    [{ file_patterns: ['(a+)+', '(?:x*y)*z', '((a|b{2,})c)+', '(?:\\.nc)+', '(?P<name>x)'] }, []],
    [{ file_patterns: ['a)|(b', 'a'.repeat(501)] }, ['file_patterns.0', 'file_patterns.1']],
  ])('of a THREDDS server is checked before it is stored: %j', (value, paths) => {
    expect(configurationProblems(type('thredds'), value, patternEngine).map(({ path }) => path)).toEqual(
      paths,
    );
  });
});

describe('the grammar', () => {
  const tree = treeOf([
    { id: 2, parentId: 1, name: 'r1', type: 'route' },
    { id: 3, parentId: 2, name: 'R2', type: 'route' },
  ]);
  const read = (name: string, method: string, segments: readonly string[], destination?: readonly string[]) =>
    type(name).read(requestOf({ method, segments, destination }), contextOf(tree));
  const one = (permission: string, resourceId: number, exact: boolean) => ({
    kind: 'covered',
    target: [{ permission, on: [{ resourceId, exact }] }],
    executes: false,
  });

  test('of access demands access to the service for any request', () => {
    expect(read('access', 'GET', [])).toEqual(one('access', 1, true));
    expect(read('access', 'DELETE', ['what', 'ever'])).toEqual(one('access', 1, true));
  });

  test.each([
    ['GET', 'read'],
    ['HEAD', 'read'],
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'get', ''].map((method) => [
      method,
      'write',
    ]),
  ])('of api demands for %s: %s', (method, permission) => {
    expect(read('api', method, [])).toEqual(one(permission, 1, true));
  });

  test.each<[string[], number, boolean]>([
    [[], 1, true],
    [['r1'], 2, true],
    [['R1'], 2, true],
    [['r1', 'r2'], 3, true],
    [['r1', 'R2', 'x'], 3, false],
    [['r1', 'x', 'R2'], 2, false],
    [['x'], 1, false],
    [['', 'r1'], 1, false],
    [['r1;a=b'], 1, false],
    [['R2'], 1, false],
  ])('of api finds the closest registered resource of the path %j', (segments, resourceId, exact) => {
    for (const name of ['api', 'project-api']) {
      expect(read(name, 'GET', segments)).toEqual(one('read', resourceId, exact));
    }
  });

  test('of api requires write on source and destination of a copy or move', () => {
    expect(read('api', 'MOVE', ['r1', 'r2'], ['r1', 'x'])).toMatchObject({
      target: [
        {
          permission: 'write',
          on: [
            { resourceId: 3, exact: true },
            { resourceId: 2, exact: false },
          ],
        },
      ],
    });
  });

  test.each([
    ['access', false],
    ['api', false],
    ['thredds', false],
    ['geoserver', true],
    ['geoserverwfs', true],
    ['ncwms', true],
    ['wfs', true],
    ['wps', true],
  ])('of %s reads the bodies of POST: %j', (name, isRead) => {
    const reads = (method: string) => type(name).readsBody(requestOf({ method, query: 'service=WPS' }), {});
    expect(reads('POST')).toBe(isRead);
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT']) expect(reads(method)).toBe(false);
  });

  test('of a GeoServer does not read the bodies of its REST interface', () => {
    const reads = (...segments: string[]) =>
      type('geoserver').readsBody(requestOf({ method: 'POST', segments, query: 'recalculate=all' }), {});
    expect(reads('rest', 'workspaces', 'w', 'datastores', 'd', 'file.shp')).toBe(false);
    expect(reads('geoserver', 'rest', 'services', 'wms', 'settings')).toBe(false);
    expect(reads('w', 'wfs')).toBe(true);
  });
});
