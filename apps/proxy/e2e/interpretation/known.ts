import type { InterpretedType } from './interpretation';
import type { WrittenRequest } from './written';

const BY_ID = 'storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById';
const STYLE = encodeURIComponent(
  '<StyledLayerDescriptor xmlns="http://www.opengis.net/sld"><NamedLayer><Name>closed:open</Name></NamedLayer></StyledLayerDescriptor>',
);

/** Targets with more effects than are apparent, and that are rarely generated. */
const TARGETS: Readonly<Record<InterpretedType, readonly string[]>> = {
  api: [
    '/closed.json',
    '/closed.',
    '/closed%20',
    '/closed.v1.json/sub',
    '/open/closed.json',
    '/open/closed.fr.xml',
    '/public.json',
  ],
  geoserver: [
    '/rest/closed.json',
    '/geoserver/rest/closed.html',
    '/wms?service=WCS&request=GetCoverage&coverageid=closed:open',
    '/wms?service=WFS&request=GetFeature&typenames=closed:open',
    '/wps?service=WPS&request=Execute&identifier=open&datainputs=a=@href=http://geoserver/wfs?request=GetFeature%26typename=closed:open',
    '/ogc/features/v1/collections/closed:open/items',
    '/open/gwc/service/wmts?request=GetTile&layer=closed:open',
  ],
  geoserverwms: [
    '/wms?request=GetMap&layers=unknown',
    '/op%65n/wms?request=GetMap&layers=roads',
    '/closed/wms?request=GetMap&layers=open:roads',
    `/wms?request=GetMap&layers=*&sld_body=${STYLE}`,
    `/wms?request=GetMap&layer=open:open&stylebody=${STYLE}`,
  ],
  geoserverwfs: [
    '/wfs?request=GetFeature&typenames=open:open&namespaces=xmlns(open,http://x/closed)',
    '/wfs?request=GetFeature&featureid=closed:open.1',
    `/wfs?request=GetFeature&typenames=open:open&${BY_ID}&id=closed:open.1`,
    `/wfs?request=GetFeature&${BY_ID}&id=open:open.1'/%3E%3Cfes:ResourceId%20rid='closed:open.1`,
    '/wfs?request=GetFeature&typename=open:open&filter=%3CFilter%3E%3CPropertyIsNull%3E%3CFunction%20name=%22f%22/%3E%3C/PropertyIsNull%3E%3C/Filter%3E',
  ],
  geoserverwps: [
    '/open/wps?request=Execute&identifier=closed',
    '/open/wps?request=Execute&identifier=roads',
    '/wps?request=Execute&identifier=roads',
  ],
  ncwms: [
    '?request=GetMetadata&item=menu&layername=open/data.nc/v',
    '?request=GetMetadata&item=minmax&layername=open/data.nc/v&layers=closed/data.nc/v',
    '?request=GetMap&layers=closedXdata.nc/v',
    '?request=GetFeatureInfo&layers=open/data.nc/v&query_layers=closed/data.nc/v',
    '/closed?request=GetMap&layers=data.nc/v',
  ],
  thredds: [
    '/dap4/open/closed.dat.dap.nc',
    '/dap4/open/closed.dat.dmr.xml.nc',
    '/dap4/open/closed.dat.DAP.x/y',
    '/dap4/open/closed.dat/x/.dmr',
    '/dodsC/open/closed.dat.dds',
    '/ncss/grid/open/closed.dat/dataset.html',
    '/wms/open/data.nc?request=GetFeatureInfo&url=http://x/',
    '/remoteCatalogService?catalog=http://x/catalog.xml',
  ],
};

export function knownRequests(type: InterpretedType): WrittenRequest[] {
  return TARGETS[type].map((target) => ({ method: 'GET', target, mediaType: undefined, body: undefined }));
}
