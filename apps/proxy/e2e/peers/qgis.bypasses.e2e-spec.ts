import { type Bypass, type Served, testBypasses } from './oracle/bypasses';
import { type PeerRequest, get, post } from './oracle/request';
import * as samples from './oracle/samples';
import type { Kind, PeerType } from './oracle/services';

const XML = 'text/xml';
const FORM = 'application/x-www-form-urlencoded';
const CAPABILITIES = samples.capabilities();
const MAP_CAPABILITIES = samples.capabilities('WMS');
const encode = encodeURIComponent;
const group = (
  name: string,
  type: PeerType,
  kind: Kind,
  ...requests: readonly (readonly [title: string, request: Bypass['request']])[]
): Bypass[] => requests.map(([title, request]) => ({ group: name, title, type, kind, request }));
const transaction = (actions: string, path = ''): PeerRequest =>
  post(XML, samples.transactionXml(actions), '', path);
const NAMED = 'xmlns:ns="http://example.org/ns"';

/** Reveals one bit of another layer: whether the request for a public layer finds features. */
const GUESS = "attribute(get_feature('secret','id',1),'size') = 1";
const GUESS_XML =
  '<ogc:Filter><ogc:PropertyIsEqualTo><ogc:Function name="attribute"><ogc:Function name="get_feature">' +
  '<ogc:Literal>secret</ogc:Literal><ogc:Literal>id</ogc:Literal><ogc:Literal>1</ogc:Literal></ogc:Function>' +
  '<ogc:Literal>size</ogc:Literal></ogc:Function><ogc:Literal>1</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>';

const BYPASSES: readonly Bypass[] = [
  ...group(
    'type names with prefixes',
    'wfs',
    'prefixed',
    ['Insert', transaction(samples.insert('ns:secret').replace('<ns:secret>', `<ns:secret ${NAMED}>`))],
    ['Update', transaction(samples.update('secret'))],
  ),
  ...group(
    'media types',
    'wfs',
    'narrow',
    ...[`${FORM}x`, 'text/plain', 'image/png', 'application/octet-stream', undefined].map(
      (mediaType) =>
        [
          `parameters as ${mediaType ?? 'no type'}`,
          post(mediaType, samples.features('secret'), CAPABILITIES),
        ] as const,
    ),
    [
      'a document as text/plain',
      post('text/plain', samples.featuresXml(samples.query('secret')), CAPABILITIES),
    ],
  ),
  ...group('media types', 'geoserverwms', 'narrow', [
    'parameters as text/plain',
    post('text/plain', samples.map('secret'), MAP_CAPABILITIES, '/ws/wms'),
  ]),
  ...group('media types', 'ncwms', 'narrow', [
    'parameters as text/plain',
    post('text/plain', samples.map('secret/v'), MAP_CAPABILITIES),
  ]),
  ...group(
    'documents',
    'wfs',
    'narrow',
    ...['\u0370', 'a\u00b7', '\u{10000}'].map(
      (name) =>
        [
          `parameters in a comment, and the name ${JSON.stringify(name)}, which Qt rejects`,
          post(XML, samples.capabilitiesXml('', `<!--&${samples.features('secret')}&--><${name}/>`)),
        ] as const,
    ),
    [
      'parameters in CDATA, and a name that Qt rejects',
      post(XML, samples.capabilitiesXml('', `<![CDATA[&${samples.features('secret')}&]]><\u0370/>`)),
    ],
  ),
  ...group(
    'documents',
    'wfs',
    'reading',
    [
      'a query in an element that the schema does not allow',
      post(XML, samples.featuresXml(samples.query('public', samples.query('secret')))),
    ],
    [
      'a description that names its type where the operation has none',
      post(XML, samples.descriptionXml(samples.query('public'))),
    ],
    [
      'a description whose root has a parameter',
      post(XML, samples.descriptionXml('', 'TYPENAME="secret" typeName="public"')),
    ],
  ),
  ...group(
    'paths',
    'wfs',
    'narrow',
    ['/wfs3/collections/secret/items', get('request=GetCapabilities', '/wfs3/collections/secret/items')],
    [
      '/wfs3/collections/secret/items.json',
      get('request=GetCapabilities', '/wfs3/collections/secret/items.json'),
    ],
    [
      'DELETE /wfs3/collections/secret/items/2',
      { method: 'DELETE', path: '/wfs3/collections/secret/items/2', query: 'request=GetCapabilities' },
    ],
  ),
  ...group('paths', 'geoserverwfs', 'narrow', [
    '/ws/wfs/wfs3/collections/secret/items',
    get('request=GetCapabilities', '/ws/wfs/wfs3/collections/secret/items'),
  ]),
  ...group(
    'expressions',
    'wfs',
    'reading',
    ['EXP_FILTER', get(samples.features('public', `&EXP_FILTER=${encode(GUESS)}`))],
    ['a Function in FILTER', get(samples.features('public', `&FILTER=${encode(GUESS_XML)}`))],
    ['a Function in a document', post(XML, samples.featuresXml(samples.query('public', GUESS_XML)))],
  ),
  ...group(
    'parameters with a prefix',
    'geoserverwms',
    'reading',
    [
      'map0:layers of a print',
      get(samples.map('public', '&map0:LAYERS=secret&map0:EXTENT=0,0,3,3'), '/ws/wms'),
    ],
    [
      'a fetch by the server',
      (elsewhere) =>
        get(
          samples
            .map(
              'public',
              `,EXTERNAL_WMS:x&x:url=${encode(`${elsewhere}/external?`)}&x:layers=a&x:format=image/png&x:crs=EPSG:4326&x:styles=`,
            )
            .replace(/&layers=public&(.*),EXTERNAL_WMS:x/, '&layers=public,EXTERNAL_WMS:x&$1'),
          '/ws/wms',
        ),
    ],
  ),
  ...group(
    'style documents',
    'geoserverwms',
    'reading',
    ['sld_body', get(samples.map('public', `&SLD_BODY=${encode(samples.style('secret'))}`), '/ws/wms')],
    [
      'sld_body without layers',
      get(
        samples.map('public', `&SLD_BODY=${encode(samples.style('secret'))}`).replace('&layers=public', ''),
        '/ws/wms',
      ),
    ],
  ),
  ...group('style documents', 'ncwms', 'reading', [
    'sld_body',
    get(samples.map('public/v', `&SLD_BODY=${encode(samples.style('secret/v'))}`)),
  ]),
  ...group('resource identifiers', 'wfs', 'reading', [
    'a feature of another type than the one that is named',
    get(samples.features('public', '&featureid=secret.1')),
  ]),
];

const returned: Served['done'] = (effects) => effects.returned.has('public');
const drawn: Served['done'] = (effects) => effects.drawn.has('public');
const stock = (
  type: PeerType,
  done: Served['done'],
  ...requests: readonly (readonly [title: string, request: PeerRequest])[]
): Served[] => requests.map(([title, request]) => ({ type, title, request, done }));

const SERVED: readonly Served[] = [
  ...stock(
    'wfs',
    returned,
    ['GetFeature', get(samples.features('public'))],
    [
      'GetFeature by a feature identifier',
      get('SERVICE=WFS&VERSION=1.0.0&REQUEST=GetFeature&FEATUREID=public.1'),
    ],
    ['DescribeFeatureType', get('SERVICE=WFS&VERSION=1.1.0&REQUEST=DescribeFeatureType&TYPENAME=public')],
    ['GetFeature as a document', post(XML, samples.featuresXml(samples.query('public')))],
    [
      'GetFeature as a document that declares ISO-8859-1',
      post(
        XML,
        `<?xml version='1.0' encoding='ISO-8859-1'?>\n${samples.featuresXml(samples.query('public'))}`,
      ),
    ],
  ),
  ...stock('geoserverwfs', returned, ['GetFeature', get(samples.features('public'), '/ws/wfs')]),
  ...stock(
    'geoserverwms',
    drawn,
    ['GetMap', get(samples.map('public'), '/ws/wms')],
    [
      'GetMap as QGIS sends it',
      get(samples.map('public', '&DPI=96&MAP_RESOLUTION=96&FORMAT_OPTIONS=dpi:96'), '/ws/wms'),
    ],
  ),
  ...stock('ncwms', drawn, ['GetMap', get(samples.map('public/v'))]),
  ...stock('ncwms', returned, ['GetFeatureInfo', get(samples.featureInfo('public/v'))]),
  {
    type: 'wfs',
    kind: 'writing',
    title: 'a change of features',
    request: transaction(samples.update('public')),
    done: (effects) => effects.changed.has('public'),
  },
];

testBypasses('qgis', BYPASSES, SERVED);
