import { testNames } from './names/campaign';
import { type Row, testRows } from './names/rows';
import { useNamedSetup } from './names/setup';
import { testStock } from './names/stock';
import { get, post } from './oracle/request';
import * as samples from './oracle/samples';

const FORM = 'application/x-www-form-urlencoded';
const encode = encodeURIComponent;
const map = (layers: string) =>
  `service=WMS&version=1.1.1&request=GetMap&layers=${encode(layers)}&styles=&srs=EPSG:4326&bbox=0,0,4,4&width=48&height=48&format=image/png`;
const info = (layers: string) =>
  `${map(layers).replace('GetMap', 'GetFeatureInfo')}&query_layers=${encode(layers)}&x=12&y=24&fi_point_tolerance=8&info_format=text/plain&feature_count=9`;
const features = (more: string) => `service=WFS&version=1.0.0&request=GetFeature&${more}`;

const IDS: readonly (readonly [title: string, parameters: string])[] = [
  ['the type before a colon of an identifier', 'featureid=secret:public.1'],
  ['such an identifier in a list', 'featureid=public.1,secret:public.1'],
  ['such an identifier beside an allowed type', 'typename=public&featureid=secret:public.1'],
];

/** Registered under the names of the layers, served under those of feature types. */
const NAMES: readonly (readonly [title: string, parameters: string])[] = [
  ['a blank as an underscore', 'typename=Top_Secret'],
  ['a blank as an underscore, in an identifier', 'featureid=Top_Secret.1'],
  ['a colon as a dash', 'typename=harbour-depths'],
  ['a colon as a dash, in an identifier', 'featureid=harbour-depths.1'],
];

const MAPS: readonly (readonly [title: string, layers: string])[] = [
  ['the name of the root', 'everything'],
  ['a group', 'mixed'],
  ['a group whose name has a blank', 'Closed Group'],
  ['a group of groups', 'outer'],
  ['a group in a group', 'inner'],
  ['the name of the root beside an allowed layer', 'public,everything'],
  ['a group beside an allowed layer', 'public,mixed'],
];

const ROWS: readonly Row[] = [
  ...[...IDS, ...NAMES].flatMap(([title, parameters]): Row[] => [
    { title, type: 'wfs', request: get(features(parameters)) },
    { title: `${title}, in a form`, type: 'wfs', request: post(FORM, features(parameters)) },
    { title, type: 'geoserverwfs', request: get(features(parameters), '/wfs') },
    { title, type: 'geoserver', request: get(features(parameters), '/wfs') },
    { title, type: 'wfs', variant: 'group', request: get(features(parameters)) },
    { title, type: 'wfs', variant: 'refuse', request: get(features(parameters)) },
    { title, type: 'wfs', variant: 'registered-only', request: get(features(parameters)) },
  ]),
  ...(['wfs', 'geoserverwfs', 'geoserver'] as const).map((type): Row => ({
    title: 'a description of an allowed type by typenames, which the server ignores',
    type,
    request: get(
      'service=WFS&version=1.1.0&request=DescribeFeatureType&typenames=public',
      type === 'wfs' ? '' : '/ws/wfs',
    ),
  })),
  ...(['geoserverwms', 'geoserver'] as const).flatMap((type) =>
    MAPS.flatMap(([title, layers]): Row[] => [
      { title, type, request: get(map(layers), '/wms') },
      { title: `${title}, in a workspace`, type, request: get(map(layers), '/ws/wms') },
      { title: `${title}, of whose features is asked`, type, request: get(info(layers), '/ws/wms') },
    ]),
  ),
  ...(['group', 'workspace', 'refuse', 'registered-only'] as const).map((variant): Row => ({
    title: 'the name of the root',
    type: 'geoserverwms',
    variant,
    request: get(map('everything'), '/ws/wms'),
  })),
  ...(['geoserverwfs', 'geoserver'] as const).flatMap((type): Row[] => [
    {
      title: 'a document with a type whose prefix is no workspace',
      type,
      request: post('text/xml', samples.featuresXml(samples.query('x:secret')), '', '/wfs'),
    },
  ]),
];

const setup = useNamedSetup('qgis');
testRows('qgis', setup, ROWS);
testStock('qgis', setup, {
  outside: /harbour:depths at \/ws/,
});
testNames('qgis', setup);
