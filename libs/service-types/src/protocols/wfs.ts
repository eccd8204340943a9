import type { PermissionName } from '@gatehouse/access-engine';
import { type Scope, readDocument } from '../grammar/documents';
import { namesIn } from '../grammar/names';
import {
  type OwsOperation,
  type OwsProtocol,
  operationTable,
  readOws,
  unknownOperation,
} from '../grammar/ows';
import type { Parameters } from '../grammar/parameters';
import { type Outside, invalid, isOutside, outside } from '../reading';
import type { ServiceRequest, XmlElement } from '../request';
import type { Requested } from './requested';
import { isComparison } from './cql';
import { type Naming, bindingsIn } from './feature-names';
import { FeatureSelection, selectsById } from './feature-selection';
import { filterDocument } from './filters';
import { formatOptionsProblem, markupProblem, propertiesProblem } from './values';
import { readWfsDocument } from './wfs-documents';
import { GEOSERVER_WFS_OPERATIONS, WFS_OPERATIONS } from './wfs-parameters';
import { FILTER, followsNothing } from './wfs-queries';

/** A WFS, by the meaning of the prefixes of its names. */
export interface WfsProtocol extends OwsProtocol {
  readonly naming: Naming;
}

/** All of MapServer, QGIS Server and GeoServer read a document under each of these. */
const XML: ReadonlySet<string> = new Set([
  'text/xml',
  'application/xml',
  'application/gml+xml',
  'text/plain',
]);

/** A WFS of MapServer, QGIS Server or another server. Without `service`, they have other interfaces at the same address. */
export const WFS: WfsProtocol = {
  service: 'wfs',
  needsService: true,
  operations: operationTable(WFS_OPERATIONS),
  postReadsQuery: true,
  xmlTypes: XML,
  naming: 'literal',
};

/** The WFS of a GeoServer, where the path determines the service. */
export const GEOSERVER_WFS: WfsProtocol = {
  service: 'wfs',
  needsService: false,
  operations: operationTable(GEOSERVER_WFS_OPERATIONS),
  postReadsQuery: true,
  xmlTypes: XML,
  naming: 'workspaces',
};

/** Operations about the service itself, which select no features. */
export const ABOUT_SERVICE: ReadonlySet<PermissionName> = new Set([
  'createstoredquery',
  'describestoredqueries',
  'dropstoredquery',
  'getcapabilities',
  'liststoredqueries',
]);

/**
 * Reads a request to a feature service: its operation and all feature types that it reaches.
 * Reference: request-mapping#wfs, request-mapping#geoserver-protocols.
 */
export function readWfs(
  request: ServiceRequest,
  protocol: WfsProtocol,
  more: ReadonlySet<string>,
): Requested | Outside {
  const read = readOws(request, protocol, more);
  if (isOutside(read)) return read;
  if (read.written === 'json') return unknownOperation(protocol);
  const { interpreted } = read.written === 'document' ? read : read.parameters;
  const selection = new FeatureSelection(protocol.naming, interpreted);
  if (read.written === 'document') {
    const operation = protocol.operations.get(read.root.name.toLowerCase());
    if (operation?.operation !== read.root.name) return unknownOperation(protocol);
    return readWfsDocument(read.root, selection) ?? askedOf(operation, selection);
  }
  const { parameters, operation } = read;
  if (operation.permission === 'transaction') {
    return outside('OperationNotSupported', 'request', 'A transaction must be sent as a document.');
  }
  const problem =
    valueProblem(parameters) ??
    new ParameterReader(parameters, selection, request.parseXml, more, operation).read(protocol.naming);
  return problem ?? askedOf(operation, selection);
}

function askedOf(
  { permission, executes = false }: { permission: PermissionName; executes?: boolean },
  selection: FeatureSelection,
): Requested | Outside {
  if (ABOUT_SERVICE.has(permission)) return { permission, names: [], reachesUnnamed: false, executes };
  // What it finds by an identifier refers to features of any type.
  if (permission === 'getgmlobject') return { permission, names: [], reachesUnnamed: true, executes };
  const selected = selection.result();
  return isOutside(selected) ? selected : { permission, ...selected, executes };
}

const PROPERTIES = [
  'propertyname',
  'valuereference',
  'resolvepath',
  'sortby',
  'geometryname',
  'aliases',
] as const;

function valueProblem(parameters: Parameters): Outside | undefined {
  for (const name of PROPERTIES) {
    const problem = propertiesProblem(parameters.get(name) ?? '', name);
    if (problem) return problem;
  }
  const options = formatOptionsProblem(parameters.get('format_options') ?? '', 'format_options');
  if (options) return options;
  const filter = parameters.get('cql_filter');
  return filter === undefined || isComparison(filter)
    ? undefined
    : invalid('cql_filter', 'The filter in cql_filter calls functions, which could read other layers.');
}

/** Lists of names, one for each of several joins in WFS 2: `(a,b)(c)`. */
const JOINS = /,|\)\(|^\(|\)$/;
const REFERENCES = ['resolve', 'resolvedepth', 'traversexlinkdepth', 'proptravxlinkdepth'] as const;
const IDS = ['featureid', 'resourceid'] as const;
const STORED = ['storedquery_id', 'storedqueryid'] as const;
const FILTER_DOCUMENT = filterDocument(FILTER);

/** Reads what parameters select. */
class ParameterReader {
  constructor(
    private readonly parameters: Parameters,
    private readonly selection: FeatureSelection,
    private readonly parseXml: ServiceRequest['parseXml'],
    private readonly more: ReadonlySet<string>,
    private readonly operation: OwsOperation,
  ) {}

  read(naming: Naming): Outside | undefined {
    const { parameters, selection } = this;
    const isStored = STORED.some((name) => parameters.has(name));
    const bindings = this.bindings(naming);
    if (isOutside(bindings)) return bindings;
    if (REFERENCES.some((name) => !followsNothing(parameters.get(name) ?? ''))) selection.addEverything();
    const problem = this.readTypes(bindings) ?? this.readIds(isStored);
    if (problem || !isStored) return problem ?? this.readFilters();
    return this.readStored() ?? this.readFilters();
  }

  private bindings(naming: Naming): Scope | Outside {
    const { parameters } = this;
    const values = ['namespaces', 'namespace'].flatMap((name) => parameters.get(name) ?? []);
    const bindings = naming === 'workspaces' ? bindingsIn(values) : [];
    // In GetCapabilities it is the name of a workspace; no types are named there.
    if (bindings || !this.hasTypes()) return { bindings: bindings ?? [], outer: undefined };
    return invalid('namespaces', 'The parameter namespaces is not a list of xmlns(prefix,namespace).');
  }

  private hasTypes(): boolean {
    return this.parameters.has('typename') || this.parameters.has('typenames');
  }

  private readTypes(scope: Scope): Outside | undefined {
    const { parameters, selection } = this;
    const [one, other] = [parameters.get('typenames'), parameters.get('typename')];
    if (one !== undefined && other !== undefined && one !== other) {
      return invalid('typename', 'The parameters typename and typenames have different values.');
    }
    const locator = one === undefined ? 'typename' : 'typenames';
    const names = namesIn(parameters, [locator], JOINS);
    if (isOutside(names)) return names;
    if (names.length > 0) selection.begin();
    for (const name of names) {
      const problem = selection.addTypes(name, undefined, scope, locator);
      if (problem) return problem;
    }
    // QGIS Server describes all types without `typename`, whatever `typenames` says.
    if (this.operation.permission === 'describefeaturetype' && other === undefined) selection.begin();
    return undefined;
  }

  private readIds(isStored: boolean): Outside | undefined {
    const { parameters, selection } = this;
    for (const locator of IDS) {
      const ids = namesIn(parameters, [locator]);
      if (isOutside(ids)) return ids;
      if (parameters.has(locator) && ids.length === 0) selection.addEverything();
      // Beside a stored query, servers ignore the types that are named.
      if (ids.length > 0 && isStored) selection.begin(false);
      for (const id of ids) {
        const problem = selection.addId(id, locator);
        if (problem) return problem;
      }
    }
    return undefined;
  }

  private readStored(): Outside | undefined {
    const { parameters, selection, more } = this;
    const id = parameters.get('id');
    const areById = STORED.every((name) => selectsById(parameters.get(name) ?? '') || !parameters.has(name));
    for (const name of more) {
      const problem = markupProblem(parameters.get(name) ?? '', name);
      if (problem) return problem;
    }
    if (!areById || id === undefined) selection.addEverything();
    if (id === undefined) return undefined;
    selection.begin(false);
    return selection.addId(id, 'id');
  }

  private readFilters(): Outside | undefined {
    const { parameters, selection } = this;
    const text = parameters.get('filter')?.trim() ?? '';
    if (text === '') return undefined;
    // QGIS Server uses the first text in parentheses, at any position.
    if (/<[!?]/.test(text))
      return invalid('filter', 'The filter has comments, CDATA sections or declarations.');
    const list = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).split(/\)\s*\(/) : [text];
    const problem = selection.interpreted.takeNames(list.length, 'filter');
    if (problem) return problem;
    for (const one of list) {
      const root = one.trim() === '' ? undefined : this.parseXml(one.trim());
      const unread = root && this.readFilter(root);
      if (unread) return unread;
    }
    return undefined;
  }

  private readFilter(root: XmlElement | { readonly problem: string }): Outside | undefined {
    if ('problem' in root) return invalid('filter', `The filter cannot be read: ${root.problem}.`);
    if (root.name !== 'Filter') return invalid('filter', 'The filter is not an element Filter.');
    const problem = readDocument(root, FILTER_DOCUMENT, this.selection, this.selection.interpreted);
    return problem && { ...problem, locator: 'filter' };
  }
}
