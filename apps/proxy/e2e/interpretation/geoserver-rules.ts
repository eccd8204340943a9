import { BEYOND } from './acts';

/** How a parameter lists names. */
type Holds =
  /** One name, with any characters. */
  | 'one'
  /** Names separated by commas. */
  | 'list';

/** What GeoServer does for one value of the parameter `request`, or for a root element of that name. */
export interface OperationRule {
  readonly service: 'wms' | 'wfs' | 'wps';
  /** In lower case; GeoServer ignores it. */
  readonly requests: readonly string[];
  /** Its permission. */
  readonly operation: string;
  /** Parameters that name layers or processes; feature types have separate rules. */
  readonly names: readonly { readonly parameter: string; readonly holds: Holds }[];
  readonly readsTypes?: boolean;
  readonly readsStyleDocument?: boolean;
  /** What it touches when no name is given; `catalogue`: all that its address offers, of a workspace or of the service. */
  readonly otherwise: 'service' | 'catalogue' | 'everything' | 'nothing';
  /** The source file that implements it, with the commit that was read. */
  readonly source: string;
}

/** GeoServer: files below `src` of geoserver/geoserver, each at its commit. */
export const GEOSERVER_OPERATIONS: readonly OperationRule[] = [
  {
    service: 'wms',
    requests: ['getcapabilities', 'capabilities'],
    operation: 'getcapabilities',
    names: [],
    otherwise: 'service',
    source: 'wms/applicationContext.xml@018682c',
  },
  {
    service: 'wms',
    requests: ['getmap', 'map', 'reflect', 'kml'],
    operation: 'getmap',
    names: [{ parameter: 'layers', holds: 'list' }],
    readsStyleDocument: true,
    otherwise: 'nothing',
    source: 'wms/map/GetMapKvpRequestReader@02131f6',
  },
  {
    service: 'wms',
    requests: ['getfeatureinfo'],
    operation: 'getfeatureinfo',
    names: [{ parameter: 'query_layers', holds: 'list' }],
    readsStyleDocument: true,
    otherwise: 'nothing',
    source: 'wms/featureinfo/GetFeatureInfoKvpReader@1c1ccfe',
  },
  {
    service: 'wms',
    requests: ['getlegendgraphic'],
    operation: 'getlegendgraphic',
    names: [{ parameter: 'layer', holds: 'one' }],
    otherwise: 'nothing',
    source: 'wms/legendgraphic/GetLegendGraphicKvpReader@c93c903',
  },
  {
    service: 'wms',
    requests: ['describelayer'],
    operation: 'describelayer',
    names: [{ parameter: 'layers', holds: 'list' }],
    otherwise: 'nothing',
    source: 'wms/describelayer/DescribeLayerKvpRequestReader@455f70e',
  },
  {
    service: 'wms',
    requests: ['animate', 'getstyles'],
    operation: BEYOND,
    names: [],
    otherwise: 'everything',
    source: 'wms/applicationContext.xml@018682c',
  },
  {
    service: 'wfs',
    requests: ['getcapabilities'],
    operation: 'getcapabilities',
    names: [],
    otherwise: 'service',
    source: 'wfs/applicationContext.xml@04f989e',
  },
  {
    service: 'wfs',
    requests: ['describefeaturetype'],
    operation: 'describefeaturetype',
    names: [],
    readsTypes: true,
    otherwise: 'catalogue',
    source: 'wfs/kvp/DescribeFeatureTypeKvpRequestReader@2909a97',
  },
  ...['getfeature', 'getfeaturewithlock', 'getpropertyvalue', 'lockfeature'].map(
    (request): OperationRule => ({
      service: 'wfs',
      requests: [request],
      operation: request,
      names: [],
      readsTypes: true,
      otherwise: 'nothing',
      source: 'wfs/kvp/BaseFeatureKvpRequestReader@2909a97',
    }),
  ),
  {
    service: 'wfs',
    requests: ['transaction'],
    operation: 'transaction',
    names: [],
    otherwise: 'nothing',
    source: 'wfs/WFSWorkspaceQualifier@02131f6',
  },
  {
    service: 'wfs',
    requests: ['getgmlobject'],
    operation: 'getgmlobject',
    names: [],
    otherwise: 'everything',
    source: 'wfs/GetGmlObject@7c2926f',
  },
  ...['liststoredqueries', 'describestoredqueries', 'createstoredquery', 'dropstoredquery'].map(
    (request): OperationRule => ({
      service: 'wfs',
      requests: [request],
      operation: request,
      names: [],
      otherwise: 'service',
      source: 'wfs/StoredQueryProvider@e9ed193',
    }),
  ),
  {
    service: 'wps',
    requests: ['getcapabilities'],
    operation: 'getcapabilities',
    names: [],
    otherwise: 'service',
    source: 'wps/applicationContext.xml@0218ddc',
  },
  {
    service: 'wps',
    requests: ['describeprocess'],
    operation: 'describeprocess',
    names: [{ parameter: 'identifier', holds: 'list' }],
    otherwise: 'nothing',
    source: 'wps/kvp/DescribeIdentifierKvpParser@29d910d',
  },
  {
    service: 'wps',
    requests: ['execute'],
    operation: 'execute',
    names: [{ parameter: 'identifier', holds: 'one' }],
    otherwise: 'nothing',
    source: 'wps/kvp/ExecuteKvpRequestReader@c15885e',
  },
  {
    service: 'wps',
    requests: ['getexecutionstatus', 'getexecutionresult', 'getexecutions', 'dismiss'],
    operation: BEYOND,
    names: [],
    otherwise: 'everything',
    source: 'wps/applicationContext.xml@0218ddc',
  },
];

/** Services of the dispatcher for which there are no permissions. */
export const OTHER_SERVICES: readonly string[] = [
  'wcs',
  'csw',
  'wmts',
  'gwc',
  'tms',
  'kml',
  'wfs3',
  'ogcapi',
];

/** First segments that lead to the dispatcher, and how many may follow. Source: the URL mappings of each module. */
export const DISPATCHER_PATHS: Readonly<Record<string, number>> = {
  ows: Number.POSITIVE_INFINITY,
  wms: 1,
  wfs: 1,
  wcs: 1,
  wps: 1,
  csw: 1,
  animate: 1,
  kml: 1,
};

/** First segments that lead to something other than the dispatcher and the REST API. */
export const OTHER_PATHS: readonly string[] = [
  'gwc',
  'ogc',
  'wfs3',
  'web',
  'www',
  'styles',
  'temp',
  'schemas',
  'openlayers',
  'openlayers3',
  'pdf',
  'TestWfsPost',
  'j_spring_security_check',
  'j_spring_security_logout',
  'login',
];

/** Stored queries that read the type that an identifier names. Source: wfs/GetFeature@e9ed193, wfs/StoredQuery@9020632. */
export const BY_ID: readonly string[] = [
  'urn:ogc:def:query:ogc-wfs::getfeaturebyid',
  'urn:ogc:def:storedquery:ogc-wfs::getfeaturebyid',
];

/** Parameters of maps that add layers, without underscores: any property of the request object can be set. */
export const STYLE_TEXTS: readonly string[] = ['sldbody', 'stylebody'];
export const STYLE_ADDRESSES: readonly string[] = ['sld', 'styleurl'];

/** Words that may precede a parenthesis in CQL without being a function. */
export const CQL_WORDS: ReadonlySet<string> = new Set(
  (
    'bbox disjoint equals intersects touches crosses within contains overlaps relate dwithin beyond in not and or like between is ' +
    'point linestring polygon multipoint multilinestring multipolygon geometrycollection envelope'
  ).split(' '),
);
