import { type Act, type ReceivedRequest, beyond } from './acts';
import { decodedPath, foldedFirstValue, servletParameters } from './parameters';

interface Rule {
  /** The first segments, joined by slashes. */
  readonly prefix: string;
  readonly operation: 'browse' | 'read';
  /** The dataset in the path after the prefix, by each version of the server; undefined where it has none. */
  readonly datasetsOf: (path: string) => readonly (string | undefined)[];
  readonly source: string;
}

const DAP2 = /^(?:dds|das|ddx|dods|asc|ascii|blob|close|info|html|htm|ver|version|help)$/i;
const SUBSET =
  /\/(?:dataset\.xml|dataset\.html|pointDataset\.html|pointDataset\.xml|datasetBoundaries\.(?:xml|wkt|json)|station\.xml)$/;

/** TDS 4217c2b, below `tds/src/main/java/thredds/server`. */
const RULES: readonly Rule[] = [
  // The catalogue of a directory is the directory; so is its listing in another format.
  {
    prefix: 'catalog',
    operation: 'browse',
    datasetsOf: (path) => [directoryOf(path)],
    source: 'CatalogServiceController',
  },
  ...['iso', 'ncml', 'uddc'].map((prefix): Rule => ({
    prefix,
    operation: 'browse',
    datasetsOf: (path) => [described(path)],
    source: `metadata/${prefix}`,
  })),
  {
    prefix: 'dodsC',
    operation: 'read',
    datasetsOf: (path) => [withoutDap2(path)],
    source: 'opendap/ReqState',
  },
  {
    prefix: 'dap4',
    operation: 'read',
    datasetsOf: (path) => [withoutDap4(path), beforeMode(path)],
    source: 'dap4/DapRequest',
  },
  ...['ncss/grid', 'ncss/point', 'ncss'].map((prefix): Rule => ({
    prefix,
    operation: 'read',
    datasetsOf: (path) => [path.replace(SUBSET, '')],
    source: 'ncss/AbstractNcssController',
  })),
  ...['fileServer', 'cdmremote', 'cdmrfeature', 'wcs', 'wfs', 'wms'].map((prefix): Rule => ({
    prefix,
    operation: 'read',
    datasetsOf: (path) => [path],
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

const MODES: ReadonlySet<string> = new Set(['dmr', 'dap', 'dsr']);
const FORMATS: ReadonlySet<string> = new Set(['txt', 'xml', 'html']);

/** At the end of the last segment, in any order and any case, one mode and one format; two of either are an error. */
function withoutDap4(path: string): string | undefined {
  const slash = path.lastIndexOf('/') + 1;
  let [file, modes, formats] = [path.slice(slash), 0, 0];
  for (;;) {
    const dot = file.lastIndexOf('.');
    const extension = dot < 0 ? '' : file.slice(dot + 1).toLowerCase();
    if (MODES.has(extension)) modes++;
    else if (FORMATS.has(extension)) formats++;
    else return path.slice(0, slash) + file;
    if (modes > 1 || formats > 1) return undefined;
    file = file.slice(0, dot);
  }
}

/**
 * Before tds (5.0 beta, repository thredds, and netcdf-java's copy of the class, both with the same loop): the whole path in
 * pieces between dots, searched from the end but for the first one. What is no mode is passed, two formats are an error, and
 * without a mode the dataset is the path.
 */
function beforeMode(path: string): string | undefined {
  // Java's split drops empty pieces at the end.
  const pieces = path.replace(/\.+$/, '').split('.');
  let formats = 0;
  for (let at = pieces.length - 1; at >= 1; at--) {
    const piece = (pieces[at] ?? '').toLowerCase();
    if (MODES.has(piece)) return pieces.slice(0, at).join('.');
    if (FORMATS.has(piece) && ++formats > 1) return undefined;
  }
  return path;
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
  const datasets = new Set(rule.datasetsOf(joined.slice(rule.prefix.length + 1)));
  datasets.delete(undefined);
  if (datasets.size === 0) return [];
  const acts = [...datasets].map((dataset = ''): Act => {
    const segments = dataset.split('/').filter((segment) => segment !== '');
    const reached: Act['reached'] =
      segments.length === 0 ? { kind: 'service' } : { kind: 'named', path: segments };
    return { operation: rule.operation, reached, rule: rule.source };
  });
  return rule.prefix === 'wms' && fetches(request) ? [...acts, beyond('WmsUtils.proxyRequest')] : acts;
}

/** As WMS, it relays requests to an address, or fetches a style document. */
function fetches({ query }: ReceivedRequest): boolean {
  const parameters = foldedFirstValue(servletParameters(query));
  const passesOn = parameters.get('request') === 'GetFeatureInfo' && Boolean(parameters.get('url'));
  return passesOn || Boolean(parameters.get('sld'));
}
