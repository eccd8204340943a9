import type { ElementSchema, Scope } from '../grammar/documents';
import { type Outside, invalid, outside } from '../reading';
import type { XmlElement } from '../request';
import { type FeatureSelection, selectsById } from './feature-selection';
import { PROPERTY, filterSchema } from './filters';
import { markupProblem, propertyProblem } from './values';

/** Attributes of every operation. */
export const ROOT_ATTRIBUTES = {
  service: true,
  version: true,
  handle: true,
  'xsi:schemaLocation': true,
} as const;
export const TEXT: ElementSchema<unknown> = { text: true };

/** Lists in attributes are separated by blanks (WFS 2) or commas (WFS 1). */
const SEPARATORS = /[\s,]+/;

/** The value of an attribute without a namespace. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name && one.namespace === '')?.value;
}

/** Whether the value of a parameter or attribute for the depth of references means that none are followed. */
export function followsNothing(value: string): boolean {
  return /^(?:0|none|)$/i.test(value);
}

/** Begins a part of what is selected, with the types that the element names. */
export function beginPart(
  element: XmlElement,
  selection: FeatureSelection,
  scope: Scope,
): Outside | undefined {
  selection.begin();
  const [one, other] = [attributeOf(element, 'typeName') ?? '', attributeOf(element, 'typeNames') ?? ''];
  return (
    selection.interpreted.take(one.length + other.length, 'body') ??
    selection.addTypes(one, SEPARATORS, scope, 'body') ??
    selection.addTypes(other, SEPARATORS, scope, 'body')
  );
}

function following(value: string, selection: FeatureSelection): undefined {
  if (!followsNothing(value)) selection.addEverything();
}

/** Attributes about features that refer to others, which may be of any type. */
export const REFERENCES = {
  resolve: following,
  resolveDepth: following,
  resolveTimeout: true,
  traverseXlinkDepth: following,
  traverseXlinkExpiry: true,
} as const;

export const FILTER: ElementSchema<FeatureSelection> = filterSchema((id, selection) =>
  selection.addId(id, 'body'),
);

const QUERY_ATTRIBUTES = {
  typeName: true,
  typeNames: true,
  aliases: true,
  handle: true,
  featureVersion: true,
  srsName: true,
} as const;

const SORT_BY: ElementSchema<unknown> = {
  children: {
    SortProperty: { children: { PropertyName: PROPERTY, ValueReference: PROPERTY, SortOrder: TEXT } },
  },
};

/** A query in a request. */
export const QUERY: ElementSchema<FeatureSelection> = {
  attributes: QUERY_ATTRIBUTES,
  enter: beginPart,
  children: {
    PropertyName: {
      attributes: { ...REFERENCES, resolvePath: (path) => propertyProblem(path, 'body') },
      text: (path) => propertyProblem(path, 'body'),
    },
    Filter: FILTER,
    SortBy: SORT_BY,
  },
};

/** A query in the definition of a stored query: what it selects is authorized when it is used. */
export const DEFINED_QUERY: ElementSchema<unknown> = {
  attributes: QUERY_ATTRIBUTES,
  children: { PropertyName: PROPERTY, Filter: filterSchema<unknown>(true), SortBy: SORT_BY },
};

/** A use of a stored query. Except for that of the standard, only the server knows what it selects. */
export const STORED_QUERY: ElementSchema<FeatureSelection> = {
  attributes: { id: true, handle: true },
  enter: (element, selection) => {
    selection.begin(false);
    if (!selectsById(attributeOf(element, 'id') ?? '')) {
      selection.addEverything();
      return undefined;
    }
    return element.children.some((child) => attributeOf(child, 'name')?.toLowerCase() === 'id')
      ? undefined
      : outside('MissingParameterValue', 'body', 'A GetFeatureById request has no parameter id.');
  },
  children: {
    Parameter: {
      attributes: { name: true },
      enter: (element, selection) => {
        if (element.hasMarkup)
          return invalid('body', 'A parameter of a stored query has comments or CDATA sections.');
        const isId = attributeOf(element, 'name')?.toLowerCase() === 'id';
        return isId ? selection.addId(element.text, 'body') : markupProblem(element.text, 'body');
      },
      text: true,
    },
  },
};
