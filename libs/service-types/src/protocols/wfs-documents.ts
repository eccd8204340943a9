import { type DocumentSchema, type ElementSchema, readDocument } from '../grammar/documents';
import { type Outside, invalid } from '../reading';
import type { XmlElement } from '../request';
import type { FeatureSelection } from './feature-selection';
import { FILTER_NAMESPACES } from './filters';
import { formatOptionsProblem, propertyProblem } from './values';
import {
  DEFINED_QUERY,
  FILTER,
  QUERY,
  REFERENCES,
  ROOT_ATTRIBUTES,
  STORED_QUERY,
  TEXT,
  attributeOf,
  beginPart,
} from './wfs-queries';
import { TRANSACTION } from './wfs-transactions';

type Schema = ElementSchema<FeatureSelection>;

const NAMESPACES: ReadonlySet<string> = new Set([
  'http://www.opengis.net/wfs',
  'http://www.opengis.net/wfs/2.0',
  'http://www.opengis.net/ows',
  'http://www.opengis.net/ows/1.1',
  ...FILTER_NAMESPACES,
]);

const FEATURE_ATTRIBUTES = {
  ...ROOT_ATTRIBUTES,
  ...REFERENCES,
  outputFormat: true,
  maxFeatures: true,
  count: true,
  startIndex: true,
  resultType: true,
  viewParams: true,
  formatOptions: (options: string) => formatOptionsProblem(options, 'body'),
} as const;

const LOCK_ATTRIBUTES = { expiry: true, lockAction: true } as const;
const QUERIES = { Query: QUERY, StoredQuery: STORED_QUERY } as const;
const ABSTRACTS = { Title: TEXT, Abstract: TEXT } as const;
const NOTHING: Schema = { attributes: ROOT_ATTRIBUTES };

const GET_CAPABILITIES: Schema = {
  attributes: { ...ROOT_ATTRIBUTES, updateSequence: true },
  children: {
    AcceptVersions: { children: { Version: TEXT } },
    Sections: { children: { Section: TEXT } },
    AcceptFormats: { children: { OutputFormat: TEXT } },
    AcceptLanguages: { children: { Language: TEXT } },
  },
};

const DESCRIBE_FEATURE_TYPE: Schema = {
  attributes: { ...ROOT_ATTRIBUTES, outputFormat: true, count: true, startIndex: true },
  enter: beginPart,
  children: {
    TypeName: { text: (list, selection, scope) => selection.addTypes(list, /[\s,]+/, scope, 'body') },
  },
};

const LOCK_FEATURE: Schema = {
  attributes: { ...ROOT_ATTRIBUTES, ...LOCK_ATTRIBUTES, lockId: true, outputFormat: true },
  children: {
    ...QUERIES,
    Lock: { attributes: { typeName: true, handle: true }, enter: beginPart, children: { Filter: FILTER } },
  },
};

/**
 * A stored query is run under the permissions of the caller who uses it, who then needs them everywhere. But the
 * stored queries of the standard, which are authorized by what they are known to select, must not be redefined.
 */
const CREATE_STORED_QUERY: Schema = {
  attributes: ROOT_ATTRIBUTES,
  children: {
    StoredQueryDefinition: {
      attributes: { id: true },
      enter: (element) =>
        /getfeaturebyid/i.test(attributeOf(element, 'id') ?? '')
          ? invalid('body', 'GetFeatureById is a stored query of the standard.')
          : undefined,
      children: {
        ...ABSTRACTS,
        Metadata: { attributes: { about: true } },
        Parameter: { attributes: { name: true, type: true }, children: ABSTRACTS },
        QueryExpressionText: {
          attributes: { returnFeatureTypes: true, language: true, isPrivate: true },
          children: { Query: DEFINED_QUERY },
        },
      },
    },
  },
};

/** The features that it refers to are of any type. */
const GET_GML_OBJECT: Schema = {
  attributes: { ...ROOT_ATTRIBUTES, outputFormat: true, traverseXlinkDepth: true, traverseXlinkExpiry: true },
  children: { GmlObjectId: { attributes: { 'gml:id': true } } },
};

const ROOTS: Readonly<Record<string, Schema>> = {
  GetCapabilities: GET_CAPABILITIES,
  DescribeFeatureType: DESCRIBE_FEATURE_TYPE,
  GetFeature: { attributes: FEATURE_ATTRIBUTES, children: QUERIES },
  GetFeatureWithLock: { attributes: { ...FEATURE_ATTRIBUTES, ...LOCK_ATTRIBUTES }, children: QUERIES },
  GetPropertyValue: {
    attributes: {
      ...FEATURE_ATTRIBUTES,
      valueReference: (path) => propertyProblem(path, 'body'),
      resolvePath: (path) => propertyProblem(path, 'body'),
    },
    children: QUERIES,
  },
  LockFeature: LOCK_FEATURE,
  Transaction: TRANSACTION,
  ListStoredQueries: NOTHING,
  DescribeStoredQueries: { ...NOTHING, children: { StoredQueryId: TEXT } },
  CreateStoredQuery: CREATE_STORED_QUERY,
  DropStoredQuery: { attributes: { ...ROOT_ATTRIBUTES, id: true } },
  GetGmlObject: GET_GML_OBJECT,
};

/**
 * Names that no document binds as prefixes, regardless of its operation: to MapServer, which removes prefixes, `xmlns:typeName`
 * is an attribute `typeName`.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    ...Object.keys(ROOTS),
    'typename typenames featureid resourceid storedquery_id gmlobjectid request map mode layer layers filter exp_filter',
  ].flatMap((names) => names.toLowerCase().split(' ')),
);

const DOCUMENTS: ReadonlyMap<string, DocumentSchema<FeatureSelection>> = new Map(
  Object.entries(ROOTS).map(([operation, root]) => [
    operation,
    { operation, root, namespaces: NAMESPACES, reserved: RESERVED },
  ]),
);

/** Reads a document of a feature service into what it selects. */
export function readWfsDocument(root: XmlElement, selection: FeatureSelection): Outside | undefined {
  const schema = DOCUMENTS.get(root.name);
  return schema
    ? readDocument(root, schema, selection, selection.interpreted)
    : invalid('request', 'The root of the document is not an operation.');
}
