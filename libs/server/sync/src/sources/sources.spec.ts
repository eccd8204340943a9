import { finished } from '@gatehouse/request-body';
import { resolvedConfiguration, serviceTypeOf } from '@gatehouse/service-types';
import { readSourceDocument } from '../documents/read-document';
import { type SourceLink, type SourceSubject, isLink } from '../source';
import { SourceFailure } from '../source-failure';
import { catalog, dataset, reference, scanReference } from '../testing/source-server.fixture';
import { sourceOf } from './catalogue';

const BASE = 'http://localhost:9000/base';

function subjectOf(typeName: string, url = BASE): SourceSubject {
  const type = serviceTypeOf(typeName);
  if (!type) throw new Error(typeName);
  return { url, type, configuration: resolvedConfiguration(type, null) ?? {} };
}

/** What a source reads of documents: entries as `type path (title)`, links as `→ url`. */
function readAll(
  syncType: string,
  typeName: string,
  text: string,
  link: Partial<SourceLink> = {},
  url = BASE,
): string[] {
  const source = sourceOf(syncType);
  if (!source) throw new Error(syncType);
  const subject = subjectOf(typeName, url);
  const [first] = source.start(subject);
  if (!first) throw new Error('no document');
  const read = { ...first, ...link };
  const format = text.trimStart().startsWith('<') ? 'xml' : 'json';
  const document = finished(
    readSourceDocument({ url: read.url, contentType: undefined, bytes: Buffer.from(text) }, format),
  );
  return [...source.read(document, { ...read, format }, subject)].map((item) =>
    isLink(item)
      ? `→ ${item.url}`
      : `${item.type} ${item.path.join(' / ')}${item.title === undefined || item.title === '' ? '' : ` (${item.title})`}`,
  );
}

const starts = (syncType: string, typeName: string, url = BASE): string[] => {
  const found: string[] = [];
  for (const link of sourceOf(syncType)?.start(subjectOf(typeName, url)) ?? [])
    for (let next: SourceLink | undefined = link; next; next = next.otherwise) found.push(next.url);
  return found;
};

describe('a THREDDS catalog', () => {
  it('has directories at the addresses of catalogs, and files at the paths of datasets', () => {
    const text = catalog(
      [
        reference('/base/catalog/archive/catalog.xml', 'Archive'),
        reference('more/catalog.xml', 'More'),
        reference('named.xml', 'Named'),
        '<dataset name="Best"><dataset name="Deep" urlPath="grib/NCEP/best.nc"/></dataset>',
        dataset('rivers.nc', 'data/rivers.nc'),
        '<dataset name="Two"><access serviceName="dap" urlPath="two/a.nc"/><access serviceName="http" urlPath="two/a.nc"/></dataset>',
        '<dataset name="latest.xml" urlPath="latest.xml"><serviceName>latest</serviceName></dataset>',
      ].join('\n'),
    );
    expect(readAll('thredds', 'thredds', text)).toEqual([
      'directory archive (Archive)',
      '→ http://localhost:9000/base/catalog/archive/catalog.xml',
      'directory more (More)',
      '→ http://localhost:9000/base/more/catalog.xml',
      '→ http://localhost:9000/base/named.xml',
      'file grib / NCEP / best.nc (Deep)',
      'file data / rivers.nc (rivers.nc)',
      'file two / a.nc (Two)',
    ]);
  });

  /** Unidata/thredds `tds/src/main/java/thredds/server/catalog/DatasetScan.java`: folders first or last, names as they are, identifiers of their paths. */
  it('of a scan has folders whose names are written as they are', () => {
    const names = ['50%', 'a#b', 'c?d', 'run:1', 'my data', 'e%20f'];
    const text = catalog(
      `<dataset name="scan/">${names.map((name) => reference(`${name}/catalog.xml`, name, `scan/${name}`)).join('')}${dataset('10%.nc', 'scan/10%.nc')}</dataset>`,
    );
    const url = `${BASE}/catalog/scan/catalog.xml`;
    const found = readAll('thredds', 'thredds', text, { url });
    expect(found.filter((line) => !line.startsWith('→'))).toEqual([
      ...names.map((name) => `directory scan / ${name} (${name})`),
      'file scan / 10%.nc (10%.nc)',
    ]);
    expect(found).toContain(`→ ${BASE}/catalog/scan/a%23b/catalog.xml`);
  });

  it('of TDS 4 has folders of scans, and one that links to an escaped name', () => {
    const text = catalog(
      `${scanReference('/base/catalog/archive/catalog.xml', 'archive')}${reference('my%20data/catalog.xml', 'My data')}`,
    );
    expect(readAll('thredds', 'thredds', text).filter((line) => !line.startsWith('→'))).toEqual([
      'directory archive (archive)',
      'directory my data (My data)',
    ]);
  });

  it('is read at the URL of the service, or is that URL', () => {
    expect(starts('thredds', 'thredds')).toEqual([`${BASE}/catalog.xml`]);
    expect(starts('thredds', 'thredds', `${BASE}/catalog.xml`)).toEqual([`${BASE}/catalog.xml`]);
  });

  it('is not anything else', () => {
    expect(() => readAll('thredds', 'thredds', '<html/>')).toThrow(SourceFailure);
  });
});

describe('capabilities', () => {
  const WMS_130 = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name></Service><Capability>
<Layer><Name>map</Name><Title>All</Title>
<Layer queryable="1"><Name>topp:roads</Name><Title>Roads</Title><Style><Name>red</Name></Style></Layer>
<Layer><Title>Group</Title><Layer><Name>ne:rivers</Name><Title>Rivers</Title></Layer></Layer>
</Layer></Capability></WMS_Capabilities>`;
  const WMS_111 = WMS_130.replace(
    /<WMS_Capabilities[^>]*>/,
    '<!DOCTYPE WMT_MS_Capabilities SYSTEM "x.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>\n<WMT_MS_Capabilities version="1.1.1">',
  ).replace('</WMS_Capabilities>', '</WMT_MS_Capabilities>\n<!-- end -->');

  it.each([
    ['1.3.0', WMS_130],
    ['1.1.1', WMS_111],
  ])('of WMS %s have layers in trees, where their names belong', (_, text) => {
    expect(readAll('wms', 'geoserverwms', text)).toEqual([
      'layer map (All)',
      'layer topp / roads (Roads)',
      'layer ne / rivers (Rivers)',
    ]);
  });

  it('of an ncWMS have variables of files', () => {
    const text = `<WMS_Capabilities><Capability><Layer><Layer><Name>dir/a.nc/temp</Name><Title>T</Title></Layer></Layer></Capability></WMS_Capabilities>`;
    expect(readAll('ncwms', 'ncwms', text)).toEqual(['file dir / a.nc (T)']);
  });

  it.each(['1.0.0', '1.1.0', '2.0.0'])('of WFS %s have feature types', (version) => {
    const text = `<wfs:WFS_Capabilities version="${version}" xmlns:wfs="http://www.opengis.net/wfs"><wfs:FeatureTypeList><wfs:Operations/>
      <wfs:FeatureType><wfs:Name>topp:roads</wfs:Name><wfs:Title>Roads</wfs:Title></wfs:FeatureType></wfs:FeatureTypeList></wfs:WFS_Capabilities>`;
    expect(readAll('wfs', 'wfs', text)).toEqual(['layer roads (Roads)']);
    expect(readAll('wfs', 'geoserverwfs', text)).toEqual(['layer topp / roads (Roads)']);
  });

  it('of WFS have feature types whose prefixes tell them apart, and no other ones', () => {
    const types = ['a:roads', 'b:Roads', 'ms:lakes', 'ponds']
      .map((name) => `<FeatureType><Name>${name}</Name></FeatureType>`)
      .join('');
    const text = `<WFS_Capabilities><FeatureTypeList>${types}</FeatureTypeList></WFS_Capabilities>`;
    expect(readAll('wfs', 'wfs', text)).toEqual([
      'layer a:roads',
      'layer b:Roads',
      'layer lakes',
      'layer ponds',
    ]);
  });

  it('of WPS 1.0 and 2.0 have processes', () => {
    const ows = 'xmlns:ows="http://www.opengis.net/ows/1.1"';
    expect(
      readAll(
        'wps',
        'wps',
        `<wps:Capabilities xmlns:wps="http://www.opengis.net/wps/1.0.0" ${ows}><wps:ProcessOfferings>
        <wps:Process wps:processVersion="1"><ows:Identifier>gs:Buffer</ows:Identifier><ows:Title>Buffer</ows:Title></wps:Process></wps:ProcessOfferings></wps:Capabilities>`,
      ),
    ).toEqual(['process gs:Buffer (Buffer)']);
    expect(
      readAll(
        'wps',
        'wps',
        `<wps:Capabilities xmlns:wps="http://www.opengis.net/wps/2.0" ${ows}><wps:Contents>
        <wps:ProcessSummary><ows:Title>Hello</ows:Title><ows:Identifier>hello</ows:Identifier></wps:ProcessSummary></wps:Contents></wps:Capabilities>`,
      ),
    ).toEqual(['process hello (Hello)']);
  });

  it('are requested at the usual address, then at the URL of the service, with its own parameters', () => {
    expect(starts('wms', 'geoserverwms', 'http://localhost/mapserv?map=/a.map&SERVICE=x')).toEqual([
      'http://localhost/mapserv/wms?map=%2Fa.map&service=WMS&version=1.3.0&request=GetCapabilities',
      'http://localhost/mapserv?map=%2Fa.map&service=WMS&version=1.3.0&request=GetCapabilities',
    ]);
    expect(starts('wms', 'geoserverwms', 'http://localhost/geoserver/ows')).toHaveLength(1);
    expect(starts('wps', 'wps').at(-1)).toBe(`${BASE}/processes?f=json`);
  });

  it('are not exceptions', () => {
    expect(() => readAll('wfs', 'wfs', '<ExceptionReport/>')).toThrow('capabilities of a WFS');
  });
});

describe('lists in JSON', () => {
  /**
   * A list as GeoServer writes it in JSON: `href` of an entry is the escaped name, as forms have it, with the extension, at the address of the request.
   * Sources: geoserver/geoserver `src/rest/src/main/java/org/geoserver/rest/converters/XStreamCatalogListConverter.java` and
   * `XStreamMessageConverter.java`; x-stream/xstream `xstream/src/java/com/thoughtworks/xstream/io/json/JettisonStaxWriter.java` (lists
   * of one entry, empty ones); jettison-json/jettison `src/main/java/org/codehaus/jettison/mapped/DefaultConverter.java` (texts become numbers and booleans).
   */
  const ofGeoServer = (
    list: string,
    entry: string,
    at: string,
    names: readonly (readonly [unknown, string])[],
  ) =>
    JSON.stringify({
      [list]:
        names.length === 0
          ? ''
          : {
              [entry]: names.map(([name, escaped]) => ({
                name,
                href: `http://maps:8080/geoserver/rest/${at}/${escaped}.json`,
              })),
            },
    });
  const workspacesOf = (...names: readonly (readonly [unknown, string])[]) =>
    ofGeoServer('workspaces', 'workspace', 'workspaces', names);

  it('of GeoServer have workspaces as routes for its REST interface', () => {
    const text = workspacesOf(['topp', 'topp'], ['ne', 'ne']);
    expect(readAll('geoserver-api', 'api', text)).toEqual([
      'route workspaces / topp',
      'route workspaces / ne',
    ]);
    expect(readAll('geoserver-api', 'api', workspacesOf())).toEqual([]);
  });

  it('of GeoServer have workspaces with layers and groups', () => {
    expect(readAll('geoserver', 'geoserverwms', workspacesOf(['topp', 'topp']))).toEqual([
      'workspace topp',
      `→ ${BASE}/rest/workspaces/topp/layers.json`,
      `→ ${BASE}/rest/workspaces/topp/layergroups.json`,
    ]);
    const layers = ofGeoServer('layers', 'layer', 'workspaces/topp/layers', [
      ['roads', 'roads'],
      ['topp:rivers', 'topp%3Arivers'],
    ]);
    expect(readAll('geoserver', 'geoserverwms', layers, { as: 'layers', path: ['topp'] })).toEqual([
      'layer topp / roads',
      'layer topp / rivers',
    ]);
    const none = ofGeoServer('layerGroups', 'layerGroup', 'workspaces/topp/layergroups', []);
    expect(readAll('geoserver', 'geoserverwms', none, { as: 'layergroups', path: ['topp'] })).toEqual([]);
    expect(starts('geoserver', 'geoserverwms')).toEqual([
      `${BASE}/rest/workspaces.json`,
      `${BASE}/wms?service=WMS&version=1.3.0&request=GetCapabilities`,
      `${BASE}?service=WMS&version=1.3.0&request=GetCapabilities`,
    ]);
  });

  it('of GeoServer have names that its JSON has as numbers and booleans, by their links', () => {
    const text = workspacesOf(
      [7, '007'],
      [1, '1.0'],
      [1000, '1e3'],
      [true, 'TRUE'],
      [2024, '2024'],
      ['a b', 'a+b'],
      [0.5, '.5'],
    );
    expect(readAll('geoserver-api', 'api', text).map((line) => line.split(' / ')[1])).toEqual([
      '007',
      '1.0',
      '1e3',
      'TRUE',
      '2024',
      'a b',
      '.5',
    ]);
  });

  it('of GeoServer may have a single entry without a list, as older versions write it', () => {
    const text =
      '{"workspaces":{"workspace":{"name":"topp","href":"http://maps/geoserver/rest/workspaces/topp.json"}}}';
    expect(readAll('geoserver-api', 'api', text)).toEqual(['route workspaces / topp']);
  });

  it.each([
    '{"workspaces":{"workspace":[{"name":"topp"},{"name":7}]}}',
    '{"workspaces":{"workspace":[{"name":""}]}}',
    '{"workspaces":{"other":[]}}',
    '{"workspaces":"topp"}',
  ])('of GeoServer fail where an entry has no name, since it would count as vanished: %s', (text) => {
    expect(() => readAll('geoserver-api', 'api', text)).toThrow('without a name');
  });

  it('of an OGC API have collections and processes, and their next page', () => {
    const text =
      '{"collections":[{"id":"lakes","title":"Lakes"},{"id":3}],"links":[{"rel":"next","href":"?offset=10"}]}';
    expect(readAll('ogcapi', 'api', text)).toEqual([
      'route collections / lakes (Lakes)',
      `→ ${BASE}/collections?offset=10`,
    ]);
    expect(readAll('ogcapi', 'wps', '{"processes":[{"id":"hello"}]}', { as: 'processes' })).toEqual([
      'process hello',
    ]);
  });

  it('of STAC have collections of an API, and the directories of static catalogs', () => {
    const api = `{"type":"Catalog","id":"c","links":[{"rel":"data","href":"${BASE}/collections"},{"rel":"child","href":"${BASE}/collections/a"}]}`;
    expect(readAll('stac', 'api', api)).toEqual([`→ ${BASE}/collections`]);
    const root =
      '{"type":"Catalog","links":[{"rel":"child","href":"./sub/catalog.json","title":"Sub"},{"rel":"item","href":"./i.json"}]}';
    const url = `${BASE}/catalog.json`;
    expect(readAll('stac', 'api', root, {}, url)).toEqual(['route sub (Sub)', `→ ${BASE}/sub/catalog.json`]);
    expect(readAll('stac', 'api', root, { url: `${BASE}/sub/catalog.json` }, url)).toEqual([
      'route sub',
      'route sub / sub (Sub)',
      `→ ${BASE}/sub/sub/catalog.json`,
    ]);
  });

  it('of projects and descriptions have routes', () => {
    expect(readAll('project-api', 'project-api', '[{"id":7,"name":"Seven"},{"name":"x"}]')).toEqual([
      'route Projects / 7 (Seven)',
    ]);
    expect(
      readAll(
        'openapi',
        'api',
        '{"openapi":"3.0.0","paths":{"/users/{id}/tokens":{},"/jobs/all":{},"/":{},"/{x}":{}}}',
      ),
    ).toEqual(['route users', 'route jobs / all']);
    expect(() => readAll('openapi', 'api', '{"paths":{}}')).toThrow('states no version');
  });
});
