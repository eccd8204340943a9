/** Such as all services know. */
export const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'PROPFIND',
  'REPORT',
  'MKCOL',
];

/** What stands in every tree, under rules of its own. */
export const NAMES = ['open', 'closed', 'public'];

/** Names that lead somewhere, by the type of a service. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
  thredds: ['thredds', 'catalog', 'fileServer', 'dodsC', 'iso', 'catalog.html', 'data.nc', 'data.nc.dds'],
  geoserver: ['geoserver', 'wms', 'wfs', 'wps', 'ows', 'rest', 'gwc', 'service', 'WMS'],
  geoserverwms: ['geoserver', 'wms', 'ows', 'l1'],
  geoserverwfs: ['geoserver', 'wfs', 'ows', 'l1'],
  geoserverwps: ['geoserver', 'wps', 'ows', 'l1'],
};
