const NAMESPACES =
  'xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Documents of WPS 1.0. */
export const executeXml = (identifier: string, root = '') =>
  `<wps:Execute ${NAMESPACES} service="WPS" version="1.0.0" ${root}><ows:Identifier>${identifier}</ows:Identifier></wps:Execute>`;
export const describeXml = (identifier: string, root = '') =>
  `<wps:DescribeProcess ${NAMESPACES} service="WPS" version="1.0.0" ${root}>` +
  `<ows:Identifier>${identifier}</ows:Identifier></wps:DescribeProcess>`;
export const processesXml = (root = '') => `<wps:GetCapabilities ${NAMESPACES} service="WPS" ${root}/>`;
