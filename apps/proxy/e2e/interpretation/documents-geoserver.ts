import fc from 'fast-check';
import { mostly } from './written';

const NAMES = ['open:open', 'open:roads', 'open:closed', 'closed:open', 'public:rivers'];
const ODD_NAMES = ['open', 'roads', 'x:open', 'open:open closed:open', ''];

/** Bindings that documents of clients have, and some that mean another workspace. */
const BINDINGS = ['', '', ' xmlns:open="http://x/open" xmlns:closed="http://x/closed"'];
const ODD_BINDINGS = [
  ' xmlns:open="http://x/closed"',
  ' xmlns="http://x/closed"',
  ' xmlns:typeName="closed:open"',
];

const ID_QUERY = 'urn:ogc:def:query:OGC-WFS::GetFeatureById';
const WFS = 'xmlns:wfs="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc"';
const WFS2 = 'xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0"';
const WPS =
  'xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink"';

const FEATURES: readonly ((name: string, bindings: string) => string)[] = [
  (name, more) =>
    `<wfs:GetFeature service="WFS" version="1.1.0" ${WFS}${more}><wfs:Query typeName="${name}"/></wfs:GetFeature>`,
  (name, more) =>
    `<wfs:GetFeature service="WFS" version="2.0.0" ${WFS2}${more}><wfs:Query typeNames="${name}"/></wfs:GetFeature>`,
  (name, more) =>
    `<wfs:GetFeature service="WFS" version="2.0.0" ${WFS2}${more}><wfs:Query><fes:Filter><fes:ResourceId rid="${name}.1"/></fes:Filter></wfs:Query></wfs:GetFeature>`,
  (name, more) =>
    `<wfs:GetFeature service="WFS" version="2.0.0" ${WFS2}${more}><wfs:StoredQuery id="${ID_QUERY}"><wfs:Parameter name="ID">${name}.1</wfs:Parameter></wfs:StoredQuery></wfs:GetFeature>`,
  (name, more) =>
    `<wfs:DescribeFeatureType service="WFS" version="1.1.0" ${WFS}${more}><wfs:TypeName>${name}</wfs:TypeName></wfs:DescribeFeatureType>`,
  (name, more) =>
    `<wfs:Transaction service="WFS" version="1.1.0" ${WFS}${more}><wfs:Delete typeName="${name}"><ogc:Filter><ogc:FeatureId fid="a.1"/></ogc:Filter></wfs:Delete></wfs:Transaction>`,
  (name, more) =>
    `<wfs:Transaction service="WFS" version="1.1.0" ${WFS}${more}><wfs:Insert><f:${name.replace(/^.*:/, '') || 'a'} xmlns:f="http://x/${name.split(':')[0]}"><f:a>1</f:a></f:${name.replace(/^.*:/, '') || 'a'}></wfs:Insert></wfs:Transaction>`,
  (name, more) =>
    `<wfs:LockFeature service="WFS" version="1.1.0" ${WFS}${more}><wfs:Lock typeName="${name}"/></wfs:LockFeature>`,
];
const ODD_FEATURES: readonly ((name: string, bindings: string) => string)[] = [
  (name, more) => `<GetFeature service="WFS" xmlns="urn:x"${more}><Query typeName="${name}"/></GetFeature>`,
  (name) => `<GetFeature service="WFS"><Query typeName="${name}"/></GetFeature>`,
  (name, more) =>
    `<wfs:GetFeature service="WFS" ${WFS}${more}><wfs:Query typeName="${name}"><ogc:Filter><ogc:PropertyIsEqualTo><ogc:Function name="f"/><ogc:Literal>1</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter></wfs:Query></wfs:GetFeature>`,
  (name, more) =>
    `<wfs:GetFeature service="WFS" version="2.0.0" ${WFS2}${more}><wfs:StoredQuery id="other"><wfs:Parameter name="ID">${name}.1</wfs:Parameter></wfs:StoredQuery></wfs:GetFeature>`,
  (name) => `<!DOCTYPE a [<!ENTITY e "${name}">]><GetFeature><Query typeName="&e;"/></GetFeature>`,
  (name, more) =>
    `<wfs:GetCapabilities service="WFS" ${WFS}${more}><wfs:Query typeName="${name}"/></wfs:GetCapabilities>`,
];

const MAPS: readonly ((name: string) => string)[] = [
  (name) =>
    `<ogc:GetMap xmlns:ogc="http://www.opengis.net/ows" xmlns="http://www.opengis.net/sld" service="WMS" version="1.1.1"><StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>${name}</Name></NamedLayer></StyledLayerDescriptor></ogc:GetMap>`,
  (name) =>
    `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" version="1.0.0"><NamedLayer><Name>${name}</Name></NamedLayer></StyledLayerDescriptor>`,
];

const execute = (identifier: string, inputs: string) =>
  `<wps:Execute service="WPS" version="1.0.0" ${WPS}><ows:Identifier>${identifier}</ows:Identifier><wps:DataInputs>${inputs}</wps:DataInputs></wps:Execute>`;
const input = (address: string, body: string) =>
  `<wps:Input><ows:Identifier>a</ows:Identifier><wps:Reference xlink:href="${address}" method="POST"><wps:Body>${body}</wps:Body></wps:Reference></wps:Input>`;

const works = fc
  .record({
    identifier: mostly(['open', 'closed', 'roads'], ['gs:x', 'open,closed', '']),
    kind: mostly(['plain', 'describe', 'plain'], ['features', 'process', 'coverage', 'two']),
    name: mostly(NAMES, ODD_NAMES),
  })
  .map(({ identifier, kind, name }) => {
    const query = `<wfs:GetFeature service="WFS" version="1.1.0" ${WFS}><wfs:Query typeName="${name}"/></wfs:GetFeature>`;
    if (kind === 'describe')
      return `<wps:DescribeProcess service="WPS" version="1.0.0" ${WPS}><ows:Identifier>${identifier}</ows:Identifier></wps:DescribeProcess>`;
    if (kind === 'features') return execute(identifier, input('http://geoserver/wfs', query));
    if (kind === 'process') return execute(identifier, input('http://geoserver/wps', execute('closed', '')));
    if (kind === 'coverage') return execute(identifier, input('http://geoserver/wcs', '<GetCoverage/>'));
    if (kind === 'two') return execute(`${identifier}</ows:Identifier><ows:Identifier>closed`, '');
    return execute(identifier, '');
  });

/** A document as clients post it, or one that readers interpret differently. */
export function documentsFor(protocol: 'wms' | 'wfs' | 'wps'): fc.Arbitrary<string> {
  if (protocol === 'wps') return works;
  const name = mostly(NAMES, ODD_NAMES);
  if (protocol === 'wms') return fc.tuple(fc.constantFrom(...MAPS), name).map(([write, one]) => write(one));
  return fc
    .tuple(mostly(FEATURES, ODD_FEATURES), name, mostly(BINDINGS, ODD_BINDINGS, 4))
    .map(([write, one, bindings]) => write(one, bindings));
}
