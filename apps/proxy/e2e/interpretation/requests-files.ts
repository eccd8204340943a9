import fc from 'fast-check';
import { type Pairs, type WrittenRequest, formOf, mostly } from './written';

const FILES = ['open/data.nc', 'closed/data.nc', 'public/data.nc', 'open/closed.dat', 'open/closed/a.nc'];
const ODD_FILES = [
  'closedXdata.nc',
  'open/*.nc',
  'open/../closed/data.nc',
  'OPEN/data.nc',
  'open',
  'closed',
  'open/data.nc/x',
  ' closed/data.nc',
  '',
];
const file = mostly(FILES, ODD_FILES);

const style = (layer: string) =>
  `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se"><NamedLayer><se:Name>${layer}</se:Name></NamedLayer></StyledLayerDescriptor>`;

const OPERATIONS: readonly Pairs[] = [
  [['request', 'GetMap']],
  [['request', 'GetMap']],
  [['request', 'GetFeatureInfo']],
  [['request', 'GetLegendGraphic']],
  [['request', 'GetCapabilities']],
  ...['menu', 'minmax', 'layerDetails', 'timesteps', 'animationTimesteps'].map((item): Pairs => [
    ['request', 'GetMetadata'],
    ['item', item],
  ]),
];
const ODD_OPERATIONS: readonly Pairs[] = [
  [['request', 'GetTimeseries']],
  [['request', 'GetTransect']],
  [['REQUEST', 'GetMap']],
  [['request', 'getmap']],
  [['request', 'GetMetadata']],
  [
    ['request', 'GetLegendGraphic'],
    ['colorbaronly', 'true'],
  ],
];
const ODD_PAIRS: Pairs = [
  ['sld', 'http://x/style'],
  ['sld_body', style('closed/data.nc/v')],
  ['SLD_BODY', style('closed/data.nc/v')],
  ['url', 'http://x/'],
  ['dataset', 'closed'],
  [' layers', 'closed/data.nc/v'],
  ['Layers', 'closed/data.nc/v'],
  ['layer', 'closed/data.nc/v'],
  ['query_layers', 'closed/data.nc/v'],
  ['layers', 'v'],
];
const PLAIN_PAIRS: Pairs = [
  ['version', '1.3.0'],
  ['service', 'WMS'],
  ['styles', ''],
  ['colorscalerange', '0,1'],
  ['time', '2020-01-01'],
];

/** Requests to ncWMS. */
export const mapRequests: fc.Arbitrary<WrittenRequest> = fc
  .record({
    operation: mostly(OPERATIONS, ODD_OPERATIONS),
    naming: fc.uniqueArray(mostly(['layers', 'layername', 'query_layers'], ['layer', 'dataset']), {
      minLength: 1,
      maxLength: 3,
    }),
    files: fc.array(file, { minLength: 3, maxLength: 3 }),
    plain: fc.subarray([...PLAIN_PAIRS]),
    odd: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Pairs>([]) },
      { weight: 1, arbitrary: fc.subarray([...ODD_PAIRS], { maxLength: 2 }) },
    ),
    path: mostly(['', '/', '/wms'], ['/closed/data.nc', '/wms/closed', '/admin/', '/api/datasetinfo', '/x']),
    method: mostly(['GET'], ['HEAD', 'POST', 'PUT'], 12),
  })
  .map(({ operation, naming, files, plain, odd, path, method }) => {
    const named = naming.map((name, index): readonly [string, string] => {
      const one = files[index] ?? '';
      return [name, name === 'dataset' ? one : `${one}/v`];
    });
    const target = `${path}?${formOf([...plain, ...operation, ...named, ...odd])}`;
    return { method, target, mediaType: undefined, body: undefined };
  });

const PREFIXES = ['fileServer', 'dodsC', 'dap4', 'wcs', 'wms', 'catalog', 'ncml', 'uddc', 'iso'];
const ODD_PREFIXES = [
  'ncss/grid',
  'ncss/point',
  'ncss',
  'cdmremote',
  'wfs',
  'admin',
  'admin/log',
  'remoteCatalogService',
  'local/collection',
  'notebook',
  'radarServer',
  'catalogue',
  'x',
  '',
];
const SUFFIXES = [
  '',
  '',
  '.dds',
  '.dods',
  '.das',
  '.html',
  '.ascii',
  '.dmr',
  '.dmr.xml',
  '.dap',
  '/catalog.xml',
];
const ODD_SUFFIXES = [
  '.DDS',
  '.xml.dmr',
  '.x',
  '/dataset.html',
  '/dataset.xml',
  '/catalog.html',
  '/',
  '.dds.dds',
  '.dap.nc',
  '.dmr.xml.nc',
  '.DAP.x/y',
  '/x.dsr',
  '/.dmr',
];

/** Requests to THREDDS. */
export const fileRequests: fc.Arbitrary<WrittenRequest> = fc
  .record({
    context: mostly(['', '/thredds'], ['/thredds/thredds']),
    prefix: mostly(PREFIXES, ODD_PREFIXES),
    name: mostly([...FILES, 'open', 'closed', 'public'], ['', 'OPEN/data.nc', 'closed.dat', 'x/y.nc']),
    suffix: mostly(SUFFIXES, ODD_SUFFIXES),
    query: mostly(
      ['', '', '?service=WMS&request=GetMap&layers=v', '?v[0:1]'],
      [
        '?service=WMS&request=GetFeatureInfo&url=http%3A%2F%2Fx%2F',
        '?request=GetMap&sld=http%3A%2F%2Fx%2F',
        '?dataset=closed/data.nc',
        '?catalog=http%3A%2F%2Fx%2Fcatalog.xml',
      ],
    ),
    method: mostly(['GET'], ['HEAD', 'POST', 'PUT'], 8),
  })
  .map(({ context, prefix, name, suffix, query, method }) => ({
    method,
    target: [context, prefix && `/${prefix}`, name && `/${name}${suffix}`, query].join(''),
    mediaType: undefined,
    body: undefined,
  }));
