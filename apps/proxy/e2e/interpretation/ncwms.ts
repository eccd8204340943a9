import { type Act, type Reached, type ReceivedRequest, type ServedCatalogue, beyond } from './acts';
import { elementsOf, parsedDocument } from './document';
import { decodedPath, foldedFirstValue, servletParameters } from './parameters';

type Parameters = ReadonlyMap<string, string>;

/** How an operation finds its layers. */
type LayerSource =
  /** A style document, else `layers`, else `layer`. */
  'map' | 'query_layers' | 'layers' | 'layername';

interface Rule {
  readonly request: string;
  /** Of GetMetadata. */
  readonly item?: string;
  readonly operation: string;
  readonly layers: readonly LayerSource[];
  /** Whether it concerns the dataset of the parameter `dataset`, or all. */
  readonly isAboutDatasets?: boolean;
  readonly source: string;
}

/** edal-java 6cf2e66, `wms/WmsServlet`; values of `request` and `item` are case-sensitive. */
const RULES: readonly Rule[] = [
  {
    request: 'GetCapabilities',
    operation: 'getcapabilities',
    layers: [],
    isAboutDatasets: true,
    source: 'getCapabilities',
  },
  { request: 'GetMap', operation: 'getmap', layers: ['map'], source: 'getMap' },
  {
    request: 'GetFeatureInfo',
    operation: 'getfeatureinfo',
    layers: ['map', 'query_layers'],
    source: 'getFeatureInfo',
  },
  { request: 'GetLegendGraphic', operation: 'getlegendgraphic', layers: ['map'], source: 'getLegendGraphic' },
  {
    request: 'GetMetadata',
    item: 'menu',
    operation: 'getmetadata',
    layers: [],
    isAboutDatasets: true,
    source: 'showMenu',
  },
  { request: 'GetMetadata', item: 'minmax', operation: 'getmetadata', layers: ['map'], source: 'showMinMax' },
  ...['layerDetails', 'timesteps', 'animationTimesteps'].map((item): Rule => ({
    request: 'GetMetadata',
    item,
    operation: 'getmetadata',
    layers: ['layername'],
    source: item,
  })),
  ...['GetTimeseries', 'GetVerticalProfile', 'GetTransect'].map((request): Rule => ({
    request,
    operation: 'beyond',
    layers: [],
    source: request,
  })),
];

/** The effects of a request on ncWMS, whether the private URL is that of its endpoint or of its web application. */
export function ncwmsActs(request: ReceivedRequest, catalogue: ServedCatalogue): Act[] {
  const path = decodedPath(request.path);
  const [, first = '', rest = ''] = /^\/+([^/]*)(.*)$/.exec(path) ?? [];
  if (/^(?:admin|refresh|api|statistics|screenshots|getconfig)$/.test(first))
    return [beyond(`servlet ${first}`)];
  if (request.method !== 'GET' && request.method !== 'HEAD') return [];
  const parameters = foldedFirstValue(servletParameters(request.query));
  return endpoint(parameters, first === 'wms' ? rest : path, catalogue);
}

function endpoint(query: Parameters, path: string, catalogue: ServedCatalogue): Act[] {
  const parameters = withDataset(query, path.replace(/^\/+/, ''));
  const request = parameters.get('request') ?? '';
  const item = parameters.get('item');
  const rule = RULES.find((one) => one.request === request && (one.item === undefined || one.item === item));
  if (!rule) return [];
  if (rule.operation === 'beyond') return [beyond(rule.source)];
  if (request === 'GetFeatureInfo' && parameters.get('url')) return [beyond('WmsUtils.proxyRequest')];
  const isBarOnly =
    request === 'GetLegendGraphic' && parameters.get('colorbaronly')?.toLowerCase() === 'true';
  const reached = rule.isAboutDatasets
    ? [datasetOf(parameters.get('dataset') ?? '', catalogue) ?? ({ kind: 'service' } as const)]
    : isBarOnly
      ? []
      : rule.layers.flatMap((source) => layersOf(source, parameters, catalogue));
  return reached.map((one) => ({ operation: rule.operation, reached: one, rule: rule.source }));
}

/** The path replaces the parameter, which is put before the names of layers. Source: NcwmsServlet b893457. */
function withDataset(query: Parameters, path: string): Parameters {
  const dataset = path || query.get('dataset');
  if (!dataset) return query;
  const parameters = new Map(query).set('dataset', dataset);
  const combined = (layer: string) => (layer.startsWith(`${dataset}/`) ? layer : `${dataset}/${layer}`);
  for (const name of ['layers', 'query_layers', 'layername']) {
    const value = query.get(name);
    if (value !== undefined) parameters.set(name, value.split(',').map(combined).join(','));
  }
  return parameters;
}

function layersOf(source: LayerSource, parameters: Parameters, catalogue: ServedCatalogue): Reached[] {
  if (source !== 'map') {
    const value = parameters.get(source) ?? '';
    const names = source === 'layername' ? [value] : value.split(',');
    return names.flatMap((name) => layerNamed(name, catalogue));
  }
  if (parameters.get('sld')) return [{ kind: 'everything' }];
  const text = parameters.get('sld_body');
  if (text) return styledLayers(text, catalogue);
  const layers = parameters.get('layers')?.trim();
  const names = layers ? layers.split(',') : [parameters.get('layer') ?? ''];
  return names.flatMap((name) => layerNamed(name, catalogue));
}

function styledLayers(text: string, catalogue: ServedCatalogue): Reached[] {
  const document = parsedDocument(text);
  if (!document) return [{ kind: 'everything' }];
  return elementsOf(document)
    .filter(({ name }) => name === 'Name')
    .flatMap((element) => layerNamed(element.text.trim(), catalogue));
}

/** Source: SimpleLayerNameMapper. */
function layerNamed(name: string, catalogue: ServedCatalogue): Reached[] {
  const slash = name.lastIndexOf('/');
  const dataset = slash < 0 ? undefined : datasetOf(name.slice(0, slash), catalogue);
  return dataset ? [dataset] : [];
}

/** A file by the name of its dataset. Source: NcwmsCatalogue.getDatasetFromId. */
function datasetOf(name: string, { aliases }: ServedCatalogue): Reached | undefined {
  if (name === '') return undefined;
  if (/[*?[\]{}]/.test(name)) return { kind: 'everything' };
  // A dynamic service accepts names that begin with its alias, and skips one character after it.
  const alias = aliases.find((one) => name.startsWith(one));
  const segments = (alias === undefined ? name : `${alias}/${name.slice(alias.length + 1)}`).split('/');
  const path: string[] = [];
  for (const segment of segments)
    if (segment === '..') path.pop();
    else if (segment !== '' && segment !== '.') path.push(segment);
  return { kind: 'named', path };
}
