import fc from 'fast-check';
import { documentsFor } from './documents-geoserver';
import { FORM, type Pairs, type WrittenRequest, formOf, mostly } from './written';

type Protocol = 'wms' | 'wfs' | 'wps';

const OPERATIONS: Readonly<Record<Protocol, readonly string[]>> = {
  wms: ['GetCapabilities', 'GetMap', 'GetMap', 'GetFeatureInfo', 'GetLegendGraphic', 'DescribeLayer'],
  wfs: [
    'GetCapabilities',
    'GetFeature',
    'GetFeature',
    'DescribeFeatureType',
    'GetPropertyValue',
    'LockFeature',
    'ListStoredQueries',
  ],
  wps: ['GetCapabilities', 'DescribeProcess', 'Execute'],
};
const ODD_OPERATIONS = [
  'getmap',
  'reflect',
  'animate',
  'GetGmlObject',
  'GetStyles',
  'Dismiss',
  'Capabilities',
  '',
];
const NAMING: Readonly<Record<Protocol, readonly string[]>> = {
  wms: ['layers', 'layers', 'query_layers', 'layer', 'LAYERS'],
  wfs: ['typenames', 'typename', 'typeName', 'featureid', 'resourceid'],
  wps: ['identifier'],
};
const NAMES = [
  'open:open',
  'open:closed',
  'open:roads',
  'closed:open',
  'closed:roads',
  'public:rivers',
  'open:open,open:roads',
  'everything',
  'open:mixture',
  'open:open,everything',
];
const ODD_NAMES = [
  'open',
  'closed',
  'roads',
  'rivers',
  'open:open,closed:open',
  '(open:open)(closed:open)',
  ' closed:open',
  'closed:unknown',
  'unknown',
  'open:open:closed',
  'x:open',
  '*',
  '',
];

const style = (layer: string, more = '') =>
  `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" version="1.0.0"><NamedLayer><Name>${layer}</Name>${more}</NamedLayer></StyledLayerDescriptor>`;
const CALL =
  '<UserStyle><FeatureTypeStyle><Transformation><Function name="querySingle"/></Transformation></FeatureTypeStyle></UserStyle>';

const ODD_PAIRS: Readonly<Record<Protocol, Pairs>> = {
  wms: [
    ['sld_body', style('closed:open')],
    ['sld_body', style('open:open')],
    ['SLD_BODY', style('open:open', CALL)],
    ['style_body', style('closed:open')],
    ['stylebody', style('closed:open')],
    ['sld', 'http://x/style'],
    ['styleurl', 'http://x/style'],
    ['remote_ows_url', 'http://x/wfs'],
    ['cql_filter', "INTERSECTS(geom, querySingle('closed:open','geom','INCLUDE'))"],
    ['aparam', 'layers'],
    ['layer', 'closed:open'],
    ['query_layers', 'closed:open'],
  ],
  wfs: [
    ['storedquery_id', 'urn:ogc:def:query:OGC-WFS::GetFeatureById'],
    ['storedquery_id', 'other'],
    ['id', 'closed:open.1'],
    ['id', 'open:open.1'],
    ['id', "open:open.1'/><fes:ResourceId rid='closed:open.1"],
    ['namespaces', 'xmlns(open,http://x/closed)'],
    ['namespace', 'xmlns(open=http://x/closed)'],
    ['cql_filter', "a = querySingle('closed:open','a','INCLUDE')"],
    [
      'filter',
      '<Filter><PropertyIsEqualTo><Function name="f"/><Literal>1</Literal></PropertyIsEqualTo></Filter>',
    ],
    ['featureid', 'closed:open.1'],
    ['resourceid', 'open:open.a.1'],
    ['typename', 'closed:open'],
    ['typenames', 'closed:open'],
    ['TYPENAME', 'closed:open'],
  ],
  wps: [
    ['identifier', 'closed'],
    ['Identifier', 'closed'],
    ['datainputs', 'a=@xlink:href=http://geoserver/wfs?request=GetFeature&typename=closed:open'],
    ['DataInputs', 'a=@href=http://geoserver/wcs?request=GetCoverage'],
    ['storeexecuteresponse', 'true'],
  ],
};
const PLAIN_PAIRS: Readonly<Record<Protocol, Pairs>> = {
  wms: [
    ['version', '1.3.0'],
    ['format', 'image/png'],
    ['bbox', '0,0,1,1'],
    ['tiled', 'true'],
    ['dpi', '96'],
    ['cql_filter', "a = 'querySingle(1)' AND BBOX(geom, 0, 0, 1, 1)"],
  ],
  wfs: [
    ['version', '2.0.0'],
    ['count', '1'],
    ['srsname', 'EPSG:4326'],
    ['outputformat', 'application/json'],
  ],
  wps: [
    ['version', '1.0.0'],
    ['language', 'en'],
  ],
};

const pathsFor = (protocol: Protocol) =>
  mostly(
    [
      `/${protocol}`,
      `/geoserver/${protocol}`,
      `/open/${protocol}`,
      `/closed/${protocol}`,
      '/ows',
      '/open/ows',
    ],
    [
      `/op%65n/${protocol}`,
      `/open/open/${protocol}`,
      `/open/roads/${protocol}`,
      `/${protocol}/GetMap`,
      `/${protocol}/reflect`,
      `/OPEN/${protocol}`,
      `/x/${protocol}`,
      `/${protocol}/`,
      '/',
      '/geoserver',
      '/open',
      '/ows/x/y',
      '/wms',
      '/wfs',
      '/wps',
      '/gwc/service/wms',
      '/open/gwc/service/wmts',
      '/wfs3/collections',
      '/ogc/features/v1',
      '/rest/open',
      '/rest/closed',
      '/rest/closed.json',
      '/rest/open.x.xml',
      '/TestWfsPost',
      '/schemas/a.xsd',
      '/animate',
      '/web/',
    ],
    3,
  );

interface Body {
  readonly mediaType: string | undefined;
  readonly text: string;
}

function bodiesFor(protocol: Protocol, pairs: fc.Arbitrary<Pairs>): fc.Arbitrary<Body> {
  const types = mostly(
    ['text/xml', 'application/xml'],
    ['text/plain', 'image/png', `${FORM}x`, 'application/json', undefined],
  );
  const documents = fc
    .tuple(documentsFor(protocol), types)
    .map(([text, mediaType]): Body => ({ mediaType, text }));
  const soap = documentsFor(protocol).map((text): Body => ({
    mediaType: 'application/soap+xml',
    text: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${text}</e:Body></e:Envelope>`,
  }));
  const multipart = documentsFor(protocol).map((text): Body => ({
    mediaType: 'multipart/form-data; boundary=b',
    text: `--b\r\nContent-Disposition: form-data; name="body"\r\n\r\n${text}\r\n--b--\r\n`,
  }));
  const forms = pairs.map((some): Body => ({ mediaType: FORM, text: formOf(some) }));
  return fc.oneof(
    { weight: 10, arbitrary: documents },
    { weight: 6, arbitrary: forms },
    { weight: 1, arbitrary: soap },
    { weight: 1, arbitrary: multipart },
  );
}

/** Requests to GeoServer in one of its protocols. */
export function geoserverRequests(protocol: Protocol): fc.Arbitrary<WrittenRequest> {
  const names = mostly(
    protocol === 'wps' ? ['open', 'closed', 'roads', 'gs:open'] : NAMES,
    protocol === 'wps' ? ['open,closed', 'closed:open', '', 'ALL'] : ODD_NAMES,
  );
  const pairs = fc
    .record({
      service: mostly([protocol.toUpperCase(), protocol.toUpperCase(), ''], ['WMS', 'wfs', 'WPS', 'WCS']),
      operation: mostly(OPERATIONS[protocol], ODD_OPERATIONS, 8),
      naming: fc.uniqueArray(
        fc
          .tuple(fc.constantFrom(...NAMING[protocol]), names)
          .map(([name, value]) => [name, /id$/.test(name) ? value.replace(/(?<=.)$/, '.1') : value] as const),
        { minLength: 1, maxLength: 2, selector: ([name]) => name.toLowerCase() },
      ),
      plain: fc.subarray([...PLAIN_PAIRS[protocol]], { maxLength: 2 }),
      odd: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Pairs>([]) },
        { weight: 2, arbitrary: fc.subarray([...ODD_PAIRS[protocol]], { maxLength: 3 }) },
      ),
    })
    .map(({ service, operation, naming, plain, odd }): Pairs => [
      ...(service === '' ? [] : [['service', service] as const]),
      ['request', operation],
      ...naming,
      ...plain,
      ...odd,
    ]);
  const get = fc
    .tuple(pathsFor(protocol), pairs, mostly(['GET'], ['HEAD', 'PUT', 'DELETE'], 12))
    .map(([path, some, method]): WrittenRequest => ({
      method,
      target: `${path}?${formOf(some)}`,
      mediaType: undefined,
      body: undefined,
    }));
  const post = fc
    .record({
      path: pathsFor(protocol),
      query: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Pairs>([]) },
        { weight: 1, arbitrary: fc.constant<Pairs>([['service', protocol.toUpperCase()]]) },
        { weight: 1, arbitrary: pairs },
      ),
      body: bodiesFor(protocol, pairs),
      method: mostly(['POST'], ['PUT', 'HEAD', 'DELETE'], 12),
    })
    .map(({ path, query, body, method }): WrittenRequest => ({
      method,
      target: path + (query.length === 0 ? '' : `?${formOf(query)}`),
      mediaType: body.mediaType,
      body: body.text,
    }));
  return fc.oneof({ weight: 3, arbitrary: get }, { weight: 2, arbitrary: post });
}
