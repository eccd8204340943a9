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

/** The resources of every tree, with separate assignments. */
export const NAMES = ['open', 'closed', 'public'];

/** Names that services recognize, by type. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
  thredds: ['thredds', 'catalog', 'fileServer', 'dodsC', 'iso', 'catalog.html', 'data.nc', 'data.nc.dds'],
  geoserver: ['geoserver', 'wms', 'wfs', 'wps', 'ows', 'rest', 'gwc', 'service', 'WMS'],
  geoserverwms: ['geoserver', 'wms', 'ows', 'l1'],
  geoserverwfs: ['geoserver', 'wfs', 'ows', 'l1'],
  geoserverwps: ['geoserver', 'wps', 'ows', 'l1'],
};
