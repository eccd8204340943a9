import { type Act, type ReceivedRequest, beyond } from './acts';
import { decodedPath, foldedFirstValue, servletParameters } from './parameters';

interface Rule {
  /** The first segments, joined by slashes. */
  readonly prefix: string;
  readonly operation: 'browse' | 'read';
  /** The dataset in the path after the prefix; undefined where the server has none. */
  readonly datasetOf: (path: string) => string | undefined;
  readonly source: string;
}

const whole = (path: string) => path;
const DAP2 = /^(?:dds|das|ddx|dods|asc|ascii|blob|close|info|html|htm|ver|version|help)$/i;
const SUBSET =
  /\/(?:dataset\.xml|dataset\.html|pointDataset\.html|pointDataset\.xml|datasetBoundaries\.(?:xml|wkt|json)|station\.xml)$/;

/** TDS 4217c2b, below `tds/src/main/java/thredds/server`. */
const RULES: readonly Rule[] = [
  // The catalogue of a directory is the directory; so is its listing in another format.
  { prefix: 'catalog', operation: 'browse', datasetOf: directoryOf, source: 'CatalogServiceController' },
  ...['iso', 'ncml', 'uddc'].map((prefix): Rule => ({
    prefix,
    operation: 'browse',
    datasetOf: described,
    source: `metadata/${prefix}`,
  })),
  { prefix: 'dodsC', operation: 'read', datasetOf: withoutDap2, source: 'opendap/ReqState' },
  { prefix: 'dap4', operation: 'read', datasetOf: withoutDap4, source: 'dap4/DapRequest' },
  ...['ncss/grid', 'ncss/point', 'ncss'].map((prefix): Rule => ({
    prefix,
    operation: 'read',
    datasetOf: (path) => path.replace(SUBSET, ''),
    source: 'ncss/AbstractNcssController',
  })),
  ...['fileServer', 'cdmremote', 'cdmrfeature', 'wcs', 'wfs', 'wms'].map((prefix): Rule => ({
    prefix,
    operation: 'read',
    datasetOf: whole,
    source: prefix,
  })),
];

const OTHERS =
  /^(?:admin|local|remoteCatalogService|radarServer|notebook|metadata|restrictedAccess|screenshots|view)$/;

/** Metadata of files; a catalogue is not a file. */
function described(path: string): string | undefined {
  return /(?:^|\/)catalog\.[^/]*$/.test(path) ? undefined : path;
}

function directoryOf(path: string): string {
  return path.replace(/(?:^|\/)catalog\.[^/]*$/, '');
}

function withoutDap2(path: string): string | undefined {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const dot = last.lastIndexOf('.');
  return dot > 0 && DAP2.test(last.slice(dot + 1)) ? path.slice(0, path.lastIndexOf('.')) : undefined;
}

/** One mode and one format, in any order; two modes or two formats are an error. */
function withoutDap4(path: string): string | undefined {
  const kinds = { mode: /\.(?:dmr|dap|dsr)$/, format: /\.(?:xml|txt|html)$/ };
  const found = new Set<string>();
  for (let dataset = path; ;) {
    const kind = Object.entries(kinds).find(([, suffix]) => suffix.test(dataset));
    if (!kind) return dataset;
    if (found.has(kind[0])) return undefined;
    found.add(kind[0]);
    dataset = dataset.replace(kind[1], '');
  }
}

/** The effects of a request on THREDDS, whether the private URL is that of its host or of its web application. */
export function threddsActs(request: ReceivedRequest): Act[] {
  const path = decodedPath(request.path)
    .split('/')
    .map((segment) => segment.split(';', 1)[0] ?? '')
    .filter((segment) => segment !== '');
  const below = path[0] === 'thredds' ? path.slice(1) : path;
  const joined = below.join('/');
  if (joined === '' || /^catalog\.(?:html|xml)$/.test(joined))
    return [{ operation: 'browse', reached: { kind: 'service' }, rule: 'RootController' }];
  if (OTHERS.test(below[0] ?? '')) return [beyond(`path /${below[0]}`)];
  const rule = RULES.find(({ prefix }) => joined === prefix || joined.startsWith(`${prefix}/`));
  if (!rule) return [];
  const dataset = rule.datasetOf(joined.slice(rule.prefix.length + 1));
  if (dataset === undefined) return [];
  const segments = dataset.split('/').filter((segment) => segment !== '');
  const acts: Act[] = [
    {
      operation: rule.operation,
      reached: segments.length === 0 ? { kind: 'service' } : { kind: 'named', path: segments },
      rule: rule.source,
    },
  ];
  return rule.prefix === 'wms' && fetches(request) ? [...acts, beyond('WmsUtils.proxyRequest')] : acts;
}

/** As WMS, it relays requests to an address, or fetches a style document. */
function fetches({ query }: ReceivedRequest): boolean {
  const parameters = foldedFirstValue(servletParameters(query));
  const passesOn = parameters.get('request') === 'GetFeatureInfo' && Boolean(parameters.get('url'));
  return passesOn || Boolean(parameters.get('sld'));
}
