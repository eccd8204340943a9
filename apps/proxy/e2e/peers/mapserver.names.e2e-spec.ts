import { testNames } from './names/campaign';
import { type Row, testRows } from './names/rows';
import { useNamedSetup } from './names/setup';
import { testStock } from './names/stock';
import { get, post } from './oracle/request';
import * as samples from './oracle/samples';

const encode = encodeURIComponent;
const map = (layers: string) =>
  `service=WMS&version=1.1.1&request=GetMap&layers=${encode(layers)}&styles=&srs=EPSG:4326&bbox=0,0,4,4&width=48&height=48&format=image/png`;
const features = (more: string) => `service=WFS&version=1.1.0&request=GetFeature&${more}`;

const MAPS: readonly (readonly [title: string, layers: string])[] = [
  ['the name of the map', 'everything'],
  ['a group', 'mixed'],
  ['a group whose name has a blank', 'Closed Group'],
  ['a group of groups', 'outer'],
  ['a group in a group', 'inner'],
  ['the name of the map beside an allowed layer', 'public,everything'],
  ['a group beside an allowed layer', 'public,mixed'],
];

const ROWS: readonly Row[] = [
  ...(['geoserverwms', 'geoserver'] as const).flatMap((type) =>
    MAPS.flatMap(([title, layers]): Row[] => [
      { title, type, request: get(map(layers), '/wms') },
      { title: `${title}, in a workspace`, type, request: get(map(layers), '/ws/wms') },
    ]),
  ),
  {
    title: 'the name of the map in a form',
    type: 'geoserverwms',
    request: post('application/x-www-form-urlencoded', map('public,everything'), '', '/wms'),
  },
  ...(['group', 'workspace', 'refuse', 'registered-only'] as const).flatMap((variant): Row[] => [
    {
      title: 'the name of the map',
      type: 'geoserverwms',
      variant,
      request: get(map('everything'), '/ws/wms'),
    },
    {
      title: 'a group beside an allowed layer',
      type: 'geoserverwms',
      variant,
      request: get(map('public,mixed'), '/wms'),
    },
  ]),
  ...(['geoserverwfs', 'geoserver'] as const).flatMap((type): Row[] => [
    {
      title: 'a type with a prefix that is no workspace',
      type,
      request: get(features('typename=x:secret'), '/wfs'),
    },
    {
      title: 'a document with such a type',
      type,
      request: post('text/xml', samples.featuresXml(samples.query('x:secret')), '', '/wfs'),
    },
    {
      title: 'a type with such a prefix in a list',
      type,
      request: get(features('typename=ws:public,x:secret'), '/wfs'),
    },
    {
      title: 'a description of a type with such a prefix',
      type,
      request: get('service=WFS&version=1.1.0&request=DescribeFeatureType&typename=x:secret', '/wfs'),
    },
  ]),
  {
    title: 'a colon of a name that is registered with a dash',
    type: 'geoserverwfs',
    variant: 'served-names',
    request: get(features('featureid=harbour:depths.2'), '/wfs'),
  },
];

const setup = useNamedSetup('mapserver');
testRows('mapserver', setup, ROWS);
testStock('mapserver', setup, {
  outside:
    /harbour:depths at \/ws|(?:GetFeature(?!Info)|DescribeFeatureType).* of (?:open area|Top Secret|harbour:depths)/,
});
testNames('mapserver', setup);
