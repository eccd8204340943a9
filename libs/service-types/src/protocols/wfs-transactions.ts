import type { ElementSchema } from '../grammar/documents';
import { type Outside, invalid, outside } from '../reading';
import type { XmlElement } from '../request';
import type { FeatureSelection } from './feature-selection';
import { PROPERTY } from './filters';
import { GEOMETRIES } from './geometries';
import { FILTER, ROOT_ATTRIBUTES, TEXT, beginPart } from './wfs-queries';

/** Names of the protocol that no element inside a feature has: some servers look for them at any depth. */
const PROTOCOL_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'GetCapabilities DescribeFeatureType GetFeature GetFeatureWithLock GetPropertyValue GetGmlObject LockFeature ' +
    'Transaction Query StoredQuery Insert Update Delete Replace Native Lock Filter Function TypeName'
  ).split(' '),
);
/** Names of attributes and prefixes, lower case, that name types where servers take prefixes off. */
const NAMING_ATTRIBUTES: ReadonlySet<string> = new Set(['typename', 'typenames']);

/** Refuses what is not content of a feature. Properties have the names and forms that their schema gives them. */
function contentProblem({
  name,
  attributes,
  bindings,
  hasMarkup,
  children,
}: XmlElement): Outside | undefined {
  if (PROTOCOL_ELEMENTS.has(name))
    return invalid('body', `A feature has an element ${name}, a name of the protocol.`);
  const namesTypes =
    attributes.some((attribute) => NAMING_ATTRIBUTES.has(attribute.name.toLowerCase())) ||
    bindings.some(([prefix]) => NAMING_ATTRIBUTES.has(prefix.toLowerCase()));
  if (namesTypes) {
    return invalid('body', `An element ${name} in a feature has an attribute that names types.`);
  }
  if (hasMarkup && children.length > 0) {
    return outside('NoApplicableCode', 'body', 'The document has comments or CDATA sections outside values.');
  }
  for (const child of children) {
    const problem = contentProblem(child);
    if (problem) return problem;
  }
  return undefined;
}

function readFeature(element: XmlElement, selection: FeatureSelection): Outside | undefined {
  selection.addFeature(element);
  return contentProblem(element);
}

const COLLECTION_ATTRIBUTES = {
  'gml:id': true,
  'xsi:schemaLocation': true,
  fid: true,
  numberMatched: true,
  numberReturned: true,
  numberOfFeatures: true,
  timeStamp: true,
} as const;

/** Elements that may contain features to insert, in addition to the features themselves. */
const COLLECTION: ElementSchema<FeatureSelection> = {
  attributes: COLLECTION_ATTRIBUTES,
  children: () => COLLECTIONS,
  others: readFeature,
};

const COLLECTIONS: Readonly<Record<string, ElementSchema<FeatureSelection>>> = {
  FeatureCollection: COLLECTION,
  featureMember: COLLECTION,
  featureMembers: COLLECTION,
  member: COLLECTION,
  boundedBy: { children: { ...GEOMETRIES, Null: TEXT, null: TEXT } },
};

const ACTION_ATTRIBUTES = { handle: true, inputFormat: true, srsName: true } as const;

/** Changes of features. Native actions are left out: only the server knows what they do. */
export const TRANSACTION: ElementSchema<FeatureSelection> = {
  attributes: { ...ROOT_ATTRIBUTES, releaseAction: true, lockId: true, srsName: true },
  children: {
    LockId: TEXT,
    Insert: {
      attributes: { ...ACTION_ATTRIBUTES, idgen: true },
      enter: beginPart,
      children: COLLECTIONS,
      others: readFeature,
    },
    Update: {
      attributes: { ...ACTION_ATTRIBUTES, typeName: true },
      enter: beginPart,
      children: {
        Property: {
          children: {
            Name: PROPERTY,
            ValueReference: { ...PROPERTY, attributes: { action: true } },
            Value: { attributes: { 'xsi:type': true, 'xsi:nil': true }, text: true, others: contentProblem },
          },
        },
        Filter: FILTER,
      },
    },
    Delete: { attributes: { typeName: true, handle: true }, enter: beginPart, children: { Filter: FILTER } },
    Replace: {
      attributes: ACTION_ATTRIBUTES,
      enter: beginPart,
      children: { Filter: FILTER },
      others: readFeature,
    },
  },
};
