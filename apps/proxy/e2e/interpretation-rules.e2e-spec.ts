import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Act, ReceivedRequest } from './interpretation/acts';
import { type WrittenService, mayHave } from './interpretation/reference';
import { type InterpretedType, actsOf } from './interpretation/interpretation';
import { SERVED } from './interpretation/scenario';

const FORM = 'application/x-www-form-urlencoded';
const BY_ID = 'storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById';
const SLD = (layer: string) =>
  `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${layer}</Name></NamedLayer></StyledLayerDescriptor>`;
const GET_FEATURE = (attributes: string, query: string) =>
  `<wfs:GetFeature xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" service="WFS" ${attributes}>${query}</wfs:GetFeature>`;
const EXECUTE = (identifier: string, inputs = '') =>
  `<wps:Execute xmlns:wps="http://www.opengis.net/wps/1.0.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" service="WPS"><ows:Identifier>${identifier}</ows:Identifier>${inputs}</wps:Execute>`;

interface Sent {
  readonly method?: string;
  readonly mediaType?: string;
  readonly body?: string;
}

function received(target: string, { method, mediaType, body }: Sent = {}): ReceivedRequest {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    query,
    headers: mediaType === undefined ? [] : [['Content-Type', mediaType]],
    body: Buffer.from(body ?? ''),
  };
}

/** `getmap open/roads`; angle brackets mark what is not a named resource. */
function reported(acts: readonly Act[]): string[] {
  const texts = acts.map(({ operation, reached }) => {
    if (reached.kind === 'named') return `${operation} ${reached.path.join('/')}`;
    if (reached.kind === 'process') return `${operation} process ${reached.name}`;
    return `${operation} <${reached.kind === 'anyWorkspace' ? `any workspace>/${reached.name}` : `${reached.kind}>`}`;
  });
  return [...new Set(texts)].sort();
}

const xml = (body: string): Sent => ({ mediaType: 'text/xml', body });
const form = (body: string): Sent => ({ mediaType: FORM, body });

type Case = readonly [title: string, target: string, sent: Sent, acts: readonly string[]];

function cases(type: InterpretedType, table: readonly Case[]): void {
  it.each(table)('the reference interpretation reads %s', (_, target, sent, acts) => {
    expect(reported(actsOf(type, received(target, sent), SERVED))).toEqual([...acts].sort());
  });
}

describe('GeoServer, according to its source,', () => {
  cases('geoserver', [
    [
      'layers',
      '/wms?service=WMS&request=GetMap&layers=open:roads,closed:roads',
      {},
      ['getmap open/roads', 'getmap closed/roads'],
    ],
    [
      'no other parameter for a map',
      '/wms?request=GetMap&layer=closed:open&query_layers=closed:open',
      {},
      [],
    ],
    [
      'names without workspace as those of any',
      '/wms?request=GetMap&layers=roads',
      {},
      ['getmap <any workspace>/roads'],
    ],
    [
      'the workspace of the path instead of a prefix',
      '/open/wms?request=GetMap&layers=closed:roads',
      {},
      ['getmap open/roads'],
    ],
    [
      'the context path before it',
      '/geoserver/open/wms?request=GetMap&layers=roads',
      {},
      ['getmap open/roads'],
    ],
    ['a layer behind the workspace', '/open/roads/wms?request=GetMap&layers=open', {}, ['getmap open/open']],
    [
      'an escaped workspace as none',
      '/op%65n/wms?request=GetMap&layers=roads',
      {},
      ['getmap <any workspace>/roads'],
    ],
    ['the operation in the path', '/wms/reflect?layers=open:roads', {}, ['getmap open/roads']],
    [
      'the parameter service before the path',
      '/wms?service=WFS&request=GetFeature&typenames=open:roads',
      {},
      ['getfeature open/roads'],
    ],
    [
      'one name for a legend',
      '/wms?request=GetLegendGraphic&layer=open:a,closed:b',
      {},
      ['getlegendgraphic open/a,closed:b'],
    ],
    [
      'what is queried',
      '/wms?request=GetFeatureInfo&layers=open:roads&query_layers=open:roads',
      {},
      ['getfeatureinfo open/roads'],
    ],
    [
      'a style document beside layers as no layers',
      `/wms?request=GetMap&layers=open:roads&sld_body=${encodeURIComponent(SLD('closed:open'))}`,
      {},
      ['getmap open/roads'],
    ],
    [
      'the layers of a style document otherwise',
      `/wms?request=GetMap&sld_body=${encodeURIComponent(SLD('closed:open'))}`,
      {},
      ['getmap closed/open'],
    ],
    [
      'an asterisk as no layers',
      `/wms?request=GetMap&layers=*&STYLEBODY=${encodeURIComponent(SLD('closed:open'))}`,
      {},
      ['getmap closed/open'],
    ],
    [
      'a posted style document before layers',
      '/wms?request=GetMap&layers=open:roads',
      xml(SLD('closed:open')),
      ['getmap closed/open'],
    ],
    [
      'a linked style without layers as anything',
      '/wms?request=GetMap&sld=http://x/',
      {},
      ['getmap <everything>'],
    ],
    [
      'functions in CQL as anything',
      "/wms?request=GetMap&layers=open:a&cql_filter=a=f('x')",
      {},
      ['getmap open/a', 'getmap <everything>'],
    ],
    [
      'words of CQL as none',
      "/wms?request=GetMap&layers=open:a&cql_filter=BBOX(g,0,0,1,1) AND a IN ('f(x)')",
      {},
      ['getmap open/a'],
    ],
    [
      'typename before typenames',
      '/wfs?request=GetFeature&typenames=open:a&typename=closed:b',
      {},
      ['getfeature closed/b'],
    ],
    [
      'the spelling that begins last',
      '/wfs?request=GetFeature&typename=open:a&TYPENAME=closed:b',
      {},
      ['getfeature closed/b'],
    ],
    [
      'groups of types',
      '/wfs?request=GetFeature&typenames=(open:a)(closed:b,closed:c)',
      {},
      ['getfeature open/a', 'getfeature closed/b', 'getfeature closed/c'],
    ],
    [
      'identifiers up to the last dot',
      '/wfs?request=GetFeature&featureid=closed:a.b.1',
      {},
      ['getfeature closed/a.b'],
    ],
    [
      'lone identifiers up to the first dot',
      `/wfs?request=GetFeature&${BY_ID}&id=closed:a.b.1`,
      {},
      ['getfeature closed/a'],
    ],
    [
      'identifiers within types',
      '/wfs?request=GetFeature&typename=open:a&featureid=closed:b.1',
      {},
      ['getfeature open/a'],
    ],
    [
      'a stored query instead of types, and with them',
      `/wfs?request=GetFeature&typename=open:a&${BY_ID}&id=closed:b.1`,
      {},
      ['getfeature open/a', 'getfeature closed/b'],
    ],
    [
      'markup in an identifier as anything',
      `/wfs?request=GetFeature&${BY_ID}&id=open:a.1'/><x`,
      {},
      ['getfeature <everything>'],
    ],
    [
      'other stored queries as anything',
      '/wfs?request=GetFeature&storedquery_id=x',
      {},
      ['getfeature <everything>'],
    ],
    [
      'namespaces of parameters',
      '/wfs?request=GetFeature&typenames=open:a&namespaces=xmlns(open,http://x/closed)',
      {},
      ['getfeature closed/a', 'getfeature open/a'],
    ],
    [
      'a description of all types',
      '/wfs?request=DescribeFeatureType',
      {},
      ['describefeaturetype <everything>'],
    ],
    [
      'a description of the types of a workspace',
      '/open/wfs?request=DescribeFeatureType',
      {},
      ['describefeaturetype <wholeWorkspace>'],
    ],
    [
      'a document about the types of a workspace',
      '/open/wfs',
      xml('<DescribeFeatureType xmlns="http://www.opengis.net/wfs" service="WFS"/>'),
      ['describefeaturetype <wholeWorkspace>'],
    ],
    ['form and query as one', '/wfs?request=GetFeature', form('typename=closed:a'), ['getfeature closed/a']],
    [
      'two values of request as an error',
      '/wfs?request=GetFeature',
      form('request=GetCapabilities&typename=closed:a'),
      [],
    ],
    [
      'the document before the query',
      '/wfs?request=GetCapabilities',
      xml(GET_FEATURE('', '<wfs:Query typeNames="closed:a"/>')),
      ['getfeature closed/a'],
    ],
    [
      'documents of any type',
      '/wfs',
      { mediaType: 'image/png', body: GET_FEATURE('', '<wfs:Query typeNames="closed:a"/>') },
      ['getfeature closed/a'],
    ],
    [
      'documents of HEAD',
      '/wfs',
      { method: 'HEAD', mediaType: 'text/xml', body: GET_FEATURE('', '<wfs:Query typeNames="closed:a"/>') },
      ['getfeature closed/a'],
    ],
    [
      'prefixes as the document binds them',
      '/wfs',
      xml(GET_FEATURE('xmlns:open="http://x/closed"', '<wfs:Query typeNames="open:a"/>')),
      ['getfeature closed/a'],
    ],
    [
      'identifiers of a document without types',
      '/wfs',
      xml(
        GET_FEATURE('', '<wfs:Query><fes:Filter><fes:ResourceId rid="closed:a.1"/></fes:Filter></wfs:Query>'),
      ),
      ['getfeature closed/a'],
    ],
    [
      'parameters where it cannot read a document',
      '/wfs?typename=closed:a',
      xml('<GetFeature xmlns="urn:x"/>'),
      ['getfeature closed/a'],
    ],
    [
      'inserted features by their namespace',
      '/wfs',
      xml(
        '<wfs:Transaction xmlns:wfs="http://www.opengis.net/wfs" service="WFS"><wfs:Insert><open:a xmlns:open="http://x/closed"/></wfs:Insert></wfs:Transaction>',
      ),
      ['transaction closed/a'],
    ],
    [
      'envelopes',
      '/wfs',
      {
        mediaType: 'application/soap+xml',
        body: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${GET_FEATURE('', '<wfs:Query typeNames="closed:a"/>')}</e:Body></e:Envelope>`,
      },
      ['getfeature closed/a'],
    ],
    ['processes of a workspace', '/open/wps?request=Execute&identifier=gs:a', {}, ['execute process gs:a']],
    [
      'what a process refers to',
      '/open/wps',
      xml(
        EXECUTE(
          'a',
          `<wps:Input><wps:Reference xlink:href="http://geoserver/wfs"><wps:Body>${GET_FEATURE('', '<wfs:Query typeNames="closed:a"/>')}</wps:Body></wps:Reference></wps:Input>`,
        ),
      ),
      ['execute process a', 'getfeature closed/a'],
    ],
    [
      'processes within processes',
      '/open/wps',
      xml(
        EXECUTE(
          'a',
          `<wps:Input><wps:Reference xlink:href="http://geoserver/wps"><wps:Body>${EXECUTE('b')}</wps:Body></wps:Reference></wps:Input>`,
        ),
      ),
      ['execute process a', 'execute process b'],
    ],
    [
      'references in a query',
      '/open/wps?request=Execute&identifier=a&datainputs=x=@href=http://geoserver/wfs?request=GetFeature%26typename=closed:b',
      {},
      ['execute process a', 'getfeature closed/b'],
    ],
    ['the REST API as routes', '/rest/closed', { method: 'PUT', body: 'x' }, ['write rest/closed']],
    [
      'a format at the end of a path of the REST API',
      '/rest/closed.json',
      {},
      ['read rest/closed', 'read rest/closed.json'],
    ],
    [
      'tiles, and other protocols, as beyond',
      '/open/gwc/service/wmts?layer=closed:a',
      {},
      ['beyond <everything>'],
    ],
    ['coverages as beyond', '/ows?service=WCS&request=GetCoverage', {}, ['beyond <everything>']],
    ['nothing of the case of a path', '/WMS?request=GetMap&layers=closed:a', {}, []],
  ]);
});

describe('ncWMS, according to its source,', () => {
  cases('ncwms', [
    ['layers', '/wms?request=GetMap&layers=open/data.nc/v', {}, ['getmap open/data.nc']],
    ['a lone layer', '?request=GetMap&layer=open/data.nc/v', {}, ['getmap open/data.nc']],
    [
      'a style document before layers',
      `?request=GetMap&layers=open/data.nc/v&sld_body=${encodeURIComponent(SLD('closed/data.nc/v'))}`,
      {},
      ['getmap closed/data.nc'],
    ],
    [
      'a linked style as anything',
      '?request=GetMap&layers=open/data.nc/v&sld=http://x/',
      {},
      ['getmap <everything>'],
    ],
    [
      'data of what is queried',
      '?request=GetFeatureInfo&layers=open/data.nc/v&query_layers=closed/data.nc/v',
      {},
      ['getfeatureinfo open/data.nc', 'getfeatureinfo closed/data.nc'],
    ],
    ['an address as beyond', '?request=GetFeatureInfo&url=http://x/', {}, ['beyond <everything>']],
    [
      'the range of values by layers',
      '?request=GetMetadata&item=minmax&layers=closed/data.nc/v&layername=open/data.nc/v',
      {},
      ['getmetadata closed/data.nc'],
    ],
    [
      'details by layername',
      '?request=GetMetadata&item=layerDetails&layername=closed/data.nc/v',
      {},
      ['getmetadata closed/data.nc'],
    ],
    [
      'the dataset before layers',
      '?request=GetMap&dataset=closed&layers=data.nc/v',
      {},
      ['getmap closed/data.nc'],
    ],
    ['the path as dataset', '/wms/closed?request=GetMap&layers=data.nc/v', {}, ['getmap closed/data.nc']],
    [
      'no dataset before a lone layer',
      '?request=GetMap&dataset=open&layer=closed/data.nc/v',
      {},
      ['getmap closed/data.nc'],
    ],
    [
      'the beginning of a dynamic dataset',
      '?request=GetMap&layers=closedXdata.nc/v',
      {},
      ['getmap closed/data.nc'],
    ],
    ['wildcards as anything', '?request=GetMap&layers=open/*.nc/v', {}, ['getmap <everything>']],
    [
      'blanks around names of parameters',
      '?request=GetMap&layers=open/data.nc/v&+layers=closed/data.nc/v',
      {},
      ['getmap closed/data.nc'],
    ],
    ['operations with their case', '?request=getmap&layers=closed/data.nc/v', {}, []],
    ['nothing that is posted', '?request=GetMap&layers=closed/data.nc/v', { body: 'x' }, []],
    [
      'a colour bar without layers',
      '?request=GetLegendGraphic&colorbaronly=true&layers=closed/data.nc/v',
      {},
      [],
    ],
  ]);
});

describe('frameworks, according to their source,', () => {
  cases('api', [
    ['a resource by its name', '/open/closed', {}, ['read open/closed']],
    [
      'a format at the end of the path',
      '/open/closed.json',
      {},
      ['read open/closed', 'read open/closed.json'],
    ],
    [
      'any text with dots as a format',
      '/closed.v1.json',
      {},
      ['read closed', 'read closed.v1', 'read closed.v1.json'],
    ],
    [
      'a language before a format',
      '/closed.xml.fr',
      {},
      ['read closed', 'read closed.xml', 'read closed.xml.fr'],
    ],
    [
      'names without dots and blanks at their end',
      '/closed.%20/sub',
      {},
      ['read closed. /sub', 'read closed/sub'],
    ],
    ['changes', '/closed.json', { method: 'PUT' }, ['write closed', 'write closed.json']],
  ]);
});

describe('THREDDS, according to its source,', () => {
  cases('thredds', [
    ['files', '/thredds/fileServer/closed/data.nc', {}, ['read closed/data.nc']],
    ['suffixes of DAP 2', '/dodsC/open/closed.dat.dds', {}, ['read open/closed.dat']],
    ['nothing without such a suffix', '/dodsC/open/closed.dat', {}, []],
    ['suffixes of DAP 4', '/dap4/open/closed.dat.dmr.xml', {}, ['read open/closed.dat']],
    [
      'suffixes of DAP 4 in any order, in newer versions',
      '/dap4/open/closed.dat.xml.dmr',
      {},
      ['read open/closed.dat', 'read open/closed.dat.xml'],
    ],
    [
      'the whole path up to a mode of DAP 4, in older versions',
      '/dap4/open/closed.dat.dap.nc',
      {},
      ['read open/closed.dat', 'read open/closed.dat.dap.nc'],
    ],
    [
      'a mode in an earlier segment, in older versions',
      '/dap4/open/closed.dat.DMR.x/y.nc',
      {},
      ['read open/closed.dat', 'read open/closed.dat.DMR.x/y.nc'],
    ],
    [
      'nothing with two modes of DAP 4, in newer versions',
      '/dap4/open/closed.dat.dmr.dap',
      {},
      ['read open/closed.dat.dmr'],
    ],
    ['nothing with two formats of DAP 4', '/dap4/open/closed.dat.xml.html', {}, []],
    ['a slash before the mode of DAP 4 as none', '/dap4/open/closed.dat/.dmr', {}, ['read open/closed.dat']],
    ['pages of subsets', '/ncss/grid/open/closed.dat/dataset.html', {}, ['read open/closed.dat']],
    ['catalogues as their directories', '/catalog/closed/catalog.xml', {}, ['browse closed']],
    ['metadata', '/iso/closed/data.nc', {}, ['browse closed/data.nc']],
    [
      'an address in WMS as beyond',
      '/wms/open/data.nc?request=GetFeatureInfo&url=http://x/',
      {},
      ['read open/data.nc', 'beyond <everything>'],
    ],
    ['foreign catalogues as beyond', '/remoteCatalogService?catalog=http://x/', {}, ['beyond <everything>']],
    ['administration as beyond', '/thredds/admin/log/access', {}, ['beyond <everything>']],
  ]);
});

describe('permission assignments as they were written', () => {
  const service: WrittenService = {
    name: 's',
    type: 'geoserverwms',
    nodes: { s: 'service', 's/a': 'workspace', 's/a/x': 'layer', 's/b': 'workspace', 's/b/y': 'layer' },
    permissions: ['getmap'],
    rules: [
      { principal: 'member', path: 's', name: 'getmap', access: 'allow', scope: 'recursive' },
      { principal: 'member', path: 's/b', name: 'getmap', access: 'deny', scope: 'recursive' },
    ],
  };
  const act = (reached: Act['reached'], operation = 'getmap'): Act => ({ operation, reached, rule: '' });
  it.each([
    ['a named resource', act({ kind: 'named', path: ['a', 'x'] }), true],
    ['what does not exist, below what does', act({ kind: 'named', path: ['a', 'y'] }), true],
    ['a denied resource', act({ kind: 'named', path: ['b', 'x'] }), false],
    ['a name that a denied workspace may have', act({ kind: 'anyWorkspace', name: 'x' }), false],
    [
      'a process that other workspaces do not have',
      act({ kind: 'process', workspace: 'a', name: 'x' }),
      true,
    ],
    [
      'a process that is denied in another workspace',
      act({ kind: 'process', workspace: 'a', name: 'y' }),
      false,
    ],
    ['a process of a denied workspace', act({ kind: 'process', workspace: 'b', name: 'x' }), false],
    ['everything where something is denied', act({ kind: 'everything' }), false],
    ['effects that no permission covers', act({ kind: 'everything' }, 'beyond'), false],
  ])('decide on %s', (_, one, expected) => {
    expect(mayHave(service, 'member', one, true)).toBe(expected);
    expect(mayHave(service, 'anonymous', one, true)).toBe(false);
  });
});

it('the reference interpretation of servers shares no code with the proxy', () => {
  const folder = join(__dirname, 'interpretation');
  const shared = readdirSync(folder)
    // The scenario is set up with the code under test; what it is checked against is not.
    .filter((name) => name !== 'scenario.ts')
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/from '([^']+)'/g)])
    .map(([, source = '']) => source)
    .filter((source) => !/^(?:\.\/[\w-]+|node:\w+|saxes|fast-check)$/.test(source));
  expect(shared).toEqual([]);
});
