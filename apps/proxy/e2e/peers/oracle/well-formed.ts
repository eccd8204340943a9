import type { Random } from './random';
import { type PeerRequest, get, post } from './request';
import * as samples from './samples';
import { describeXml, executeXml, processesXml } from './samples-of-processes';
import type { PeerType } from './services';
import type { PeerName } from './peer-setup';

const FORM = 'application/x-www-form-urlencoded';
type Set = 'public' | 'secret';

/** What clients of a type ask for about data of a set, in every form that the server understands. */
export function wellFormed(server: PeerName, type: PeerType, set: Set, path = ''): readonly PeerRequest[] {
  if (type === 'wps') return processRequests(set, path);
  if (type === 'wfs') return featureRequests(server, set, path);
  if (type === 'geoserverwfs') return featureRequests(server, set, path || '/ws/wfs');
  if (type === 'geoserverwms') return mapRequests(set, path || '/ws/wms');
  return mapRequests(`${set}/v`, path);
}

/** One of the type's requests for capabilities. */
export function capabilitiesOf(type: PeerType, random: Random): PeerRequest {
  const path = { wfs: '', geoserverwfs: '/ws/wfs', geoserverwms: '/ws/wms', ncwms: '', wps: '' }[type];
  if (type === 'wps')
    return random.of([
      get('service=WPS&request=GetCapabilities', path),
      get('service=WPS&version=1.0.0&request=GetCapabilities', path),
      post('text/xml', processesXml(), '', path),
    ]);
  const service = type.endsWith('wfs') ? 'WFS' : 'WMS';
  const plain = [
    get(samples.capabilities(service), path),
    get(`${samples.capabilities(service)}&version=1.1.1`, path),
  ];
  return random.of(
    service === 'WMS' ? plain : [...plain, post('text/xml', samples.capabilitiesXml(), '', path)],
  );
}

function featureRequests(server: PeerName, set: Set, path: string): readonly PeerRequest[] {
  const describe = `service=WFS&version=1.1.0&request=DescribeFeatureType&typename=${set}`;
  const bounded = '&bbox=0,0,3,3&maxfeatures=5&srsname=EPSG:4326';
  const filter =
    '<ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>size</ogc:PropertyName>' +
    '<ogc:Literal>1</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>';
  const both = [
    get(samples.features(set), path),
    get(samples.features(set, bounded), path),
    get(samples.features(set).replace('1.1.0', '1.0.0'), path),
    get(samples.features(set, '&propertyname=id,size'), path),
    get(samples.features(set, `&filter=${encodeURIComponent(filter.replaceAll('ogc:', ''))}`), path),
    get(describe, path),
    post('text/xml', samples.featuresXml(samples.query(set)), '', path),
    post('text/xml', samples.featuresXml(samples.query(set, filter)), '', path),
    post('application/xml', samples.descriptionXml(`<wfs:TypeName>${set}</wfs:TypeName>`), '', path),
    post(FORM, samples.features(set), '', path),
  ];
  return server === 'qgis'
    ? both
    : [...both, get(`service=WFS&version=2.0.0&request=GetFeature&typenames=${set}&count=5`, path)];
}

function mapRequests(
  layer: 'public' | 'secret' | 'public/v' | 'secret/v',
  path: string,
): readonly PeerRequest[] {
  return [
    get(samples.map(layer), path),
    get(samples.map(layer, '&transparent=true&exceptions=application/vnd.ogc.se_xml'), path),
    get(samples.map(layer).replace('1.1.1', '1.3.0').replace('srs=', 'crs='), path),
    get(samples.featureInfo(layer), path),
    get(`service=WMS&version=1.1.1&request=GetLegendGraphic&layer=${layer}&format=image/png`, path),
  ];
}

function processRequests(process: Set, path: string): readonly PeerRequest[] {
  const named = `&version=1.0.0&identifier=${process}`;
  return [
    get(`service=WPS&request=Execute${named}`, path),
    get(`service=WPS&request=DescribeProcess${named}`, path),
    post('text/xml', executeXml(process), '', path),
    post('text/xml', describeXml(process), '', path),
    post('application/json', JSON.stringify({ identifier: process }), '', path),
    post(
      'application/json',
      JSON.stringify({ operation: 'execute', identifier: process, inputs: {} }),
      '',
      path,
    ),
  ];
}

/** Changes of features of a set. */
export function changes(set: Set, path: string, random: Random): PeerRequest {
  const action = random.of([
    samples.update(set),
    samples.insert(set),
    samples
      .insert(`ns:${set}`)
      .replace('<ns:', '<ns:')
      .replace(/^<wfs:Insert>/, '<wfs:Insert xmlns:ns="http://example.org/ns">'),
    `<wfs:Delete typeName="${set}"><ogc:Filter><ogc:FeatureId fid="${set}.${random.below(5) + 3}"/></ogc:Filter></wfs:Delete>`,
  ]);
  return post('text/xml', samples.transactionXml(action), '', path);
}
