import type { DataSet } from '../servers/features';

/** Requests as clients write them, for a type or layer of the given name. */
export type Name = DataSet | `${DataSet}/v` | `${string}:${DataSet}`;

const WFS_NAMESPACES =
  'xmlns:wfs="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"';

export const capabilities = (service = 'WFS') => `service=${service}&request=GetCapabilities`;
export const features = (name: Name, more = '') =>
  `service=WFS&version=1.1.0&request=GetFeature&typename=${name}${more}`;
export const map = (name: Name, more = '') =>
  'service=WMS&version=1.1.1&request=GetMap' +
  `&layers=${name}&styles=&srs=EPSG:4326&bbox=0,0,3,3&width=32&height=32&format=image/png${more}`;
export const featureInfo = (name: Name, more = '') =>
  map(name, `&query_layers=${name}&x=10&y=21&info_format=text/plain&feature_count=9${more}`).replace(
    'GetMap',
    'GetFeatureInfo',
  );

/** A document of WFS 1.1. `root`: additional attributes of its root. */
export const featuresXml = (queries: string, root = '') =>
  `<wfs:GetFeature ${WFS_NAMESPACES} service="WFS" version="1.1.0" ${root}>${queries}</wfs:GetFeature>`;
export const query = (name: string, inner = '') => `<wfs:Query typeName="${name}">${inner}</wfs:Query>`;
export const capabilitiesXml = (root = '', inner = '') =>
  `<wfs:GetCapabilities ${WFS_NAMESPACES} service="WFS" ${root}>${inner}</wfs:GetCapabilities>`;
export const descriptionXml = (names: string, root = '') =>
  `<wfs:DescribeFeatureType ${WFS_NAMESPACES} service="WFS" version="1.1.0" ${root}>${names}</wfs:DescribeFeatureType>`;
export const transactionXml = (actions: string, root = '') =>
  `<wfs:Transaction ${WFS_NAMESPACES} service="WFS" version="1.1.0" ${root}>${actions}</wfs:Transaction>`;
export const update = (name: string, id = `${name}.1`) =>
  `<wfs:Update typeName="${name}"><wfs:Property><wfs:Name>note</wfs:Name><wfs:Value>${uniqueValue()}</wfs:Value>` +
  `</wfs:Property><ogc:Filter><ogc:FeatureId fid="${id}"/></ogc:Filter></wfs:Update>`;
export const insert = (element: string) =>
  `<wfs:Insert><${element}><note>${uniqueValue()}</note></${element}></wfs:Insert>`;

/** A style document in which a layer of the given name is drawn in the colour of its data. */
export const style = (name: string) =>
  '<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">' +
  `<NamedLayer><Name>${name}</Name><UserStyle><FeatureTypeStyle><Rule><PointSymbolizer><Graphic><Mark>` +
  `<WellKnownName>circle</WellKnownName><Fill><CssParameter name="fill">${colourOf(name)}</CssParameter></Fill>` +
  '</Mark><Size>12</Size></Graphic></PointSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer>' +
  '</StyledLayerDescriptor>';

function colourOf(name: string): string {
  return name.includes('secret') ? '#ff0000' : '#00ff00';
}

let values = 100;
/** It always changes the feature. */
function uniqueValue(): number {
  return ++values;
}
