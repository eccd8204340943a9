import { type Act, type Reached, beyond } from './acts';
import { elementsOf, parsedDocument } from './document';
import {
  type NameContext,
  actsOn,
  callsFunctions,
  filterCallsFunctions,
  layerNamed,
  listed,
  mapLayerNamed,
  storedQuery,
  typesOfIdentifiers,
  wholeCatalogue,
} from './geoserver-names';
import { type OperationRule, STYLE_ADDRESSES, STYLE_TEXTS } from './geoserver-rules';

/** Folded parameters; for those with several values, each is read. */
export type Folded = ReadonlyMap<string, readonly string[]>;

const first = (parameters: Folded, name: string) => parameters.get(name)?.[0];

/** The effects of an operation according to its parameters only. */
export function actsByParameters(rule: OperationRule, parameters: Folded, context: NameContext): Act[] {
  const scope = { ...context, bindings: boundPrefixes(parameters) };
  if (rule.operation === 'beyond') return [beyond(rule.source)];
  const reached = rule.readsTypes
    ? types(rule, parameters, scope)
    : [...named(rule, parameters, scope), ...(rule.readsStyleDocument ? drawn(rule, parameters, scope) : [])];
  const found = reached.length > 0 ? reached : otherwise(rule, parameters, scope);
  const acts = actsOn(rule.operation, found, rule.source);
  const evaluates = rule.readsStyleDocument || (rule.readsTypes && rule.otherwise === 'nothing');
  if (found.length > 0 && evaluates && reachesByExpression(parameters))
    acts.push(...actsOn(rule.operation, [{ kind: 'everything' }], 'functions in an expression'));
  const isRemote = [...parameters.keys()].some((name) => bare(name) === 'remoteowsurl');
  return isRemote && rule.readsStyleDocument ? [...acts, beyond('GetMapKvpRequestReader, remote OWS')] : acts;
}

const bare = (name: string) => name.replaceAll('_', '');

/** `namespace` and `namespaces` of WFS. Source: BaseFeatureKvpRequestReader@2909a97, `checkTypeName`. */
function boundPrefixes(parameters: Folded): ReadonlyMap<string, string> {
  const texts = ['namespace', 'namespaces'].flatMap((name) => parameters.get(name) ?? []);
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/xmlns\(\s*(?:([^,=()]*?)\s*[,=])?\s*([^()]*?)\s*\)/gi)].map(
        ([, prefix = '', namespace = '']) => [prefix, namespace] as const,
      ),
    ),
  );
}

function otherwise(
  { otherwise: kind, readsTypes }: OperationRule,
  parameters: Folded,
  context: NameContext,
): Reached[] {
  // Names were given, but none that the server has: an error.
  const isNamed = readsTypes && ['typename', 'typenames'].some((name) => isGiven(parameters, name));
  if (kind === 'nothing' || isNamed) return [];
  return [kind === 'catalogue' ? wholeCatalogue(context) : { kind }];
}

function isGiven(parameters: Folded, name: string): boolean {
  return (parameters.get(name) ?? []).some((value) => value !== '' && value !== '*');
}

function named({ service, names }: OperationRule, parameters: Folded, context: NameContext): Reached[] {
  return names.flatMap(({ parameter, holds }) =>
    (parameters.get(parameter) ?? [])
      .flatMap((value) => (holds === 'one' ? [value].filter(Boolean) : listed(value, /,/)))
      .flatMap((name) => (service === 'wps' ? processNamed(name, context) : mapLayerNamed(name, context))),
  );
}

/** Processes have no workspace, regardless of the address. */
export function processNamed(name: string, { workspace }: NameContext): Reached[] {
  return [{ kind: 'process', workspace, name }];
}

/** Layers of a style document, when there are no others. Source: GetMapKvpRequestReader@02131f6, `processSld`. */
function drawn({ names }: OperationRule, parameters: Folded, context: NameContext): Reached[] {
  const entries = [...parameters].filter(([, values]) => values.some((value) => value !== ''));
  const texts = entries.filter(([name]) => STYLE_TEXTS.includes(bare(name))).flatMap(([, values]) => values);
  const isLinked = entries.some(([name]) => STYLE_ADDRESSES.includes(bare(name)));
  if (texts.length === 0 && !isLinked) return [];
  const isNamed = [...names.map(({ parameter }) => parameter), 'layers'].some((name) =>
    isGiven(parameters, name),
  );
  if (texts.length === 0) return isNamed ? [] : [{ kind: 'everything' }];
  return texts.flatMap((text) => styleDocument(text, isNamed, context));
}

function styleDocument(text: string, isNamed: boolean, context: NameContext): Reached[] {
  const document = parsedDocument(text);
  if (!document) return isNamed ? [] : [{ kind: 'everything' }];
  const elements = elementsOf(document);
  const calls = elements.some(({ name }) => /^(?:Function|Transformation|RemoteOWS)$/.test(name));
  if (calls) return [{ kind: 'everything' }];
  return isNamed ? [] : layersOfStyle(document, context);
}

/** Every layer of a style document. Source: wms/map/GetMapXmlReader@410a9ee, `processStyles`. */
export function layersOfStyle(
  document: ReturnType<typeof elementsOf>[number],
  context: NameContext,
): Reached[] {
  return elementsOf(document)
    .filter(({ name }) => name === 'NamedLayer' || name === 'UserLayer')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'Name'))
    .flatMap(({ text }) => layerInStyle(text.trim(), context));
}

/** In a style document names keep their prefixes; the catalogue of a workspace's service hides those of others. */
function layerInStyle(name: string, context: NameContext): Reached[] {
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
  const isForeign = context.workspace !== undefined && prefix !== '' && prefix !== context.workspace;
  return isForeign ? [] : mapLayerNamed(name, context);
}

/** Feature types; older and newer versions read a stored query next to type names differently, and both interpretations count. */
function types({ operation }: OperationRule, parameters: Folded, context: NameContext): Reached[] {
  const names = parameters.get('typename') ?? parameters.get('typenames') ?? [];
  const byName = names
    .flatMap((value) => listed(value, /[,()]/))
    .flatMap((name) => layerNamed(name, context));
  if (operation === 'describefeaturetype') return byName;
  const isNamed = parameters.has('typename') || parameters.has('typenames');
  if (isNamed && !parameters.has('storedquery_id')) return byName;
  const ids = parameters.get('featureid') ?? parameters.get('resourceid');
  if (ids) return [...byName, ...ids.flatMap((value) => typesOfIdentifiers(value, context))];
  const queries = parameters.get('storedquery_id') ?? parameters.get('storedqueryid') ?? [];
  return [
    ...byName,
    ...queries
      .flatMap((value) => listed(value, /,/))
      .flatMap((name) => storedQuery(name, first(parameters, 'id'), context)),
  ];
}

function reachesByExpression(parameters: Folded): boolean {
  return (
    (parameters.get('cql_filter') ?? []).some(callsFunctions) ||
    (parameters.get('filter') ?? []).some(filterCallsFunctions)
  );
}
