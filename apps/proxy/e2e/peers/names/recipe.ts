import type { PeerRequest } from '../oracle/request';
import * as samples from '../oracle/samples';
import { type Spelling, textOf } from './spelling';

/** A parameter: with names, or with another value. */
export type Parameter =
  | { readonly key: string; readonly names: readonly Spelling[]; readonly separator: string }
  | { readonly key: string; readonly value: string };

/** How parameters are sent: in the query, as a form, in both, or as a document of the protocol. */
export type Way = 'query' | 'form' | 'both' | 'document';

/** A request before it is written, so that it can be reduced. */
export interface Recipe {
  readonly service: 'WFS' | 'WMS';
  readonly operation: string;
  readonly version: string;
  readonly path: string;
  readonly way: Way;
  readonly parameters: readonly Parameter[];
}

const FORM = 'application/x-www-form-urlencoded';

export function write(recipe: Recipe): PeerRequest {
  const { service, operation, version, path, way, parameters } = recipe;
  const head = [
    ['service', service],
    ['version', version],
    ['request', operation],
  ];
  const pairs = [...head, ...parameters.map((one) => [one.key, valueOf(one)])].map(
    ([key = '', value = '']) => `${key}=${encoded(value)}`,
  );
  if (way === 'query') return { method: 'GET', path, query: pairs.join('&') };
  const body = { mediaType: FORM, text: pairs.join('&') };
  if (way === 'form') return { method: 'POST', path, query: '', body };
  if (way === 'both') {
    const half = Math.ceil(pairs.length / 2);
    const rest = { mediaType: FORM, text: pairs.slice(half).join('&') };
    return { method: 'POST', path, query: pairs.slice(0, half).join('&'), body: rest };
  }
  return { method: 'POST', path, query: '', body: { mediaType: 'text/xml', text: documentOf(recipe) } };
}

export function valueOf(parameter: Parameter): string {
  return 'value' in parameter ? parameter.value : parameter.names.map(textOf).join(parameter.separator);
}

/** Commas, colons and brackets are sent as clients send them. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(?:2C|3A|28|29|2F)/g, (escape) => decodeURIComponent(escape));
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

function namesOf(recipe: Recipe, ...keys: readonly string[]): readonly string[] {
  return recipe.parameters.flatMap((one) =>
    'names' in one && keys.includes(one.key.toLowerCase())
      ? one.names.map((name) => escaped(textOf(name)))
      : [],
  );
}

function documentOf(recipe: Recipe): string {
  const { service, operation, version } = recipe;
  const isNewer = version === '2.0.0';
  const types = namesOf(recipe, 'typename', 'typenames');
  const ids = namesOf(recipe, 'featureid', 'resourceid', 'filter');
  if (service === 'WMS')
    return (
      '<ogc:GetMap xmlns:ogc="http://www.opengis.net/ows" xmlns:gml="http://www.opengis.net/gml" service="WMS" version="1.1.1">' +
      '<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" version="1.0.0">' +
      namesOf(recipe, 'layers', 'layer', 'query_layers')
        .map((name) => `<NamedLayer><Name>${name}</Name></NamedLayer>`)
        .join('') +
      '</StyledLayerDescriptor></ogc:GetMap>'
    );
  if (operation === 'DescribeFeatureType')
    return samples.descriptionXml(types.map((name) => `<wfs:TypeName>${name}</wfs:TypeName>`).join(''));
  const filter =
    ids.length === 0
      ? ''
      : `<ogc:Filter>${ids.map((id) => `<ogc:FeatureId fid="${id}"/>`).join('')}</ogc:Filter>`;
  if (!isNewer) return samples.featuresXml(types.map((name) => samples.query(name, filter)).join(''));
  const newer =
    ids.length === 0
      ? ''
      : `<fes:Filter>${ids.map((id) => `<fes:ResourceId rid="${id}"/>`).join('')}</fes:Filter>`;
  const queries = types.map((name) => `<wfs:Query typeNames="${name}">${newer}</wfs:Query>`).join('');
  return (
    '<wfs:GetFeature xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" ' +
    `service="WFS" version="2.0.0">${queries}</wfs:GetFeature>`
  );
}

/** Simpler requests: each has one thing less. */
export function* simpler(recipe: Recipe): Generator<Recipe> {
  if (recipe.way !== 'query') yield { ...recipe, way: 'query' };
  const { parameters } = recipe;
  for (const [index, parameter] of parameters.entries()) {
    yield { ...recipe, parameters: parameters.toSpliced(index, 1) };
    if (!('names' in parameter)) continue;
    const changed = (names: readonly Spelling[]) => ({
      ...recipe,
      parameters: parameters.toSpliced(index, 1, { ...parameter, names }),
    });
    for (const [at, spelling] of parameter.names.entries()) {
      if (parameter.names.length > 1) yield changed(parameter.names.toSpliced(at, 1));
      if (spelling.length > 1) yield changed(parameter.names.toSpliced(at, 1, spelling.slice(0, -1)));
    }
  }
}

/** The class of a request: its operation, and how the names in it were made. */
export function classOf({ operation, way, parameters }: Recipe): string {
  const named = parameters.flatMap((one) => {
    if (!('names' in one)) return [];
    const made = one.names.map((spelling) => spelling.map(({ step }) => step).join('+'));
    return [`${one.key.toLowerCase()}=${made.join(one.separator)}`];
  });
  return `${operation}${way === 'query' ? '' : ` (${way})`} ${named.join(' & ')}`;
}
