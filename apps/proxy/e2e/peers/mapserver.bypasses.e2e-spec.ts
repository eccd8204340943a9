import { type Bypass, type Served, testBypasses } from './oracle/bypasses';
import { get, post } from './oracle/request';
import * as samples from './oracle/samples';

const CAPABILITIES = samples.capabilities();
const FORM = 'application/x-www-form-urlencoded';
const encode = encodeURIComponent;
const withCookie = (cookie: string, query: string, path = '') => ({
  ...get(query, path),
  headers: [['Cookie', cookie]] as const,
});

/** Each draws or queries without any of the standard's operations. */
const MODES = [
  'mode=map&layer=secret',
  'mode=map&layers=secret',
  'mode=map&layer1=secret',
  'mode=map&layers=all',
  'mode=nquery&layer=secret&qlayer=secret',
  'mode=tile&layers=secret&tile=0+0+0',
  'mode=legend&layer=secret',
  'MODE=map&LAYER=secret',
];

/** Names that are others after the server has decoded them. */
const LATE = [
  [
    'a parameter in the name of another',
    `request%3DGetFeature&typenames%3Dsecret&version=2.0.0&${CAPABILITIES}`,
  ],
  ['a name that NUL ends', `request%3DGetFeature%00&typenames%3Dsecret%00&version=2.0.0&${CAPABILITIES}`],
] as const;

const BYPASSES: readonly Bypass[] = [
  ...MODES.flatMap((mode): Bypass[] => [
    {
      group: 'parameters of CGI',
      title: mode,
      type: 'wfs',
      kind: 'narrow',
      request: get(`${CAPABILITIES}&${mode}`),
    },
    {
      group: 'parameters of CGI',
      title: mode,
      type: 'geoserverwms',
      kind: 'narrow',
      request: get(`${samples.capabilities('WMS')}&${mode}`, '/ws/wms'),
    },
    {
      group: 'parameters of CGI',
      title: mode,
      type: 'ncwms',
      kind: 'narrow',
      request: get(`${samples.capabilities('WMS')}&${mode}`),
    },
  ]),
  {
    group: 'parameters of CGI',
    title: 'another map',
    type: 'wfs',
    kind: 'narrow',
    request: get(`${CAPABILITIES}&map=other&mode=map&layer=secret`),
  },
  ...LATE.flatMap(([title, query]): Bypass[] => [
    { group: 'names decoded late', title, type: 'wfs', kind: 'narrow', request: get(query) },
    {
      group: 'names decoded late',
      title: `${title}, in a form`,
      type: 'wfs',
      kind: 'narrow',
      request: post(FORM, query),
    },
    {
      group: 'names decoded late',
      title,
      type: 'geoserverwfs',
      kind: 'narrow',
      request: get(query, '/ws/wfs'),
    },
  ]),
  ...['mode=map; layer=secret', 'mode=nquery; layer=secret; qlayer=secret', 'featureid=secret.1'].map(
    (cookie): Bypass => ({
      group: 'cookies',
      title: cookie,
      type: 'wfs',
      kind: 'reading',
      request: withCookie(cookie, samples.features('public')),
    }),
  ),
  {
    group: 'cookies',
    title: 'mode=map; layer=secret',
    type: 'geoserverwms',
    kind: 'narrow',
    request: withCookie('mode=map; layer=secret', samples.capabilities('WMS'), '/ws/wms'),
  },
  {
    group: 'media types',
    title: 'a form whose media type has a suffix',
    type: 'wfs',
    kind: 'narrow',
    request: post(`${FORM}x`, samples.features('secret'), CAPABILITIES),
  },
  {
    group: 'media types',
    title: 'a document as an image',
    type: 'wfs',
    kind: 'narrow',
    request: post('image/png', samples.featuresXml(samples.query('secret')), CAPABILITIES),
  },
  {
    group: 'documents',
    title: 'a binding of a namespace that is read as an attribute',
    type: 'wfs',
    kind: 'reading',
    request: post('text/xml', samples.featuresXml('<wfs:Query xmlns:typeName="secret" typeName="public"/>')),
  },
  ...['/map/ogcapi/collections/secret/items?f=json', '/map/ogcapi/collections/secret/items/1?f=json'].map(
    (address): Bypass => {
      const [path = '', format = ''] = address.split('?');
      return {
        group: 'paths',
        title: path,
        type: 'wfs',
        kind: 'narrow',
        request: get(`request=GetCapabilities&${format}`, path),
      };
    },
  ),
  {
    group: 'paths',
    title: '/ws/wfs/map/ogcapi/collections/secret/items',
    type: 'geoserverwfs',
    kind: 'narrow',
    request: get('request=GetCapabilities&f=json', '/ws/wfs/map/ogcapi/collections/secret/items'),
  },
  {
    group: 'other services',
    title: 'a map of a service of features',
    type: 'wfs',
    kind: 'narrow',
    request: get(samples.map('secret')),
  },
  {
    group: 'style documents',
    title: 'a style for another layer than those that are named',
    type: 'geoserverwms',
    kind: 'reading',
    request: get(
      samples.map('public', `&sld_body=${encode(samples.style('secret'))}`).replace('&layers=public', ''),
      '/ws/wms',
    ),
  },
  {
    group: 'style documents',
    title: 'a style for another file than those that are named',
    type: 'ncwms',
    kind: 'reading',
    request: get(
      samples
        .map('public/v', `&sld_body=${encode(samples.style('secret/v'))}`)
        .replace('&layers=public/v', ''),
    ),
  },
  {
    group: 'resource identifiers',
    title: 'a feature of another type than the one that is named',
    type: 'wfs',
    kind: 'reading',
    request: get(samples.features('public', '&featureid=secret.1')),
  },
  {
    group: 'type names with prefixes',
    title: 'a name without the prefix under which it is registered',
    type: 'wfs',
    kind: 'prefixed',
    request: get(samples.features('secret')),
  },
  {
    group: 'type names with prefixes',
    title: 'a name with another prefix than the one under which it is registered',
    type: 'wfs',
    kind: 'prefixed',
    request: get(samples.features('ms:secret')),
  },
];

const returned: Served['done'] = (effects) => effects.returned.has('public');
const drawn: Served['done'] = (effects) => effects.drawn.has('public');

const SERVED: readonly Served[] = [
  { title: 'GetFeature', type: 'wfs', request: get(samples.features('public')), done: returned },
  {
    title: 'GetFeature of WFS 2.0 with the prefix of the capabilities',
    type: 'wfs',
    request: get('service=WFS&version=2.0.0&request=GetFeature&typenames=ms:public'),
    done: returned,
  },
  {
    title: 'GetFeature by a resource identifier',
    type: 'wfs',
    request: get('service=WFS&version=2.0.0&request=GetFeature&resourceid=public.1'),
    done: returned,
  },
  {
    title: 'GetFeature by a feature identifier',
    type: 'wfs',
    request: get('service=WFS&version=1.1.0&request=GetFeature&featureid=public.1'),
    done: returned,
  },
  {
    title: 'the stored query GetFeatureById',
    type: 'wfs',
    request: get(
      'service=WFS&version=2.0.0&request=GetFeature&storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById&id=public.1',
    ),
    done: returned,
  },
  {
    title: 'DescribeFeatureType',
    type: 'wfs',
    request: get('service=WFS&version=1.1.0&request=DescribeFeatureType&typename=public'),
    done: returned,
  },
  {
    title: 'GetFeature as a form',
    type: 'wfs',
    request: post(FORM, samples.features('public')),
    done: returned,
  },
  {
    title: 'GetFeature as a document',
    type: 'wfs',
    request: post('text/xml', samples.featuresXml(samples.query('public'))),
    done: returned,
  },
  {
    title: 'GetFeature as a document that declares ISO-8859-1',
    type: 'wfs',
    request: post(
      'text/xml',
      `<?xml version='1.0' encoding='ISO-8859-1'?>\n${samples.featuresXml(samples.query('public'))}`,
    ),
    done: returned,
  },
  {
    title: 'GetFeature',
    type: 'geoserverwfs',
    request: get(samples.features('public'), '/ws/wfs'),
    done: returned,
  },
  {
    title: 'GetFeature of a name with its workspace',
    type: 'geoserverwfs',
    request: get(samples.features('ws:public'), '/wfs'),
    done: returned,
  },
  { title: 'GetMap', type: 'geoserverwms', request: get(samples.map('public'), '/ws/wms'), done: drawn },
  {
    title: 'GetFeatureInfo',
    type: 'geoserverwms',
    request: get(samples.featureInfo('public'), '/ws/wms'),
    done: returned,
  },
  { title: 'GetMap', type: 'ncwms', request: get(samples.map('public/v')), done: drawn },
  { title: 'GetFeatureInfo', type: 'ncwms', request: get(samples.featureInfo('public/v')), done: returned },
];

testBypasses('mapserver', BYPASSES, SERVED);
