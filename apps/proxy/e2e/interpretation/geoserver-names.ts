import type { Act, Reached, ServedCatalogue } from './acts';
import type { Element } from './document';
import { BY_ID, CQL_WORDS } from './geoserver-rules';

/** The context in which names are read. */
export interface NameContext {
  readonly catalogue: ServedCatalogue;
  /** The workspace whose service is called. */
  readonly workspace: string | undefined;
  /** The bindings of prefixes in parameters. */
  readonly bindings: ReadonlyMap<string, string>;
}

/** A layer, group or type by the name in a parameter. Source: wms/WMSWorkspaceQualifier, wfs/kvp/QNameKvpParser@7c2926f. */
export function layerNamed(text: string, { catalogue, workspace, bindings }: NameContext): Reached[] {
  const name = text.trim();
  const colon = name.indexOf(':');
  const [prefix, local] = colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
  if (local === '') return [];
  if (workspace !== undefined) return [{ kind: 'named', path: [workspace, local] }];
  const bound = bindings.get(prefix);
  const byNamespace = catalogue.workspaces.filter(({ namespace }) => namespace === bound);
  const byPrefix = catalogue.workspaces.filter((one) => one.name.toLowerCase() === prefix.toLowerCase());
  const found = [...byNamespace, ...byPrefix].map((one): Reached => ({
    kind: 'named',
    path: [one.name, local],
  }));
  return prefix === '' ? [...found, { kind: 'anyWorkspace', name: local }] : found;
}

/**
 * A layer or group on a map. Global groups keep their names in the service of a workspace. Source:
 * catalog/impl/LocalWorkspaceCatalog, `getLayerGroupByName`; wms/map/GetMapKvpRequestReader, `parseLayers`.
 */
export function mapLayerNamed(text: string, context: NameContext): Reached[] {
  const { catalogue, workspace } = context;
  const [prefix, local] = text.includes(':') ? text.trim().split(':') : [undefined, text.trim()];
  const group = catalogue.groups.find(
    (one) =>
      one.name === local &&
      (one.workspace === undefined ? prefix === undefined : one.workspace === (workspace ?? prefix)),
  );
  if (!group) return layerNamed(text, context);
  return [
    {
      kind: 'group',
      workspace: group.workspace === undefined ? workspace : undefined,
      members: group.members,
    },
  ];
}

/** A type by the name in a document, where the document's binding of a prefix counts. Source: wfs/xml/WFSXmlUtils@2c0f643. */
export function typeInDocument(text: string, element: Element, context: NameContext): Reached[] {
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  const bound = element.bindings.get(prefix);
  if (context.workspace !== undefined || bound === undefined || prefix === '')
    return layerNamed(text, { ...context, bindings: element.bindings });
  return context.catalogue.workspaces
    .filter(({ namespace }) => namespace === bound)
    .map(({ name }) => ({ kind: 'named', path: [name, text.slice(colon + 1)] }));
}

/** A feature by its element. Source: wfs/WFSWorkspaceQualifier@02131f6, `ensureFeatureNamespaceUriMatches`. */
export function typeOfFeature(feature: Element, { catalogue, workspace }: NameContext): Reached[] {
  const found = catalogue.workspaces.filter(({ namespace }) => namespace === feature.namespace);
  if (feature.namespace === '')
    return workspace === undefined
      ? [{ kind: 'anyWorkspace', name: feature.name }]
      : [{ kind: 'named', path: [workspace, feature.name] }];
  return found
    .filter(({ name }) => workspace === undefined || name === workspace)
    .map(({ name }) => ({ kind: 'named', path: [name, feature.name] }));
}

/** All layers and types at an address. Source: ows/LocalWorkspaceCatalogFilter@05834e6. */
export function wholeCatalogue({ workspace }: NameContext): Reached {
  return workspace === undefined ? { kind: 'everything' } : { kind: 'wholeWorkspace', name: workspace };
}

export function listed(text: string | undefined, separators: RegExp): string[] {
  const parts = (text ?? '').split(separators).map((part) => part.trim());
  return text?.trim() === '*' ? [] : parts.filter((part) => part !== '');
}

/** The types of `featureid` and `resourceid`: up to the last dot. */
export function typesOfIdentifiers(text: string, context: NameContext): Reached[] {
  return listed(text, /[,()]/)
    .filter((id) => id.includes('.'))
    .flatMap((id) => layerNamed(id.slice(0, id.lastIndexOf('.')), context));
}

/** The type of an identifier without type names: up to the first dot. Source: feature/TypeNameExtractingVisitor@2909a97. */
export function typeOfLoneIdentifier(id: string, context: NameContext): Reached[] {
  return id.includes('.') ? layerNamed(id.slice(0, id.indexOf('.')), context) : [];
}

/** The types that a stored query reads; `id` is inserted into its text unchanged. Source: wfs/StoredQuery@9020632, `compile`. */
export function storedQuery(name: string, id: string | undefined, context: NameContext): Reached[] {
  if (!BY_ID.includes(name.trim().toLowerCase()) || /['"<>&]/.test(id ?? '')) return [{ kind: 'everything' }];
  return typeOfLoneIdentifier(id ?? '', context);
}

/** Whether an expression can call functions, which may read other layers. */
export function callsFunctions(cql: string): boolean {
  const plain = cql.replace(/'(?:[^']|'')*'/g, "''").replace(/"[^"]*"/g, 'quoted');
  return [...plain.matchAll(/([\w.:]+)\s*\(/g)].some(([, word = '']) => !CQL_WORDS.has(word.toLowerCase()));
}

export function filterCallsFunctions(filter: string): boolean {
  return /<\s*(?:[\w.-]+:)?Function[\s/>]/.test(filter);
}

export function actsOn(operation: string, reached: readonly Reached[], rule: string): Act[] {
  return reached.map((one) => ({ operation, reached: one, rule }));
}
